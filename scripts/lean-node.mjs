/**
 * How Node is started for a server: half the memory under load, at no cost that can be measured
 * (docs/performance.md). The Dockerfile says the same.
 */
export const leanNode = {
  // Young objects in small spaces; and told how much there is, V8 tidies up before it asks for more.
  args: ['--max-semi-space-size=8', '--max-old-space-size=400'],
  env: { MALLOC_ARENA_MAX: '2' },
};
