import { isStoreTheme, type ReadingSettings, readingChoices } from '@inkling/contract/reading-settings';
import { readingSettings } from '../chapters/reader/reading-settings.ts';
import { changeReadingSettings } from './change-settings.ts';

function changeSize(step: 1 | -1): void {
  const size = readingChoices.size[readingChoices.size.indexOf(readingSettings.read().size) + step];
  if (size !== undefined) changeReadingSettings({ size });
}

/** From theme to theme; that of the system counts as the one that it looks like, so that each press shows. */
function nextTheme(): void {
  const themes: ReadingSettings['theme'][] = readingChoices.theme.filter(
    (one) => one !== 'system' && !isStoreTheme(one),
  );
  const chosen = readingSettings.read().theme;
  const ofSystem = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const shown = chosen === 'system' ? ofSystem : chosen;
  const theme = themes[(themes.indexOf(shown) + 1) % themes.length];
  if (theme !== undefined) changeReadingSettings({ theme });
}

/** What single keys do on the reading screen (docs/product/reading-comfort.md#keys). */
export function act(key: string): void {
  if (key === '+' || key === '=') changeSize(1);
  else if (key === '-') changeSize(-1);
  else if (key === 't') nextTheme();
  // Presses the header's button, so that the state is in one place.
  else if (key === 'b') document.querySelector<HTMLElement>('.reader-bar [aria-pressed]')?.click();
}
