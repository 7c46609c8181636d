/** The parts of `document` that are used, so that tests can pass their own. */
type Page = EventTarget & Pick<Document, 'visibilityState'>;
type Screen = Pick<WakeLock, 'request'>;

/**
 * Keeps the screen on while the page is in view, until the returned function is called. Browsers release the lock when the
 * page is hidden; it is requested again when the page is shown.
 */
export function keepAwake(page: Page, screen: Screen): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const take = async (): Promise<void> => {
    if (isOver || page.visibilityState !== 'visible' || lock?.released === false) return;
    // Browsers refuse when the battery is almost empty; the next return to the page tries again.
    lock = await screen.request('screen').catch(() => null);
    if (isOver) await lock?.release();
  };
  let taking = take();
  // One after the other: of two requests at a time, one lock would be lost and never released.
  const onChange = () => {
    taking = taking.then(take);
  };
  page.addEventListener('visibilitychange', onChange);
  return () => {
    isOver = true;
    page.removeEventListener('visibilitychange', onChange);
    void lock?.release();
  };
}
