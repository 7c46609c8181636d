/** The app's look: follows the system until somebody chooses. */
export type Theme = 'system' | 'paper' | 'ink';

const key = 'theme';

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'paper' || kept === 'ink' ? kept : 'system';
  } catch {
    return 'system';
  }
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
