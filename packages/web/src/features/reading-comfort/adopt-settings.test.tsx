import { defaultReadingSettings } from '@inkling/contract/reading-settings';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getQueryClient } from '../../lib/query.ts';
import { meQuery } from '../../lib/session.ts';
import { me } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { readingSettings, useReadingSettings } from '../chapters/reader/reading-settings.ts';
import { useOpeningSettings } from './adopt-settings.ts';
import { changeReadingSettings, settingsSent, unsentChanges } from './change-settings.ts';

resetBetweenTests();
beforeEach(() => {
  readingSettings.change(defaultReadingSettings);
  unsentChanges.change({ owner: null, times: {} });
  settingsSent.change({ at: 0 });
  shown.length = 0;
});

/** The settings of each time that the text was rendered. */
const shown: string[] = [];

type Opening = Parameters<typeof useOpeningSettings>[0];
const reader = { _id: me._id, readingSettings: { theme: 'sepia', layout: 'paged' } };

function Screen({ askedAt }: { askedAt: number | null }) {
  const hasSettings = useOpeningSettings({ reader } as Opening, askedAt);
  const { theme, layout } = useReadingSettings();
  if (!hasSettings) return null;
  shown.push(`${theme} ${layout}`);
  return <p>The lamp was lit.</p>;
}

async function open(askedAt: number | null) {
  const screen = await renderPage(<Screen askedAt={askedAt} />);
  await expect.element(page.getByText('The lamp was lit.')).toBeVisible();
  await screen.unmount();
}

test('the account’s settings come with the opening, before any text is rendered', async () => {
  signIn();
  getQueryClient().setQueryData(meQuery.queryKey, me);
  await open(Date.now());
  expect(new Set(shown)).toEqual(new Set(['sepia paged']));
  // What this page knew of the account before does not undo it.
  const known = getQueryClient().getQueryData(meQuery.queryKey);
  expect(known?.readingPreferences.readingSettings).toEqual(reader.readingSettings);
});

test('a change that the account does not have yet, or that was sent since, stays', async () => {
  changeReadingSettings({ theme: 'light' });
  await open(Date.now());
  expect(shown.at(-1)).toBe('light paged');
  readingSettings.change({ theme: 'dark' });
  unsentChanges.change({ times: {} });
  settingsSent.change({ at: Date.now() });
  await open(Date.now() - 1000);
  expect(shown.at(-1)).toBe('dark paged');
});

test('a story that this device has kept brings no settings', async () => {
  await open(null);
  expect(shown.at(-1)).toBe('dark scroll');
});
