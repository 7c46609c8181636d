import { useEffect } from 'react';
import { replayKey } from '../../../lib/early-keys.ts';

/** The last press of Shift and an arrow key that came before the script that selects text with them. */
let pending: KeyboardEvent | null = null;
let isReady = false;

/** Keeps that press for the script (features/annotations/use-keyboard-selection.ts), which the press itself may have loaded. */
export function usePendingSelectionKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isReady && event.shiftKey && event.key.startsWith('Arrow')) pending = event;
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      pending = null;
    };
  }, []);
}

/** The script acts on such keys from now on, beginning with the one that was kept; returns what ends that. */
export function takeSelectionKeys(): () => void {
  isReady = true;
  const key = pending;
  pending = null;
  if (key !== null) replayKey(key);
  return () => {
    isReady = false;
  };
}
