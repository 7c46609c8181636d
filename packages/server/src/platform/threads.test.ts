import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { maxTasksPerPerson, type Threads, workerThreads } from './threads.ts';

const oddTasks = new URL('./fixtures/thread-tasks.worker.ts', import.meta.url);
const log = createLog(readConfig({ LOG_LEVEL: 'silent' }), false);
const busy = { code: 'BUSY', status: 503, retryAfterSeconds: 5 };

let threads: Threads;
const start = (limits: Parameters<typeof workerThreads>[1] = {}): Threads => {
  threads = workerThreads(log, limits);
  return threads;
};
const echo = (text: string) => threads.run(oddTasks, 'echo', { text });
afterEach(() => threads.close());

describe('work in a thread', () => {
  test('is counted, and gives its result', async () => {
    start();
    expect(await Promise.all([echo('heron'), echo('lamp')])).toEqual([{ text: 'heron' }, { text: 'lamp' }]);
    expect(threads.begun).toBe(2);
  });

  test.each(['die', 'fillMemory'])(
    'that ends by "%s" is refused with 503, and the next works',
    async (name) => {
      start({ maxOldGenerationSizeMb: 32 });
      await expect(threads.run(oddTasks, name, {})).rejects.toMatchObject(busy);
      expect(await echo('lamp')).toEqual({ text: 'lamp' });
    },
  );

  test.each(['fail', 'failLater'])(
    'that throws by "%s" fails with its own error, and the next works',
    async (name) => {
      start();
      const error = await threads.run(oddTasks, name, {}).catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        message: 'out of order',
        stack: expect.stringContaining('thread-tasks.worker'),
      });
      expect(await echo('lamp')).toEqual({ text: 'lamp' });
    },
  );

  test('that does not end is ended and refused with 503, and the next works', async () => {
    start({ timeout: 1500 });
    await expect(threads.run(oddTasks, 'spin', {})).rejects.toMatchObject(busy);
    expect(await echo('lamp')).toEqual({ text: 'lamp' });
  });

  test('is refused at once when too much of it waits', async () => {
    start({ maxTasks: 3 });
    const asked = Array.from({ length: 40 }, (_, index) => threads.run(oddTasks, 'echo', { index }));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(37);
    expect(await echo('lamp')).toEqual({ text: 'lamp' });
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toMatchObject(busy);
  });

  test('of one person is refused beyond their share, while others have theirs done', async () => {
    start();
    const [ana, ben] = [threads.of('ana'), threads.of('ben')];
    const many = Array.from({ length: maxTasksPerPerson + 2 }, (_, index) =>
      ana.run(oddTasks, 'echo', { index }),
    );
    const outcomes = Promise.allSettled(many);
    expect(await ben.run(oddTasks, 'echo', { text: 'heron' })).toEqual({ text: 'heron' });
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    // The same person, however the threads were asked for, and only until the tasks are done.
    expect(await threads.of('ana').run(oddTasks, 'echo', { text: 'lamp' })).toEqual({ text: 'lamp' });
  });

  test('that is under way is refused when the threads are closed', async () => {
    start();
    const asked = expect(threads.run(oddTasks, 'spin', {})).rejects.toMatchObject(busy);
    await threads.close();
    await asked;
  });
});
