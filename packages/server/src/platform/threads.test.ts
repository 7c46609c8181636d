import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { maxTasksPerPerson, type Threads, threadPool, workerThreads, yieldOften } from './threads.ts';

const testTasks = new URL('./fixtures/thread-tasks.worker.ts', import.meta.url);
const log = createLog(readConfig({ LOG_LEVEL: 'silent' }), false);
const busy = { code: 'BUSY', status: 503, retryAfterSeconds: 5 };

let threads: Threads;
const start = (limits: Parameters<typeof workerThreads>[1] = {}): Threads => {
  threads = workerThreads(log, limits);
  return threads;
};
const echo = (text: string) => threads.run(testTasks, 'echo', { text });
afterEach(() => threads.close());

describe('a task in a worker thread', () => {
  test('is counted and returns its result', async () => {
    start();
    expect(await Promise.all([echo('heron'), echo('lamp')])).toEqual([{ text: 'heron' }, { text: 'lamp' }]);
    expect(threads.startedTasks()).toBe(2);
  });

  test.each(['die', 'fillMemory'])(
    'that ends its thread by "%s" fails with 503, and the next task works',
    async (name) => {
      start({ maxOldGenerationSizeMb: 32 });
      await expect(threads.run(testTasks, name, {})).rejects.toMatchObject(busy);
      expect(await echo('lamp')).toEqual({ text: 'lamp' });
    },
  );

  test.each(['fail', 'failLater'])(
    'that throws by "%s" fails with its own error, and the next task works',
    async (name) => {
      start();
      const error = await threads.run(testTasks, name, {}).catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        message: 'out of order',
        stack: expect.stringContaining('thread-tasks.worker'),
      });
      expect(await echo('lamp')).toEqual({ text: 'lamp' });
    },
  );

  test('that does not end is stopped and fails with 503, and the next task works [R64]', async () => {
    start({ timeout: 1500 });
    await expect(threads.run(testTasks, 'spin', {})).rejects.toMatchObject(busy);
    expect(await echo('lamp')).toEqual({ text: 'lamp' });
  });

  test('is refused immediately if too many tasks are waiting [R64]', async () => {
    start({ maxTasks: 3 });
    const tasks = Array.from({ length: 40 }, (_, index) => threads.run(testTasks, 'echo', { index }));
    const outcomes = await Promise.allSettled(tasks);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(37);
    expect(await echo('lamp')).toEqual({ text: 'lamp' });
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toMatchObject(busy);
  });

  test('is refused beyond the limit of one person, while the tasks of others run', async () => {
    start();
    const [ana, ben] = [threads.forPerson('ana'), threads.forPerson('ben')];
    const many = Array.from({ length: maxTasksPerPerson + 2 }, (_, index) =>
      ana.run(testTasks, 'echo', { index }),
    );
    const outcomes = Promise.allSettled(many);
    expect(await ben.run(testTasks, 'echo', { text: 'heron' })).toEqual({ text: 'heron' });
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    // Every `forPerson` of one person shares the limit, and finished tasks no longer count.
    expect(await threads.forPerson('ana').run(testTasks, 'echo', { text: 'lamp' })).toEqual({ text: 'lamp' });
  });

  test.each(['spin', 'die', 'fillMemory'])(
    'of the checker that ends by "%s" fails with 503 and what to do, and the next task works',
    async (name) => {
      start({ timeout: 1500, maxOldGenerationSizeMb: 32 });
      await expect(threads.checker.run(testTasks, name, {})).rejects.toMatchObject({
        ...busy,
        message: expect.stringContaining('Please try again in a few seconds, or send a shorter part'),
      });
      expect(await threads.checker.run(testTasks, 'echo', { text: 'lamp' })).toEqual({ text: 'lamp' });
    },
  );

  test('of a job does not delay those of requests, and ends when the threads are closed [R64]', async () => {
    start();
    const refused = expect(threads.background.run(testTasks, 'spin', {})).rejects.toMatchObject(busy);
    expect(await echo('lamp')).toEqual({ text: 'lamp' });
    await threads.close();
    await refused;
  });

  test('that is running fails with 503 when the threads are closed', async () => {
    start();
    const refused = expect(threads.run(testTasks, 'spin', {})).rejects.toMatchObject(busy);
    await threads.close();
    await refused;
  });

  test('that shares its thread with one that ends it fails with 503 too, and the next task works', async () => {
    const pool = threadPool(log, { tasksPerThread: 2, idleTimeout: Number.POSITIVE_INFINITY }, 1);
    try {
      const waiting = expect(pool.run(testTasks, 'never', {})).rejects.toMatchObject(busy);
      await expect(pool.run(testTasks, 'die', {})).rejects.toMatchObject(busy);
      await waiting;
      expect(await pool.run(testTasks, 'echo', { text: 'lamp' })).toEqual({ text: 'lamp' });
    } finally {
      await pool.close();
    }
  });
});

const compute = (milliseconds: number) => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

test('other work has its turn within a long loop', async () => {
  let isDone = false;
  const other = setTimeout(1).then(() => isDone);
  const turn = yieldOften();
  for (let round = 0; round < 20; round += 1) {
    compute(5);
    await turn();
  }
  isDone = true;
  expect(await other).toBe(false);
});
