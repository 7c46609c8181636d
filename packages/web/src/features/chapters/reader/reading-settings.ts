import { defaultReadingSettings } from '@inkling/contract/reading-settings';
import { deviceSettings } from '../../../lib/device-settings.ts';
import { parseReadingSettings } from './reading-attributes.ts';

declare module 'react' {
  interface CSSProperties {
    '--reading-line'?: number;
    '--reading-width'?: number;
  }
}

/** How the reader reads, as stored on this device. Changes go through features/reading-comfort/change-settings.ts. */
export const readingSettings = deviceSettings(
  'reading-settings',
  defaultReadingSettings,
  parseReadingSettings,
);
export const useReadingSettings = readingSettings.use;
