import { threadPool } from '../../platform/threads.ts';

/** Input for one Argon2id hash; memory in KiB. */
export interface HashingTask {
  message: string;
  nonce: Uint8Array;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}

/**
 * Computes Argon2id in at most `max` dedicated threads. In libuv's thread pool, file access and DNS lookups would
 * wait behind the hashes.
 */
export function hashingThreads(max: number): (task: HashingTask) => Promise<Buffer> {
  const pool = threadPool<HashingTask, Uint8Array>({
    filename: new URL('./hashing.worker.ts', import.meta.url).href,
    maxThreads: max,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  return async (task) => Buffer.from(await pool.run(task));
}
