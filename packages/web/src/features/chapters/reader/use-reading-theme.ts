import type { ReadingSettings } from '@inkling/contract/reading-settings';
import { useLayoutEffect } from 'react';
import { updateThemeColor } from '../../../lib/theme-color.ts';

/** Gives the whole document the reading theme, dialogs and toasts included. Other pages end it (`usePageTheme`). */
export function useReadingTheme(theme: ReadingSettings['theme']): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.readingTheme = theme;
    updateThemeColor();
  }, [theme]);
}
