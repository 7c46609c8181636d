import { useLayoutEffect } from 'react';
import { updateThemeColor } from '../../lib/theme-color.ts';
import type { LayoutName } from './layouts.ts';

/** Ends the reading theme on other pages, and colors the browser's bars; follows a change of the system's theme. */
export function usePageTheme(layout: LayoutName | undefined): void {
  useLayoutEffect(() => {
    if (layout !== 'reader') delete document.documentElement.dataset.readingTheme;
    updateThemeColor();
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', updateThemeColor);
    return () => system.removeEventListener('change', updateThemeColor);
  }, [layout]);
}
