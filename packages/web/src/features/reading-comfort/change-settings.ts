import { defaultReadingSettings, type ReadingSettings } from '@inkling/contract/reading-settings';
import { deviceSettings } from '../../lib/device-settings.ts';
import { listenerSet } from '../../lib/listeners.ts';
import { readingSettings } from '../chapters/reader/reading-settings.ts';
import { parseUnsentChanges, type UnsentChanges } from './merge-settings.ts';

export const unsentChanges = deviceSettings<UnsentChanges>(
  'reading-setting-changes',
  { owner: null, times: {} },
  parseUnsentChanges,
);

/** When a tab of this browser last sent changes, in milliseconds. Account data fetched before is outdated. */
export const settingsSent = deviceSettings<{ at: number }>('reading-settings-sent', { at: 0 }, ({ at }) => ({
  at: typeof at === 'number' ? at : 0,
}));

const changed = listenerSet();

/** Calls a function after each change by the reader; returns a function that stops it. */
export const onSettingsChange = changed.subscribe;

/** Changes settings by the reader's choice: shown at once, stored here, and sent to the account soon. */
export function changeReadingSettings(changes: Partial<ReadingSettings>): void {
  readingSettings.change(changes);
  const now = Date.now();
  const times = { ...unsentChanges.read().times };
  for (const name of Object.keys(changes)) Object.assign(times, { [name]: now });
  unsentChanges.change({ times });
  changed.notify();
}

/** Resets every setting except the sound, which does not affect how the text looks. */
export const resetReadingSettings = (): void =>
  changeReadingSettings({ ...defaultReadingSettings, rain: readingSettings.read().rain });
