import {
  defaultReadingSettings,
  type ReadingSetting,
  type ReadingSettings,
} from '@inkling/contract/reading-settings';

/** The changes on a device that the account does not have yet. */
export interface UnsentChanges {
  /** Whose settings this device shows; null until a signed-in reader has opened the reading screen. */
  owner: string | null;
  /** When each was made, by this device's clock in milliseconds. */
  times: Partial<Record<ReadingSetting, number>>;
}

/** What is stored of them: only known settings with a time. */
export function parseUnsentChanges({
  owner,
  times,
}: { [name in keyof UnsentChanges]?: unknown }): UnsentChanges {
  const stored = typeof times === 'object' && times !== null ? Object.entries(times) : [];
  const known = stored.filter(
    ([name, at]) => name in defaultReadingSettings && Number.isFinite(at) && at <= Date.now(),
  );
  return { owner: typeof owner === 'string' ? owner : null, times: Object.fromEntries(known) };
}

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
