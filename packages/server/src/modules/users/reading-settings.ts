import { defaultReadingSettings, type ReadingSettings } from '@inkling/contract/reading-settings';
import type { ChosenReadingSettings, ReadingSettingChanges } from '@inkling/contract/reading-settings-schema';
import { chosenReadingSettings } from '@inkling/contract/reading-settings-schema';

/** By setting, its value and when a device chose it, in milliseconds since 1970. */
export type StoredReadingSettings = Record<string, { value: unknown; at: number }>;

/**
 * The stored settings with the changes of a device: for each setting the newest wins, and of two at the same moment the
 * one that arrives last (docs/product/reading-comfort.md#settings).
 */
export function mergeReadingSettings(
  stored: StoredReadingSettings,
  changes: ReadingSettingChanges,
  now: Date,
): StoredReadingSettings {
  const merged = { ...stored };
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) continue;
    const at = Math.round(now.getTime() - change.age);
    if (at >= (stored[name]?.at ?? at)) merged[name] = { value: change.value, at };
  }
  return merged;
}

/** The stored settings with a theme chosen now; with null, the default instead of the theme `instead`, or of any. */
export function withTheme(
  stored: StoredReadingSettings,
  theme: ReadingSettings['theme'] | null,
  now: Date,
  instead?: string,
): StoredReadingSettings {
  if (theme === null && instead !== undefined && stored.theme?.value !== instead) return stored;
  return { ...stored, theme: { value: theme ?? defaultReadingSettings.theme, at: now.getTime() } };
}

/** The chosen values. One that this version does not know is left out. */
export function chosenSettings(stored: StoredReadingSettings): ChosenReadingSettings {
  const known: ChosenReadingSettings = {};
  for (const [name, { value }] of Object.entries(stored)) {
    const parsed = chosenReadingSettings.safeParse({ [name]: value });
    if (parsed.success) Object.assign(known, parsed.data);
  }
  return known;
}
