import { useSyncExternalStore } from 'react';
import type { RainState } from './rain.ts';

/** What the reading screen can do besides showing text; the preview of a chapter has none of it. */
export interface ReaderTools {
  /** Starts to read aloud. */
  readAloud: () => void;
  rain: RainState;
}

let tools: ReaderTools | null = null;
const listeners = new Set<() => void>();

/** Offers the tools in the settings; null when the reading screen is left. */
export function offerReaderTools(offered: ReaderTools | null): void {
  tools = offered;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useReaderTools = (): ReaderTools | null =>
  useSyncExternalStore(
    subscribe,
    () => tools,
    () => null,
  );
