/**
 * Calls `run` whenever the text may have moved: it was scrolled, or the window or the page has another size, as after a new
 * chapter or font size. Returns a function that stops it.
 */
export function onTextMove(run: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  // Captured: in pages, the text scrolls and not the window.
  window.addEventListener('scroll', run, { signal, passive: true, capture: true });
  window.addEventListener('resize', run, { signal });
  const page = new ResizeObserver(run);
  page.observe(document.body);
  return () => {
    stopped.abort();
    page.disconnect();
  };
}
