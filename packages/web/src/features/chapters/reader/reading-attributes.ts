import { isRightToLeft } from '@inkling/contract/language';
import {
  defaultReadingSettings,
  type ReadingSettings,
  readingChoices,
  readingRanges,
} from '@inkling/contract/reading-settings';

/** What is stored, with defaults in place of what is missing or invalid. */
export function parseReadingSettings(stored: { [name in keyof ReadingSettings]?: unknown }): ReadingSettings {
  const parsed = { ...defaultReadingSettings };
  const choices: Record<string, readonly unknown[]> = readingChoices;
  const ranges: Record<string, { min: number; max: number }> = readingRanges;
  for (const [name, value] of Object.entries(stored)) {
    const range = ranges[name];
    const isValid = range
      ? typeof value === 'number' && value >= range.min && value <= range.max
      : (choices[name]?.includes(value) ?? typeof value === 'boolean');
    if (isValid && name in parsed) Object.assign(parsed, { [name]: value });
  }
  return parsed;
}

/** Whether books in the language have vertical lines too. */
export const isSetVertically = (language: string): boolean => /^(zh|ja)(-|$)/.test(language);

/** Whether a story goes on to the left: its pages turn there, and progress and sliders run that way. */
export const goesLeft = (language: string, { layout, vertical }: ReadingSettings): boolean =>
  isRightToLeft(language) || (layout === 'paged' && vertical && isSetVertically(language));

/** The attributes of the reading screen that its style sheets follow (reading.css). */
export const readingAttributes = (settings: ReadingSettings) => ({
  'data-reading-size': settings.size,
  'data-face': settings.face,
  'data-layout': settings.layout,
  'data-controls': settings.controls,
  'data-margins': settings.margins,
  'data-justify': settings.justify || undefined,
  style: {
    '--reading-line': settings.lineHeight,
    '--reading-width': settings.width,
    '--reading-spacing': settings.letterSpacing,
  },
});
