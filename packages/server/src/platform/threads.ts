import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from './app-error.ts';
import type { Log } from './log.ts';

/** Work that is too long for the thread that serves everybody, done in threads of its own. */
export interface Threads {
  /**
   * Runs a function that a worker file exports. The buffers in `moved` are part of the task and are handed over
   * instead of copied: they are empty here afterwards.
   *
   * @throws AppError BUSY when too many wait, the time is over or the thread has ended: nothing of it was done;
   * what the function itself throws, as it is
   */
  run(file: URL, name: string, task: object, moved?: ArrayBuffer[]): Promise<unknown>;
  /** The same threads for one person's tasks, of which there may be `maxTasksPerPerson` at once. */
  of(person: string): Threads;
  /** How many tasks have been given to threads, for tests. */
  readonly begun: number;
  /** Ends every thread; what is under way fails. */
  close(): Promise<void>;
}

/** The longest task takes about a second of a processor; this includes waiting for those before it. */
const timeout = 20_000;
/** Tasks that wait or are worked on; each may hold a few megabytes. */
const maxTasks = 24;
/** So many that no one person can keep the threads from everyone else. */
export const maxTasksPerPerson = 6;
/** A thread takes some megabytes, and is soon there again. */
const idleTimeout = 15_000;
/** Megabytes: three times what the largest chapter needs. */
const maxOldGenerationSizeMb = 512;

const busy = () =>
  new AppError('BUSY', 'Many long texts are being saved right now. Please try again in a few seconds.', {
    retryAfterSeconds: 5,
  });

/** What piscina and Node say of a task that was cut short, and not by its own code. */
const isCutShort = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') ||
    /^(worker exited with code|Terminating worker thread)/.test(error.message));

interface Limits {
  timeout: number;
  maxTasks: number;
  maxOldGenerationSizeMb: number;
}

/** One thread, two on larger machines; each is started when there is work, and replaced when it ends. */
export function workerThreads(log: Log, limits: Partial<Limits> = {}): Threads {
  const pool = new Piscina<object, unknown>({
    minThreads: 0,
    maxThreads: availableParallelism() > 2 ? 2 : 1,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: limits.maxOldGenerationSizeMb ?? maxOldGenerationSizeMb },
    execArgv: [],
    env: {},
    recordTiming: false,
    workerHistogram: false,
  });
  // Failures reach the one who waits; without a listener the pool would end the process.
  pool.on('error', () => {});
  // The pool's own bound does not count tasks that wait for a thread to start.
  let [begun, unfinished] = [0, 0];
  const unfinishedOf = new Map<string, number>();
  const count = (person: string, change: 1 | -1): void => {
    const tasks = (unfinishedOf.get(person) ?? 0) + change;
    if (tasks > 0) unfinishedOf.set(person, tasks);
    else unfinishedOf.delete(person);
  };
  const threads: Threads = {
    get begun() {
      return begun;
    },
    of: (person) => ({
      ...threads,
      get begun() {
        return begun;
      },
      async run(file, name, task, moved) {
        if ((unfinishedOf.get(person) ?? 0) >= maxTasksPerPerson) throw busy();
        count(person, 1);
        try {
          return await threads.run(file, name, task, moved);
        } finally {
          count(person, -1);
        }
      },
    }),
    async run(file, name, task, moved = []) {
      if (unfinished >= (limits.maxTasks ?? maxTasks)) throw busy();
      begun += 1;
      unfinished += 1;
      const signal = AbortSignal.timeout(limits.timeout ?? timeout);
      try {
        return await pool.run(task, { filename: file.href, name, signal, transferList: moved });
      } catch (error) {
        if (!isCutShort(error)) throw error;
        log.error({ err: error }, 'work in a thread was cut short');
        throw busy();
      } finally {
        unfinished -= 1;
      }
    },
    close: () => pool.destroy(),
  };
  return threads;
}
