import { defaultReadingSettings } from '@inkling/contract/reading-settings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api.ts';
import { saveReadingSettings } from '../../lib/save-reading-settings.ts';
import { meQuery, useMeQuery } from '../../lib/session.ts';
import { readingSettings } from '../chapters/reader/reading-settings.ts';
import { adoptSettings } from './adopt-settings.ts';
import { changeReadingSettings, onSettingsChange, settingsSent, unsentChanges } from './change-settings.ts';

/** Changes in quick succession, such as those of a slider, are sent together. */
const sendAfterMs = 1500;

/** Sends what the account does not have yet. A failure is tried again with the next change, connection or page. */
async function send(client: QueryClient, person: string, keepalive: boolean): Promise<void> {
  const { owner, times } = unsentChanges.read();
  if (owner !== person || Object.keys(times).length === 0) return;
  const settings: Record<string, unknown> = { ...readingSettings.read() };
  const changes = Object.fromEntries(
    Object.entries(times).map(([name, at]) => [
      name,
      { value: settings[name], age: Math.max(0, Date.now() - at) },
    ]),
  );
  const readingPreferences = await saveReadingSettings(changes, keepalive);
  const now = unsentChanges.read();
  if (now.owner !== person) return;
  // What was changed while the request was on its way stays.
  const later = Object.entries(now.times).filter(([name, at]) => Reflect.get(times, name) !== at);
  // First, so that no tab takes what it had asked for before as newer than the changes.
  settingsSent.change({ at: Date.now() });
  unsentChanges.change({ times: Object.fromEntries(later) });
  client.setQueryData(meQuery.queryKey, (me) => me && { ...me, readingPreferences });
}

/** Whether a theme was chosen here that the reader does not own: its purchase was undone on another device. */
const isThemeRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ path }) => path === 'readingSettings.theme');

/** Keeps the reading settings of this device and of the account in step while the component is shown. */
export function useSettingsSync(): void {
  const client = useQueryClient();
  const { data: me, dataUpdatedAt, refetch } = useMeQuery();
  useEffect(() => {
    if (me === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (keepalive: boolean) => {
      clearTimeout(timer);
      send(client, me._id, keepalive).catch((error: unknown) => {
        // Everything else stays among the unsent changes.
        if (isThemeRefused(error)) changeReadingSettings({ theme: defaultReadingSettings.theme });
      });
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, sendAfterMs, false);
    };
    const onHide = () => document.visibilityState === 'hidden' && flush(true);
    const { readingSettings } = me.readingPreferences;
    if (!adoptSettings({ _id: me._id, readingSettings }, dataUpdatedAt)) void refetch();
    soon();
    const stop = onSettingsChange(soon);
    window.addEventListener('online', soon);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      stop();
      window.removeEventListener('online', soon);
      document.removeEventListener('visibilitychange', onHide);
      flush(true);
    };
  }, [me, dataUpdatedAt, refetch, client]);
}
