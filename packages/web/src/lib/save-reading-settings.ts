import type { ReadingSettingChanges } from '@inkling/contract/reading-settings-schema';
import type { ReadingPreferences } from '@inkling/contract/users';
import { call } from './api.ts';

/** Sends changed reading settings; with `keepalive` the request outlives the page. Here, since it loads after the text. */
export async function saveReadingSettings(
  readingSettings: ReadingSettingChanges,
  keepalive: boolean,
): Promise<ReadingPreferences> {
  return (await call('PATCH /users/preferences', { body: { readingSettings } }, { keepalive })).data;
}
