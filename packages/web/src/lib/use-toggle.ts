import { useEffect, useRef, useState } from 'react';

/** A click as far as it matters here: the second click of a double click has 2 as its `detail`. */
type Click = Pick<UIEvent, 'detail'>;

/** A count on the server that includes whether the toggle is on, as it will be. */
export const shownCount = (count: number, isOn: boolean, willBeOn: boolean): number =>
  Math.max(0, count + Number(willBeOn) - Number(isOn));

/**
 * A toggle whose state is stored on the server. It updates optimistically and sends only the latest state, one
 * request at a time. The server's response wins, and a failure restores the stored state.
 */
export function useToggle(
  stored: boolean,
  send: (wanted: boolean) => Promise<boolean>,
): { on: boolean; busy: boolean; toggle: (click: Click) => void } {
  const [shown, setShown] = useState(stored);
  const [busy, setBusy] = useState(false);
  const state = useRef({ stored, wanted: stored, running: false });

  useEffect(() => {
    if (state.current.running) return;
    state.current.stored = stored;
    state.current.wanted = stored;
    setShown(stored);
  }, [stored]);

  const run = async (): Promise<void> => {
    const now = state.current;
    now.running = true;
    setBusy(true);
    try {
      while (now.wanted !== now.stored) {
        const sent = now.wanted;
        now.stored = await send(sent);
        // The user has not toggled again during the request: the server's response is final.
        if (now.wanted === sent) now.wanted = now.stored;
      }
    } catch {
      now.wanted = now.stored;
    } finally {
      now.running = false;
      setShown(now.stored);
      setBusy(false);
    }
  };

  const toggle = ({ detail }: Click): void => {
    // A double click means one change, not a change and its end.
    if (detail > 1) return;
    state.current.wanted = !state.current.wanted;
    setShown(state.current.wanted);
    if (!state.current.running) void run();
  };
  return { on: shown, busy, toggle };
}
