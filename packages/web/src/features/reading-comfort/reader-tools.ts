import { useSyncExternalStore } from 'react';
import { listenerSet } from '../../lib/listeners.ts';
import type { RainState } from './rain.ts';

/** What the reading screen can do besides showing text; the preview of a chapter has none of it. */
export interface ReaderTools {
  /** Starts to read aloud. */
  readAloud: () => void;
  rain: RainState;
  /** Whether its pages can have vertical lines. */
  setsVertically: boolean;
}

let tools: ReaderTools | null = null;
const listeners = listenerSet();

/** Offers the tools in the settings; null when the reading screen is left. */
export function offerReaderTools(offered: ReaderTools | null): void {
  tools = offered;
  listeners.notify();
}

export const useReaderTools = (): ReaderTools | null =>
  useSyncExternalStore(
    listeners.subscribe,
    () => tools,
    () => null,
  );
