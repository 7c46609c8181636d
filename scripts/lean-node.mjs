/**
 * How Node is started for a server: half the memory under load, at no cost that can be measured
 * (docs/performance.md). The Dockerfile says the same.
 */
export const leanNode = {
  // Young objects in small spaces, tidied by one thread, which for so few is quicker than to share the work out; and
  // told how much there is, V8 tidies up before it asks for more.
  args: ['--max-semi-space-size=8', '--no-parallel-scavenge', '--max-old-space-size=400'],
  // glibc moves these two bounds up by itself as it goes, and then keeps what was freed: pages are copied, one a request.
  env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' },
};
