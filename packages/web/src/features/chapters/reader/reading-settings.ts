import { useSyncExternalStore } from 'react';

export const fontSizes = ['sm', 'md', 'lg', 'xl'] as const;
export const readingThemes = ['dark', 'sepia', 'light'] as const;

export interface ReadingSettings {
  size: (typeof fontSizes)[number];
  theme: (typeof readingThemes)[number];
}

const defaults: ReadingSettings = { size: 'md', theme: 'dark' };
const key = 'reading-settings';
const listeners = new Set<() => void>();
let current: ReadingSettings | undefined;

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.some((one) => one === value);

/** Reads the stored settings; invalid values become the defaults. */
function read(): ReadingSettings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const { size, theme } =
      typeof stored === 'object' && stored !== null ? (stored as Partial<ReadingSettings>) : {};
    return {
      size: isOneOf(fontSizes, size) ? size : defaults.size,
      theme: isOneOf(readingThemes, theme) ? theme : defaults.theme,
    };
  } catch {
    return defaults;
  }
}

const snapshot = (): ReadingSettings => {
  current ??= read();
  return current;
};

export function changeReadingSettings(changes: Partial<ReadingSettings>): void {
  current = { ...snapshot(), ...changes };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The font size and theme of the reading screen, as chosen on this device. */
export const useReadingSettings = (): ReadingSettings =>
  useSyncExternalStore(subscribe, snapshot, () => defaults);
