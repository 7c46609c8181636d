import { useEffect } from 'react';
import { deviceSettings } from '../../lib/device-settings.ts';

const settings = deviceSettings('highlight-lines', { on: false }, ({ on }) => ({ on: on === true }));

export const changeHighlightLines = (on: boolean): void => settings.change({ on });

/** Whether each color of highlights also has a line of its own, for readers who cannot tell the colors apart. */
export function useHighlightLines(): boolean {
  const { on } = settings.use();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-highlight-lines', on);
    return () => document.documentElement.removeAttribute('data-highlight-lines');
  }, [on]);
  return on;
}
