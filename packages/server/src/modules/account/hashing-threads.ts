import { Piscina } from 'piscina';

/** Input for one Argon2id hash; memory in KiB. */
export interface HashingTask {
  message: string;
  nonce: Uint8Array;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}

/** An idle thread uses some megabytes, and a new one starts quickly. */
const idleTimeout = 15_000;

/**
 * Computes Argon2id in at most `max` dedicated threads. In libuv's thread pool, file access and DNS lookups would
 * wait behind the hashes.
 */
export function hashingThreads(max: number): (task: HashingTask) => Promise<Buffer> {
  const pool = new Piscina<HashingTask, Uint8Array>({
    filename: new URL('./hashing.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: max,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    execArgv: [],
    env: {},
    recordTiming: false,
    workerHistogram: false,
  });
  // Callers get the failures; without a listener the pool would end the process.
  pool.on('error', () => {});
  return async (task) => Buffer.from(await pool.run(task));
}
