/** Runs once the next frame has been painted; at once if the page is hidden, where none is, or when it is left before. */
export function afterPaint(run: () => void): void {
  const done = new AbortController();
  const once = () => {
    if (done.signal.aborted) return;
    done.abort();
    run();
  };
  if (document.visibilityState === 'hidden') return once();
  requestAnimationFrame(() => setTimeout(once));
  document.addEventListener('visibilitychange', once, { signal: done.signal });
  addEventListener('pagehide', once, { signal: done.signal });
}
