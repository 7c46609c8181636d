import type { ReadingSession, ReadingStats } from '@inkling/contract/reading-sessions';
import { checkInThemes as check } from './support/states.ts';
import { createStory, expect, expectLoaded, joinViaApi, signUpViaApi, test } from './support/test.ts';

// A page that comes written has what the server knows, and not what a test answers in its place.
test.use({ serviceWorkers: 'block' });

// Reading time follows the server's clock, so hours of reading are mocked responses.
const stats: ReadingStats = {
  sessions: 12,
  seconds: 5460,
  averageSeconds: 455,
  lastReadAt: '2026-01-02T10:00:00.000Z',
  chaptersFinished: 4,
  wordsRead: 12_400,
};
const qualityMetrics = {
  sessions: 11,
  wordsPerMinute: 231,
  longSessionShare: 64,
  chaptersPerSession: 1.4,
  longestSeconds: 4000,
  averageSeconds: 500,
};
const sessionIn = (chapter: ReadingSession['chapter'], index: number): ReadingSession => ({
  _id: `018f0000-0000-7000-8000-00000000000${index}`,
  chapter,
  deviceType: 'mobile',
  startedAt: '2026-01-02T10:00:00.000Z',
  endedAt: index === 0 ? null : '2026-01-02T10:20:00.000Z',
  seconds: 1200,
  syncCount: 120,
  startProgress: 20,
  endProgress: 60,
});

test('a reader’s own time is accessible: the sessions of a story, and the figures of the profile [P24]', async ({
  page,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2 });
  const reader = await signUpViaApi(page, site);
  await page.request.post(`${site.url}/api/v1/chapters/${chapters[0]}/progress`, {
    headers: { authorization: `Bearer ${reader.token}` },
    data: { progress: 50 },
  });
  await page.route(`**/stories/${story}/reading*`, async (route) => {
    const { data, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, data: { ...data, secondsRead: stats.seconds } } });
  });
  await page.route('**/reacting-sessions/stats*', (route) =>
    route.fulfill({ json: { success: true, data: stats } }),
  );
  await page.route('**/reacting-sessions/quality-metrics', (route) =>
    route.fulfill({ json: { success: true, data: { qualityMetrics } } }),
  );
  const list = '**/reacting-sessions/user-story/*';
  const known = { _id: String(chapters[0]), title: 'Evening 1', chapterNumber: 1 };
  const sessions = [known, known, null].map(sessionIn);
  const pagination = { page: 1, limit: 20, total: 25, totalPages: 2, hasMore: true };
  const arrival = Promise.withResolvers<void>();
  let fails = false;
  const failure = { success: false, code: 'INTERNAL', message: 'Something went wrong.' };
  await page.route(list, async (route) => {
    await arrival.promise;
    if (fails) await route.fulfill({ status: 500, json: failure });
    else await route.fulfill({ json: { success: true, data: { sessions }, pagination } });
  });
  const dialog = page.getByRole('dialog', { name: 'My reading sessions' });
  const open = async () => {
    await page.goto(`/story/${story}`);
    await page.getByRole('button', { name: 'You’ve read for 1 h 31 min: my reading sessions' }).click();
  };

  await open();
  await expect(dialog.getByText('Loading…')).toBeAttached();
  await check(page, 'sessions that load');
  arrival.resolve();
  await expect(dialog.getByText('Chapter no longer available')).toBeVisible();
  await expect(dialog.getByText('1 h 31 min in 12 sessions, on average 7 min')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Show more' })).toBeVisible();
  await check(page, 'the sessions of a story');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /my reading sessions$/ })).toBeFocused();

  fails = true;
  await open();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await check(page, 'sessions that failed to load');

  await page.goto('/profile?tab=reading');
  await page.getByRole('region', { name: 'Reading sessions' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('231', { exact: true })).toBeVisible();
  await expectLoaded(page);
  await check(page, 'the figures of the profile');
});
