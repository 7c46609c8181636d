import { readingChoices } from '@inkling/contract/reading-settings';
import { readingSettings } from '../chapters/reader/reading-settings.ts';
import { changeReadingSettings } from './change-settings.ts';

function changeSize(step: 1 | -1): void {
  const size = readingChoices.size[readingChoices.size.indexOf(readingSettings.read().size) + step];
  if (size !== undefined) changeReadingSettings({ size });
}

function nextTheme(): void {
  const { theme: themes } = readingChoices;
  const theme = themes[(themes.indexOf(readingSettings.read().theme) + 1) % themes.length];
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
