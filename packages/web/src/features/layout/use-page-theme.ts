import { useLayoutEffect } from 'react';
import { useMe } from '../../lib/session.ts';
import { updateThemeColor } from '../../lib/theme-color.ts';
import type { LayoutName } from './layouts.ts';

/** Colors the marks of saved stories for a reader with the ribbon in use. */
export function useRibbon(): void {
  const hasRibbon = useMe(false)?.itemsInUse.includes('silk-ribbon') ?? false;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-ribbon', hasRibbon);
  }, [hasRibbon]);
}

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
