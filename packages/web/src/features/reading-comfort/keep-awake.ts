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
  let isRequesting = false;
  let wasShown = false;
  const take = async (): Promise<void> => {
    if (isOver || page.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
    // With two requests at a time, one lock would be lost and never released.
    if (isRequesting) {
      wasShown = true;
      return;
    }
    isRequesting = true;
    wasShown = false;
    try {
      const taken = await screen.request('screen');
      if (isOver) await taken.release();
      else lock = taken;
    } catch {
      // Browsers refuse when the battery is almost empty; the next return to the page tries again.
    }
    isRequesting = false;
    if (wasShown) await take();
  };
  const onChange = () => void take();
  onChange();
  page.addEventListener('visibilitychange', onChange);
  return () => {
    isOver = true;
    page.removeEventListener('visibilitychange', onChange);
    void lock?.release();
  };
}
