import { sql } from '../packages/server/src/platform/db/db.ts';
import { axeViolations } from './support/axe.ts';
import { withDatabase } from './support/database.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, spendTime, test } from './support/test.ts';

test.use({ freshContext: true });

const widths = [390, 1440];

const daysOfReading = 400;
/** Two days of three, a week ago less than before. */
const minutesOf = (ago: number): number => (ago % 3 === 1 ? 0 : ago < 7 ? 12 + ago : 20 + ((ago * 7) % 40));
const wordsPerMinute = 210;

/** More than a year of reading up to today, as sessions leave it; 14 stories finished today, and means to compare with. */
const fill = (site: Site, reader: string, story: string, chapter: string) =>
  withDatabase(site, async (db) => {
    const agos = Array.from({ length: daysOfReading }, (_, ago) => ago).filter((ago) => minutesOf(ago) > 0);
    const minutes = agos.map(minutesOf);
    const read = sql`(select ago, minutes, current_date - ago as day, (current_date - ago)::timestamp at time zone 'UTC'
      as midnight from unnest(${agos}::int[], ${minutes}::int[]) as r (ago, minutes)) read`;
    await sql`insert into reading_days (user_id, day, words, chapters)
      select ${reader}::uuid, day, minutes * ${wordsPerMinute}::int, 2 from ${read}`.execute(db);
    await sql`insert into reading_session_days (user_id, day, seconds, sessions, last_at)
      select ${reader}::uuid, day, minutes * 60, 2, midnight from ${read}`.execute(db);
    await sql`insert into reading_sessions (user_id, story_id, chapter_id, device, day, started_at, last_sync_at,
        credited_until, ended_at, seconds, words)
      select ${reader}::uuid, ${story}::uuid, ${chapter}::uuid, 'mobile', day, midnight, midnight, midnight, midnight,
        minutes * 60, minutes * ${wordsPerMinute}::int from ${read} where ago < 120`.execute(db);
    await sql`insert into library_entries (user_id, story_id, status, created_at, last_read_at, caught_up_at, started_at)
      select ${reader}::uuid, uuidv7(), 'completed', now(), now(), now(), now() from generate_series(1, 14)`.execute(
      db,
    );
    await sql`insert into reading_positions (user_id, chapter_id, story_id, progress, furthest, updated_at, is_timed)
      values (${reader}, ${chapter}, ${story}, 100, 100, now(), true)`.execute(db);
    await sql`insert into reading_means (figure, readers, mean) values ('readingSpeed', 60, 200), ('booksCompleted', 60, 7),
      ('consistency', 60, 40)`.execute(db);
  });

test('a reader’s own figures: none yet, the first ones, a goal, no rewards, and erasing', async ({
  page,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2 });
  const reader = await signUpViaApi(page, site, 'figures');

  const look = async (name: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeViolations(page), `${name} at ${width}`).toEqual([]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
    }
  };

  const noData = page.getByRole('heading', { name: 'No Reading Analytics Available' });
  await test.step('begin with zero cards', async () => {
    await page.goto('/analytics');
    await expect(page.getByRole('heading', { name: 'Start Your Reading Journey' })).toBeVisible();
    await expect(noData).toHaveCount(0);
    await expect(page.getByText('0 days')).toHaveCount(2);
    await look('empty');
  });

  const reachEnd = () =>
    callAs(page, site, reader.token, 'POST', `/chapters/${chapters[0]}/progress`, { progress: 100 });
  await test.step('say so when a story was opened and nothing was read', async () => {
    await reachEnd();
    await page.reload();
    await expect(noData).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Start Your Reading Journey' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Last 7 Days' })).toHaveCount(0);
  });

  await test.step('show what was measured', async () => {
    await spendTime(page, site, reader.token, story, chapters[0]);
    await reachEnd();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Last 7 Days' })).toBeVisible();
    await expect(page.getByText('No Data')).toBeVisible();
    await expect(page.getByText('Next milestone')).toBeVisible();
    const heights = await page
      .locator('[data-bar]')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
    expect(heights.length).toBe(7);
    for (const height of heights) expect([8, 120]).toContain(height);
    await look('measured');
  });

  await test.step('take a goal, and say what is wrong with one', async () => {
    await page.getByLabel('Minutes a day').fill('many');
    await page.getByRole('button', { name: 'Save goal' }).click();
    await expect(page.getByText('Please enter a whole number, or leave this empty.').first()).toBeVisible();
    await expect(page.getByLabel('Minutes a day')).toHaveValue('many');
    await page.getByLabel('Minutes a day').fill('20');
    await page.getByRole('button', { name: 'Save goal' }).click();
    await expect(page.getByRole('progressbar', { name: /minutes toward your goal/ })).toBeVisible();
  });

  await test.step('have no part about achievements while rewards are switched off', async () => {
    await callAs(page, site, reader.token, 'PATCH', '/users/preferences', { hidesRewards: true });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Session Insights' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Achievements' })).toHaveCount(0);
  });

  await test.step('can be switched off, taken along and erased', async () => {
    const measured = page.getByRole('switch', { name: 'Measure my reading' });
    await measured.click();
    await expect(page.getByText('Sessions are no longer stored')).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('inkling-reading.csv');
    await page.getByRole('button', { name: 'Erase reading times' }).click();
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(page.getByText('Your reading times were erased.').first()).toBeVisible();
    await page.reload();
    await expect(measured).not.toBeChecked();
  });
});

