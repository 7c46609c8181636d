import type { ReadingSettings } from '@inkling/contract/reading-settings';
import { useLayoutEffect } from 'react';
import { updateThemeColor } from '../../../lib/theme-color.ts';

/**
 * Gives the whole document a reading theme, dialogs and toasts included; null is the site's own. Other pages end it
 * (`usePageTheme`).
 */
export function useReadingTheme(theme: ReadingSettings['theme'] | null): void {
  useLayoutEffect(() => {
    if (theme === null) delete document.documentElement.dataset.readingTheme;
    else document.documentElement.dataset.readingTheme = theme;
    updateThemeColor();
  }, [theme]);
}
