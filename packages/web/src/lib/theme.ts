import { useSyncExternalStore } from 'react';
import { updateThemeColor } from './theme-color.ts';

/** The app's theme: follows the system until the user chooses one. */
export type Theme = 'system' | 'paper' | 'ink';

const key = 'theme';
const listeners = new Set<() => void>();
/** The chosen theme when it could not be stored. */
let unstored: Theme | null = null;

function readTheme(): Theme {
  if (unstored !== null) return unstored;
  try {
    const stored = localStorage.getItem(key);
    return stored === 'paper' || stored === 'ink' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme; every theme control on the page follows it. */
export const useTheme = (): Theme => useSyncExternalStore<Theme>(subscribe, readTheme, () => 'system');

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  updateThemeColor();
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
    unstored = theme;
  }
  for (const listener of listeners) listener();
}