test('a year of reading: cards, days, a calendar of any range, and a comparison', async ({ page, site }) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const reader = await signUpViaApi(page, site, 'filled');
  await fill(site, reader.id, story, chapters[0] ?? '');
  await callAs(page, site, reader.token, 'PUT', '/analytics/reading/goal', {
    minutesADay: 15,
    booksAYear: 20,
  });
  await page.goto('/analytics');
  const value = (name: string, part = page.locator('main')) =>
    part
      .locator('dl > div')
      .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
      .locator('dd')
      .first();
  await expect(value('Books Read')).toHaveText('14');
  const sum = (days: number) => {
    const agos = Array.from({ length: days }, (_, ago) => ago);
    const read = agos.map(minutesOf).filter((minutes) => minutes > 0);
    const minutes = read.reduce((all, one) => all + one, 0);
    return { minutes, days: read.length };
  };
  await expect(
    value('Minutes Read').getByTitle(sum(daysOfReading).minutes.toLocaleString('en')),
  ).toBeVisible();
  const comparison = page.getByRole('region', { name: 'Comparison to Average' });
  await expect(value('Reading speed', comparison)).toHaveText('+5%');
  await expect(value('Books completed', comparison)).toHaveText('+100%');
  const insights = page.getByRole('region', { name: 'Reading Insights' });
  await expect(value('Reading speed', insights)).toHaveText('210 words per minute');
  await expect(value('Active days', insights)).toHaveText(`${sum(7).days}/7`);
  await expect(page.getByText('14 of 20 books')).toBeVisible();

  const days = page.getByRole('region', { name: 'Your Days' });
  const squares = days.locator('[data-day]');
  await expect(squares).toHaveCount(30);
  await expect(value('Minutes', days)).toHaveText(sum(30).minutes.toLocaleString('en'));
  await expect(value('Days with reading', days)).toHaveText(String(sum(30).days));
  await expect(days.getByText(/A day counts with new words or measured time/)).toBeVisible();
  await days.getByText('Show as a table: your days').click();
  await expect(days.getByRole('row')).toHaveCount(1 + sum(30).days);
  const [from, to] = [364, 0].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  );
  await days.getByLabel('Days', { exact: true }).selectOption('From … to …');
  await days.getByLabel('From', { exact: true }).fill(from ?? '');
  await days.getByLabel('To', { exact: true }).fill(to ?? '');
  await days.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(squares).toHaveCount(365);
  await expect(value('Minutes', days)).toHaveText(sum(365).minutes.toLocaleString('en'));
  await expect(
    days.getByRole('list', { name: 'Calendar of your reading' }).getByRole('listitem'),
  ).toHaveCount(
    new Set(
      Array.from({ length: 365 }, (_, ago) =>
        new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 7),
      ),
    ).size,
  );
  await days.getByLabel('Days', { exact: true }).selectOption('This week');
  const weekday = (new Date().getUTCDay() + 6) % 7;
  await expect(squares).toHaveCount(weekday + 1);
  await expect(value('Minutes', days)).toHaveText(sum(weekday + 1).minutes.toLocaleString('en'));

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, ...widths]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await axeViolations(page), `${colorScheme} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
});
