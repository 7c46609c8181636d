import { useReadingSettings } from '../chapters/reader/reading-settings.ts';
import { useAwake } from './use-awake.ts';
import { useSettingsSync } from './use-settings-sync.ts';

/** What makes reading comfortable beside the text. Loaded after it is shown. */
export function ReadingComfort() {
  const { awake } = useReadingSettings();
  useSettingsSync();
  useAwake(awake);
  return null;
}
