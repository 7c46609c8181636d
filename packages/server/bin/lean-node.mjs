/**
 * By default, glibc raises the two thresholds over time and then retains freed memory. Blocks of 32 KB or more are
 * mappings of their own, which are returned when they are freed; from 128 KB on, 100 MB of holes stayed after 14 minutes
 * of imports and exports (docs/performance.md#memory).
 */
export const leanMalloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

/** Options of Node for a server (`--expose-gc` for platform/revision-cache.ts): half the memory under load at no measurable cost (docs/performance.md). */
export const leanNode = {
  // A small young generation, collected by one thread, which is faster at this size. With a heap limit, V8 collects
  // garbage before it requests more memory.
  args: ['--max-semi-space-size=8', '--no-parallel-scavenge', '--max-old-space-size=400', '--expose-gc'],
  env: leanMalloc,
};
