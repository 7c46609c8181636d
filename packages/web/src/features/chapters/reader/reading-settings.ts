import { defaultReadingSettings, type ReadingSettings } from '@inkling/contract/reading-settings';
import { deviceSettings } from '../../../lib/device-settings.ts';
import { getQueryClient } from '../../../lib/query.ts';
import { meQuery } from '../../../lib/session.ts';
import { parseReadingSettings } from './reading-attributes.ts';

declare module 'react' {
  interface CSSProperties {
    '--reading-line'?: number;
    '--reading-width'?: number;
  }
}

const shown = new WeakMap<object, ReadingSettings>();

/** The account's settings on a written page; the same object each time. */
function ofAccount(): ReadingSettings {
  const chosen = getQueryClient().getQueryData(meQuery.queryKey)?.readingPreferences.readingSettings;
  if (chosen === undefined) return defaultReadingSettings;
  const settings = shown.get(chosen) ?? { ...defaultReadingSettings, ...chosen };
  shown.set(chosen, settings);
  return settings;
}

/** How the reader reads, as stored on this device. Changes go through features/reading-comfort/change-settings.ts. */
export const readingSettings = deviceSettings(
  'reading-settings',
  defaultReadingSettings,
  parseReadingSettings,
  ofAccount,
);
export const useReadingSettings = readingSettings.use;
