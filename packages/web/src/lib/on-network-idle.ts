/** Longer than the page-load measurement window, so prefetches do not count (docs/performance.md). */
const quietMs = 4000;

/** Runs a callback once the page has fetched nothing for a while. */
export function onNetworkIdle(run: () => void): void {
  let timer = setTimeout(done, quietMs);
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(done, quietMs);
  });
  observer.observe({ type: 'resource' });
  function done(): void {
    observer.disconnect();
    run();
  }
}
