import type { Page } from '@playwright/test';
import { sql } from '../packages/server/src/platform/db/db.ts';
import { axeViolations } from './support/axe.ts';
import { withDatabase } from './support/database.ts';
import type { Site } from './support/server.ts';
import { badGateway, createStory, expect, signUpViaApi, test } from './support/test.ts';

const nil = '00000000-0000-0000-0000-000000000000';

/** Views of a story on the last days, as the roll-up would count them: 10 a day, 5 a day before the last 30. */
const addViews = (site: Site, story: string, authorId: string) =>
  withDatabase(site, async (db) => {
    await sql`
      insert into analytics_days (story_id, chapter_id, day, views, robots, readers, seconds)
      select ${story}::uuid, ${nil}::uuid, current_date - ago, case when ago < 30 then 10 else 5 end, 1, 6, 600
      from generate_series(0, 400) ago`.execute(db);
    await sql`update story_counts set views = 2155 where story_id = ${story}::uuid`.execute(db);
    await sql`insert into analytics_periods (story_id, period, starts_on, readers)
      select ${story}::uuid, 'week', date_trunc('week', current_date - 7 * ago)::date, 20
      from generate_series(0, 57) ago`.execute(db);
    await sql`insert into analytics_periods (story_id, period, starts_on, readers)
      select ${story}::uuid, 'month', (date_trunc('month', current_date) - make_interval(months => ago))::date, 60
      from generate_series(0, 13) ago`.execute(db);
    await sql`insert into analytics_groups (author_id, month, dimension, value, readers, known) values
      (${authorId}, date_trunc('month', current_date)::date, 'country', 'DE', 40, 60),
      (${authorId}, date_trunc('month', current_date)::date, 'country', 'NP', 20, 60),
      (${authorId}, date_trunc('month', current_date)::date, 'device', 'mobile', 55, 60)`.execute(db);
    await sql`
      with people as (
        insert into users (username, username_key, created_at)
        select 'fan' || replace(uuidv7()::text, '-', ''), replace(uuidv7()::text, '-', ''), now()
        from generate_series(1, 12) returning id)
      insert into story_likes (story_id, user_id, created_at)
      select ${story}::uuid, id, now() - interval '1 hour' from people`.execute(db);
  });

const failing = '**/analytics/dashboard/author*';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const card = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) });
const expectAccessible = async (page: Page) => expect(await axeViolations(page)).toEqual([]);

test('a reader has the reader dashboard, and a tab that says when authors have theirs', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site, 'ana');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Analytics' }).first().click();
  await expect(page).toHaveURL('/analytics');
  await expect(tab(page, 'Reader Dashboard')).toHaveAttribute('aria-selected', 'true');
  const author = tab(page, 'Author Dashboard');
  await expect(author).toHaveAttribute('aria-disabled', 'true');
  await expect(author).toHaveAttribute(
    'title',
    'The Author Dashboard is available once you’ve published a story.',
  );
  await author.click({ force: true });
  await expect(tab(page, 'Reader Dashboard')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Reader Dashboard').focus();
  await page.keyboard.press('ArrowRight');
  await expect(author).toBeFocused();
  await expect(author).toHaveAttribute('aria-selected', 'false');
  await expectAccessible(page);
});

test('an author sees their figures, by days that they choose', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const draft = await createStory(page, site, author.token, { title: 'A draft', published: false });
  await page.goto('/analytics');
  await expect(tab(page, 'Author Dashboard')).toHaveAttribute('aria-disabled', 'true');
  expect(draft.story).not.toBe('');

  const { story } = await createStory(page, site, author.token, { title: 'The Lamp', chapters: 1 });
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: 'No Analytics Available' })).toBeVisible();
  await expectAccessible(page);

  await addViews(site, story, author.id);
  await page.goto('/analytics');
  await expect(tab(page, 'Author Dashboard')).toHaveAttribute('aria-selected', 'true');
  await expect(
    page.getByText('Your stories had 300 views in 30 days, 100% more than in the 30 days before.'),
  ).toBeVisible();
  await expect(card(page, 'Total Views')).toContainText('2.1K');
  await expect(card(page, 'Total Views').getByTitle('2,155')).toBeVisible();
  await expect(card(page, 'Total Views')).toContainText('+100%');
  await expect(card(page, 'Total Followers')).not.toContainText('%');
  await expect(card(page, 'Engagement Rate')).toContainText('4%');
  await expect(card(page, 'Weekly Views')).toContainText('70');
  await expect(card(page, 'Monthly Views')).toContainText('300');
  await expect(card(page, 'Views Growth')).toContainText('+100%');
  await expect(page.getByText('12 people liked “The Lamp”')).toBeVisible();
  await expect(page.getByText('Germany')).toBeVisible();
  await expect(page.getByText('67% (about 40 of 60)')).toBeVisible();
  await expect(page.getByText('We don’t ask readers for their age.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'The Lamp' })).toHaveAttribute(
    'href',
    `/analytics/story/${story}`,
  );
  await expect(page.getByText(/As of \d/)).toBeVisible();
  // The drawing, and the same as a table.
  await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
  await page.getByText('Show as a table: by day').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(31);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  await page.getByLabel('Days').selectOption('This year');
  await expect(page).toHaveURL(/from=\d{4}-01-01/);
  await page.getByLabel('Days').selectOption('From … to …');
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose a range of at most two years.');
  const [from, to] = [400, 394].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  );
  await page.getByLabel('From', { exact: true }).fill(from ?? '');
  await page.getByLabel('To', { exact: true }).fill(to ?? '');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`));
  await expect(card(page, 'Weekly Views')).toContainText('35');
  // There was nothing before.
  await expect(card(page, 'Total Views')).not.toContainText('%');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('inkling-analytics.csv');

  await tab(page, 'Reader Dashboard').click();
  await expect(page).toHaveURL(/view=reader/);
  await expect(tab(page, 'Reader Dashboard')).toHaveAttribute('aria-selected', 'true');
});

test('a failure is shown in a box, with a way to try again', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  await createStory(page, site, author.token, { title: 'The Lamp', chapters: 1 });
  await badGateway(page, failing);
  await page.goto('/analytics');
  const box = page.getByRole('alert').filter({ hasText: 'Analytics Error' });
  await expect(box).toBeVisible();
  await expectAccessible(page);
  await page.unroute(failing);
  await box.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No Analytics Available' })).toBeVisible();
});
