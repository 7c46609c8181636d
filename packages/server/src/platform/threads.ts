import { availableParallelism } from 'node:os';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from './app-error.ts';
import { minute } from './clock.ts';
import { compileCacheEnv } from './compile-cache.ts';
import type { Log } from './log.ts';

type Transferred = (ArrayBuffer | MessagePort)[];

/** Worker threads for CPU work that would block the event loop for too long. */
export interface Threads {
  /**
   * Runs a function that a worker file exports. What is in `transferList` is part of the task and is transferred
   * instead of copied: buffers are empty here afterwards.
   *
   * @throws AppError BUSY if too many tasks wait, the timeout is over or the thread has ended, with nothing done;
   * errors of the function itself, unchanged
   */
  run(file: URL, name: string, task: object, transferList?: Transferred): Promise<unknown>;
  /** The same threads for one person's tasks, limited to `maxTasksPerPerson` at once. */
  forPerson(person: string): Threads;
  /** A thread of its own, for jobs and for texts that may take until the timeout: they never delay authors' saves. */
  background: Pick<Threads, 'run'>;
  /** One thread for checking texts, whose dictionary of 300 MB stays loaded for five idle minutes. */
  checker: Pick<Threads, 'run' | 'startedTasks'>;
  /** The number of tasks started so far, for tests. */
  startedTasks(): number;
  /** Ends every thread; running tasks fail. */
  close(): Promise<void>;
}

/** Milliseconds, including the wait for earlier tasks; the longest task takes a few seconds of CPU time. */
const timeout = 20_000;
/** Waiting and running tasks; each may hold a few megabytes. */
const maxTasks = 24;
/** Low enough that one person cannot occupy the threads alone. */
export const maxTasksPerPerson = 6;
/** An idle thread uses some megabytes, and a new one starts quickly. */
const idleTimeout = 15_000;
/** Megabytes: three times what the largest chapter needs. */
const maxOldGenerationSizeMb = 512;

const busy = () =>
  new AppError('BUSY', 'Many long texts are being saved right now. Please try again in a few seconds.', {
    retryAfterSeconds: 5,
  });

/** Whether piscina or Node aborted the task, as opposed to an error of its own code. */
const wasAborted = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') ||
    /^(worker exited with code|Terminating worker thread)/.test(error.message));

export const checkerBusy = () =>
  new AppError(
    'BUSY',
    'The checker is busy or couldn’t finish this text. Please try again in a few seconds, or send a shorter part of it.',
    { retryAfterSeconds: 5 },
  );
const checkerLimits = { maxTasks: 8, idleTimeout: 5 * minute, busy: checkerBusy };

interface Limits {
  timeout: number;
  maxTasks: number;
  maxOldGenerationSizeMb: number;
  idleTimeout: number;
  /** More than one for tasks that mostly wait. */
  tasksPerThread: number;
  busy: () => AppError;
}

/** A thread starts when there is work, and is replaced if it ends. */
export function threadPool(log: Log, given: Partial<Limits>, maxThreads: number) {
  const usual = { timeout, maxTasks, maxOldGenerationSizeMb, idleTimeout, tasksPerThread: 1, busy };
  const limits: Limits = { ...usual, ...given };
  const pool = new Piscina<object, unknown>({
    minThreads: 0,
    maxThreads,
    idleTimeout: limits.idleTimeout,
    concurrentTasksPerWorker: limits.tasksPerThread,
    // A thread that blocks while it has no task could not collect its garbage, so one that stays does not.
    atomics: limits.idleTimeout === Number.POSITIVE_INFINITY ? 'disabled' : 'sync',
    resourceLimits: { maxOldGenerationSizeMb: limits.maxOldGenerationSizeMb },
    execArgv: [],
    // React is slower without NODE_ENV.
    env: { NODE_ENV: 'production', ...compileCacheEnv() },
    recordTiming: false,
    workerHistogram: false,
  });
  // Callers get the failures; without a listener the pool would end the process.
  pool.on('error', () => {});
  // The pool's own limit does not count tasks that wait for a thread to start.
  let [started, unfinished, isClosed] = [0, 0, false];
  return {
    startedTasks: () => started,
    async run(file: URL, name: string, task: object, transferList: Transferred = []): Promise<unknown> {
      if (unfinished >= limits.maxTasks) throw limits.busy();
      started += 1;
      unfinished += 1;
      const signal = AbortSignal.timeout(limits.timeout);
      try {
        return await pool.run(task, { filename: file.href, name, signal, transferList });
      } catch (error) {
        if (!wasAborted(error)) throw error;
        if (!isClosed) log.error({ err: error }, 'a task in a worker thread was aborted');
        throw limits.busy();
      } finally {
        unfinished -= 1;
      }
    },
    close: () => {
      isClosed = true;
      return pool.destroy();
    },
  };
}

/** One thread, or two on larger machines, and one in the background. */
export function workerThreads(log: Log, limits: Partial<Limits> = {}): Threads {
  const pool = threadPool(log, limits, availableParallelism() > 2 ? 2 : 1);
  const background = threadPool(log, limits, 1);
  const checker = threadPool(log, { ...checkerLimits, ...limits }, 1);
  const unfinishedOf = new Map<string, number>();
  const count = (person: string, change: 1 | -1): void => {
    const tasks = (unfinishedOf.get(person) ?? 0) + change;
    if (tasks > 0) unfinishedOf.set(person, tasks);
    else unfinishedOf.delete(person);
  };
  const threads: Threads = {
    startedTasks: pool.startedTasks,
    forPerson: (person) => ({
      ...threads,
      async run(file, name, task, transferList) {
        if ((unfinishedOf.get(person) ?? 0) >= maxTasksPerPerson) throw busy();
        count(person, 1);
        try {
          return await threads.run(file, name, task, transferList);
        } finally {
          count(person, -1);
        }
      },
    }),
    background,
    checker,
    run: pool.run,
    close: async () => {
      await Promise.all([pool.close(), background.close(), checker.close()]);
    },
  };
  return threads;
}

const retryDelayMs = 3_000;

/** Does work in a thread; tries again while all threads are busy. `beforeRetry` throws when the result is no longer wanted. */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  {
    maxAttempts,
    signal,
    beforeRetry,
  }: { maxAttempts: number; signal?: AbortSignal; beforeRetry?: () => void },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BUSY' || attempt === maxAttempts) throw error;
      beforeRetry?.();
      await sleep(retryDelayMs, undefined, { signal });
    }
  }
}

/** Milliseconds that work computes before other requests have their turn. */
const maxTurn = 10;

/** For loops over many texts: awaiting the result in each round lets other requests have their turn often enough. */
export function yieldOften(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurn) return;
    await setImmediate();
    since = performance.now();
  };
}
