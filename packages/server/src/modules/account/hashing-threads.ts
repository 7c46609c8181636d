import { Worker } from 'node:worker_threads';

/** An Argon2id tag to be worked out; memory in KiB. */
export interface HashingTask {
  message: string;
  nonce: Uint8Array;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}

/** How long a thread waits for the next hash before it ends: it takes some megabytes, and is soon there again. */
const idleMs = 15_000;

interface Thread {
  worker: Worker;
  idle?: NodeJS.Timeout;
  /** Who waits for it; it has one hash at a time. */
  task: { resolve: (tag: Buffer) => void; reject: (error: Error) => void } | null;
}

/**
 * Works out Argon2id in threads of their own, at most so many at once, the next one in its turn. Neither files nor
 * names of hosts wait behind a hash, as they would in the threads that Node keeps for all of them.
 */
export function hashingThreads(max: number): (task: HashingTask) => Promise<Buffer> {
  const threads: Thread[] = [];

  const forget = (thread: Thread): void => {
    if (threads.includes(thread)) threads.splice(threads.indexOf(thread), 1);
  };
  const end = (thread: Thread): void => {
    forget(thread);
    void thread.worker.terminate();
  };
  const start = (): Thread => {
    const worker = new Worker(new URL('./hashing.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
      execArgv: [],
      env: {},
    });
    const thread: Thread = { worker, task: null };
    threads.push(thread);
    const lost = (error: Error): void => {
      forget(thread);
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
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('a thread that works out hashes has ended')));
    return thread;
  };

  return (task) =>
    new Promise((resolve, reject) => {
      const thread = threads.find(({ task }) => task === null) ?? (threads.length < max ? start() : null);
      if (thread === null) throw new Error('more hashes at once than there are threads');
      clearTimeout(thread.idle);
      thread.task = { resolve, reject };
      // The program may end while a thread has nothing to do, and not while somebody waits for it.
      thread.worker.ref();
      thread.worker.postMessage(task);
    });
}
