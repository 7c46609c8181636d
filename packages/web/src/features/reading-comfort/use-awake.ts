import { useEffect } from 'react';

/** Keeps the screen on while the page is in view. Browsers release the lock when the page is hidden; it is requested again when the page is shown. */
export function useAwake(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
      try {
        const taken = await navigator.wakeLock.request('screen');
        if (isOver) await taken.release();
        else lock = taken;
      } catch {
        // With an almost empty battery, browsers refuse; the next return to the page tries again.
      }
    };
    const onChange = () => void take();
    void take();
    document.addEventListener('visibilitychange', onChange);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onChange);
      void lock?.release();
    };
  }, [wanted]);
}
