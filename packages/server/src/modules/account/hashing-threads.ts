import { Worker } from 'node:worker_threads';
import { compileCacheEnv } from '../../platform/compile-cache.ts';

/** Input for one Argon2id hash; memory in KiB. */
export interface HashingTask {
  message: string;
  nonce: Uint8Array;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}

/** How long an idle thread lives: it holds some megabytes and is cheap to start again. */
const idleMs = 15_000;

interface Thread {
  worker: Worker;
  idle?: NodeJS.Timeout;
  /** The pending promise; a thread computes one hash at a time. */
  task: { resolve: (tag: Buffer) => void; reject: (error: Error) => void } | null;
}

/**
 * Computes Argon2id in at most `max` dedicated threads. In libuv's thread pool, file access and DNS lookups would
 * wait behind the hashes. Not piscina's threads: with them, other requests waited much longer during a flood of
 * sign-ins (docs/decisions/0028-one-revision-cache.md).
 */
export function hashingThreads(max: number): (task: HashingTask) => Promise<Buffer> {
  const threads: Thread[] = [];

  const remove = (thread: Thread): void => {
    if (threads.includes(thread)) threads.splice(threads.indexOf(thread), 1);
  };
  const end = (thread: Thread): void => {
    remove(thread);
    void thread.worker.terminate();
  };
  const start = (): Thread => {
    const worker = new Worker(new URL('./hashing.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
      execArgv: [],
      env: compileCacheEnv(),
    });
    const thread: Thread = { worker, task: null };
    threads.push(thread);
    const fail = (error: Error): void => {
      remove(thread);
      thread.task?.reject(error);
      thread.task = null;
    };
    worker.on('message', (tag: Uint8Array) => {
      const { task } = thread;
      thread.task = null;
      worker.unref();
      thread.idle = setTimeout(() => end(thread), idleMs).unref();
      task?.resolve(Buffer.from(tag));
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('a password hashing thread exited unexpectedly')));
    return thread;
  };

  return (task) =>
    new Promise((resolve, reject) => {
      const thread = threads.find(({ task }) => task === null) ?? (threads.length < max ? start() : null);
      if (thread === null) throw new Error('no free password hashing thread; callers must limit concurrency');
      clearTimeout(thread.idle);
      thread.task = { resolve, reject };
      // Keep the process alive while a hash is pending; an idle thread must not.
      thread.worker.ref();
      thread.worker.postMessage(task);
    });
}
