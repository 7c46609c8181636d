import type { Opening } from '@inkling/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { meQuery } from '../../lib/session.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import { readingSettings } from '../chapters/reader/reading-settings.ts';
import { settingsSent, unsentChanges } from './change-settings.ts';
import { settingNames, withAccountSettings } from './merge-settings.ts';

/** Whether another tab has sent changes since this one asked for the account. */
function isOutdated(askedAt: number): boolean {
  const { at } = settingsSent.read();
  return askedAt < at && at <= Date.now();
}

/**
 * Shows the account's settings, except for what was changed here and not sent yet. False if changes were sent since
 * `askedAt`, in milliseconds: then nothing changes.
 */
export function adoptSettings(reader: Opening['reader'], askedAt: number): boolean {
  if (isOutdated(askedAt)) return false;
  const onDevice = { settings: readingSettings.read(), unsent: unsentChanges.read() };
  const merged = withAccountSettings(onDevice, reader._id, reader.readingSettings, Date.now());
  unsentChanges.change(merged.unsent);
  // What has not changed must not lay out the text again.
  if (settingNames.some((name) => merged.settings[name] !== onDevice.settings[name]))
    readingSettings.change(merged.settings);
  return true;
}

/**
 * Applies the settings that come with the opening of a story. Returns whether that is done: before, no text may be shown
 * (docs/product/reading-comfort.md#settings).
 */
export function useOpeningSettings(
  opening: Opening | undefined,
  askedAt: number | null | undefined,
): boolean {
  const client = useQueryClient();
  const [isApplied, setApplied] = useState(false);
  // A written page has the account's settings.
  const isTakenOver = !useIsHydrated();
  const reader = opening?.reader;
  useLayoutEffect(() => {
    if (reader === undefined) return;
    if (typeof askedAt === 'number' && adoptSettings(reader, askedAt)) {
      // What was fetched of the account before must not undo it.
      client.setQueryData(meQuery.queryKey, (me) => {
        if (me === undefined) return undefined;
        const { readingSettings } = reader;
        return { ...me, readingPreferences: { ...me.readingPreferences, readingSettings } };
      });
    }
    setApplied(true);
  }, [client, reader, askedAt]);
  return isApplied || isTakenOver;
}
