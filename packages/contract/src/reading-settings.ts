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
} as const;

/** Themes for those who own the item `theme-<name>` (docs/product/store.md#items). */
export const storeThemes = ['dusk', 'moss'] as const;
export const isStoreTheme = (theme: string): theme is (typeof storeThemes)[number] =>
  (storeThemes as readonly string[]).includes(theme);

/** Settings with a number. `width` is in characters of a line, `lineHeight` in font sizes. */
export const readingRanges = {
  lineHeight: { min: 1.2, max: 2, step: 0.1 },
  width: { min: 45, max: 90, step: 1 },
} as const;

type Choices = { [Name in keyof typeof readingChoices]: (typeof readingChoices)[Name][number] };
type Ranges = Record<keyof typeof readingRanges, number>;
/** `awake`: keep the screen on. `keys`: keyboard shortcuts. `rain`: the sound of rain. */
type Switches = Record<'justify' | 'awake' | 'keys' | 'rain', boolean>;

export type ReadingSettings = Choices & Ranges & Switches;
export type ReadingSetting = keyof ReadingSettings;

export const defaultReadingSettings: ReadingSettings = {
  size: 'md',
  theme: 'dark',
  face: 'serif',
  layout: 'scroll',
  controls: 'auto',
  lineHeight: 1.7,
  width: 66,
  justify: false,
  awake: false,
  keys: true,
  rain: false,
};
