import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from './app-error.ts';
import { minute } from './clock.ts';
import { compileCacheEnv } from './compile-cache.ts';
import type { Log } from './log.ts';

/** Worker threads for CPU work that would block the event loop for too long. */
export interface Threads {
  /**
   * Runs a function that a worker file exports. The buffers in `transferList` are part of the task and are transferred
   * instead of copied: they are empty here afterwards.
   *
   * @throws AppError BUSY if too many tasks wait, the timeout is over or the thread has ended, with nothing done;
   * errors of the function itself, unchanged
   */
  run(file: URL, name: string, task: object, transferList?: ArrayBuffer[]): Promise<unknown>;
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
  busy: () => AppError;
}

/** A thread starts when there is work, and is replaced if it ends. */
function threadPool(log: Log, given: Partial<Limits>, maxThreads: number) {
  const limits: Limits = { timeout, maxTasks, maxOldGenerationSizeMb, idleTimeout, busy, ...given };
  const pool = new Piscina<object, unknown>({
    minThreads: 0,
    maxThreads,
    idleTimeout: limits.idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: limits.maxOldGenerationSizeMb },
    execArgv: [],
    env: compileCacheEnv(),
    recordTiming: false,
    workerHistogram: false,
  });
  // Callers get the failures; without a listener the pool would end the process.
  pool.on('error', () => {});
  // The pool's own limit does not count tasks that wait for a thread to start.
  let [started, unfinished] = [0, 0];
  return {
    startedTasks: () => started,
    async run(file: URL, name: string, task: object, transferList: ArrayBuffer[] = []): Promise<unknown> {
      if (unfinished >= limits.maxTasks) throw limits.busy();
      started += 1;
      unfinished += 1;
      const signal = AbortSignal.timeout(limits.timeout);
      try {
        return await pool.run(task, { filename: file.href, name, signal, transferList });
      } catch (error) {
        if (!wasAborted(error)) throw error;
        log.error({ err: error }, 'a task in a worker thread was aborted');
        throw limits.busy();
      } finally {
        unfinished -= 1;
      }
    },
    close: () => pool.destroy(),
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
