/** Longer than a page is watched for what its opening costs (docs/performance.md). */
const quietMs = 4000;

/** Runs something once the page has fetched nothing for a while: it is there, and the network is free. */
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
