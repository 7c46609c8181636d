import { useSyncExternalStore } from 'react';
import { listenerSet } from './listeners.ts';
import { updateThemeColor } from './theme-color.ts';

/** The app's theme: follows the system until the user chooses one. */
export type Theme = 'system' | 'paper' | 'ink';

const key = 'theme';
const listeners = listenerSet();
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

/** The chosen theme; every theme control on the page follows it. */
export const useTheme = (): Theme =>
  useSyncExternalStore<Theme>(listeners.subscribe, readTheme, () => 'system');

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
  listeners.notify();
}
