import { useSyncExternalStore } from 'react';

/** The app's look: follows the system until somebody chooses. */
export type Theme = 'system' | 'paper' | 'ink';

const key = 'theme';
const listeners = new Set<() => void>();
/** A choice that could not be stored. */
let unstored: Theme | null = null;

function readTheme(): Theme {
  if (unstored !== null) return unstored;
  try {
    const kept = localStorage.getItem(key);
    return kept === 'paper' || kept === 'ink' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen look; wherever it is chosen, every choice of it shows it. */
export const useTheme = (): Theme => useSyncExternalStore<Theme>(listen, readTheme, () => 'system');

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
    unstored = theme;
  }
  for (const listener of listeners) listener();
}
