import { useEffect, useRef, useState } from 'react';

/**
 * A button that is on or off on the server too. It shows the wish at once; only the last wish is sent, one
 * request at a time; the server's answer wins, and a failure puts the old state back.
 */
export function useToggle(
  stored: boolean,
  send: (wish: boolean) => Promise<boolean>,
): { on: boolean; busy: boolean; toggle: () => void } {
  const [shown, setShown] = useState(stored);
  const [busy, setBusy] = useState(false);
  const state = useRef({ stored, wish: stored, running: false });

  useEffect(() => {
    if (state.current.running) return;
    state.current.stored = stored;
    state.current.wish = stored;
    setShown(stored);
  }, [stored]);

  const run = async (): Promise<void> => {
    const now = state.current;
    now.running = true;
    setBusy(true);
    try {
      while (now.wish !== now.stored) {
        const sent = now.wish;
        now.stored = await send(sent);
        // Nobody asked for more meanwhile: what the server says is what is.
        if (now.wish === sent) now.wish = now.stored;
      }
    } catch {
      now.wish = now.stored;
    } finally {
      now.running = false;
      setShown(now.stored);
      setBusy(false);
    }
  };

  const toggle = (): void => {
    state.current.wish = !state.current.wish;
    setShown(state.current.wish);
    if (!state.current.running) void run();
  };
  return { on: shown, busy, toggle };
}
