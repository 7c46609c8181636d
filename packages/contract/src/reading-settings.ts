/**
 * How a person reads: the settings of the reading screen (docs/product/reading-comfort.md#settings). No schemas here:
 * the browser imports this file without zod.
 */

/** Settings with a few values, the first of which need not be the default. */
export const readingChoices = {
  size: ['sm', 'md', 'lg', 'xl', '2xl', '3xl'],
  theme: ['dark', 'sepia', 'light', 'system', 'dusk', 'moss'],
  face: ['serif', 'sans', 'dyslexic'],
  layout: ['scroll', 'paged'],
  controls: ['always', 'auto', 'focus'],
  margins: ['narrow', 'normal', 'wide'],
} as const;

/** Themes for those who own the item `theme-<name>` (docs/product/store.md#items). */
export const storeThemes = ['dusk', 'moss'] as const;
export const isStoreTheme = (theme: string): theme is (typeof storeThemes)[number] =>
  (storeThemes as readonly string[]).includes(theme);

/** Settings with a number. `width` is in characters of a line, `lineHeight` and `letterSpacing` in font sizes. */
export const readingRanges = {
  lineHeight: { min: 1.2, max: 2, step: 0.1 },
  width: { min: 45, max: 90, step: 1 },
  letterSpacing: { min: 0, max: 0.12, step: 0.02 },
} as const;

type Choices = { [Name in keyof typeof readingChoices]: (typeof readingChoices)[Name][number] };
type Ranges = Record<keyof typeof readingRanges, number>;
/**
 * `vertical`: pages of Chinese and Japanese stories in vertical lines. `awake`: keep the screen on. `keys`: keyboard
 * shortcuts. `rain`: the sound of rain.
 */
type Switches = Record<'justify' | 'vertical' | 'awake' | 'keys' | 'rain', boolean>;

export type ReadingSettings = Choices & Ranges & Switches;
export type ReadingSetting = keyof ReadingSettings;

export const defaultReadingSettings: ReadingSettings = {
  size: 'md',
  theme: 'dark',
  face: 'serif',
  layout: 'scroll',
  controls: 'auto',
  margins: 'normal',
  lineHeight: 1.7,
  width: 66,
  letterSpacing: 0,
  justify: false,
  vertical: false,
  awake: false,
  keys: true,
  rain: false,
};
