import { deviceSettings } from '../../../lib/device-settings.ts';

export const fontSizes = ['sm', 'md', 'lg', 'xl'] as const;
export const readingThemes = ['dark', 'sepia', 'light'] as const;

export interface ReadingSettings {
  size: (typeof fontSizes)[number];
  theme: (typeof readingThemes)[number];
}

const defaults: ReadingSettings = { size: 'md', theme: 'dark' };

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.some((one) => one === value);

const settings = deviceSettings(
  'reading-settings',
  defaults,
  ({ size, theme }): ReadingSettings => ({
    size: isOneOf(fontSizes, size) ? size : defaults.size,
    theme: isOneOf(readingThemes, theme) ? theme : defaults.theme,
  }),
);

export const changeReadingSettings = settings.change;
/** The font size and theme of the reading screen, as chosen on this device. */
export const useReadingSettings = settings.use;
