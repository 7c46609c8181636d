/** Runs once the next frame has been painted, or before, when the page is hidden or left. */
export function afterPaint(run: () => void): void {
  const done = new AbortController();
  const once = () => {
    if (done.signal.aborted) return;
    done.abort();
    run();
  };
  requestAnimationFrame(() => setTimeout(once));
  for (const sign of ['visibilitychange', 'pagehide']) addEventListener(sign, once, { signal: done.signal });
}
