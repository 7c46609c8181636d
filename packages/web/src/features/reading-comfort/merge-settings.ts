import {
  defaultReadingSettings,
  type ReadingSetting,
  type ReadingSettings,
} from '@inkling/contract/reading-settings';
import type { UnsentChanges } from './change-settings.ts';

interface OnDevice {
  settings: ReadingSettings;
  unsent: UnsentChanges;
}

export const settingNames = Object.keys(defaultReadingSettings).filter(
  (name): name is ReadingSetting => name in defaultReadingSettings,
);

/**
 * What the device shows once the account's settings are known: the account's, except for what was changed here since.
 * Before a reader has signed in, what was chosen on the device becomes theirs where they had chosen nothing. What another
 * reader left on the device does not (docs/product/reading-comfort.md#settings).
 */
export function withAccountSettings(
  { settings, unsent }: OnDevice,
  person: string,
  account: Partial<ReadingSettings>,
  now: number,
): OnDevice {
  if (unsent.owner !== null && unsent.owner !== person) {
    return {
      settings: { ...defaultReadingSettings, ...account },
      unsent: { owner: person, times: {} },
    };
  }
  const times = { ...unsent.times };
  const merged = { ...settings };
  for (const name of settingNames) {
    if (times[name] !== undefined) continue;
    if (account[name] !== undefined) Object.assign(merged, { [name]: account[name] });
    else if (unsent.owner === null && settings[name] !== defaultReadingSettings[name]) times[name] = now;
    else Object.assign(merged, { [name]: defaultReadingSettings[name] });
  }
  return { settings: merged, unsent: { owner: person, times } };
}
