import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { withDatabase } from './support/database.ts';
import { runScheduled } from './support/jobs.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

const dayMs = 24 * 60 * 60_000;
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** A story with six readers: four of them left in the third chapter. */
async function readStory(page: Page, site: Site, author: { id: string; token: string }) {
  const { token } = author;
  const { story, chapters } = await createStory(page, site, token, { chapters: 4, title: 'The Lamp' });
  const readers: string[] = [];
  for (let number = 1; number <= 6; number += 1) readers.push((await joinViaApi(page, site)).id);
  await withDatabase(site, async (db) => {
    const right = {
      person_id: author.id,
      right_name: 'advancedAnalytics' as const,
      source: 'gift:pro',
      until: null,
    };
    await db.insertInto('entitlements').values(right).execute();
    const published = { published_at: new Date(Date.now() - 80 * dayMs) };
    await db.updateTable('chapters').set(published).where('story_id', '=', story).execute();
    for (const [index, user_id] of readers.entries()) {
      const isGone = index < 5;
      const updated_at = new Date(Date.now() - (isGone ? 60 : 1) * dayMs);
      for (const chapter_id of chapters.slice(0, isGone ? 3 : 4)) {
        const place = {
          progress: 35,
          furthest: chapter_id === chapters[2] ? 35 : 100,
          is_timed: true,
          version: 1,
        };
        await db
          .insertInto('reading_positions')
          .values({ user_id, chapter_id, story_id: story, updated_at, ...place })
          .execute();
      }
    }
    for (let ago = 0; ago < 28; ago += 1) {
      const views = 4 + ((ago * 7) % 13);
      await db
        .insertInto('analytics_days')
        .values([
          {
            story_id: story,
            chapter_id: '00000000-0000-0000-0000-000000000000',
            day: dayBefore(ago),
            views,
            readers: 2,
            seconds: 60 * views,
            robots: 1,
          },
          {
            story_id: story,
            chapter_id: chapters[0] ?? '',
            day: dayBefore(ago),
            views: views - 1,
            readers: 1,
            seconds: 60,
            robots: 0,
          },
        ])
        .execute();
    }
    await db
      .insertInto('analytics_day_sources')
      .values([
        { story_id: story, day: dayBefore(2), source: 'search', views: 30 },
        { story_id: story, day: dayBefore(2), source: 'site:forum.example.org', views: 12 },
        { story_id: story, day: dayBefore(2), source: 'link:newsletter', views: 5 },
      ])
      .execute();
    await db
      .insertInto('analytics_stories_due')
      .values({ story_id: story, since: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  await runScheduled(site, 'count-story-readers');
  await expect
    .poll(
      async () =>
        (await callAs<{ data: { readers: number } }>(page, site, token, 'GET', `/analytics/story/${story}`))
          .data.readers,
    )
    .toBe(6);
  return { story, chapters };
}

const figure = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });

test('an author sees where readers leave, writes a note and makes a link', async ({
  page,
  site,
  context,
}) => {
  test.setTimeout(180_000);
  const ana = await signUpViaApi(page, site, 'ana');
  const { story } = await readStory(page, site, ana);
  await page.goto(`/write/${story}`);
  await page.getByRole('button', { name: 'More actions for the story' }).click();
  await page.getByRole('menuitem', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'The Lamp', level: 1 })).toBeVisible();
  await expect(page.getByText('Most readers who leave do so in chapter 3.', { exact: true })).toBeVisible();
  await expect(figure(page, 'Readers from chapter to chapter').locator('svg').first()).toBeVisible();
  const row = page.getByRole('row', { name: /^3\. Evening 3/ }).first();
  await page.getByText('Show as a table: readers from chapter to chapter').click();
  await expect(row).toContainText('105');
  await expect(page.getByRole('row', { name: /forum\.example\.org/ })).toContainText('12');

  await page.getByLabel('Note', { exact: true }).fill('A review in the paper');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'A review in the paper' }).first()).toBeVisible();
  await expect(page.getByLabel('Note', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Name of the link').fill('mail');
  await expect(page.getByText('Please choose another name.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  await page.getByLabel('Name of the link').fill('My Newsletter!');
  const address = `${site.url}/story/${story}?from=my-newsletter`;
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(address);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV (Who reads on)' }).click();
  expect((await download).suggestedFilename()).toBe('inkling-story-retention.csv');

  await page.getByRole('link', { name: '3. Evening 3' }).click();
  await expect(page.getByRole('heading', { name: 'Evening 3', level: 1 })).toBeVisible();
  await expect(
    page.getByText('Most readers who stop in this chapter do so in its fourth tenth.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /^Version 1/ })).toContainText('0% (0)');
});

test('is accessible and fits on phones, on both pages', async ({ page, site }) => {
  test.setTimeout(240_000);
  const ana = await signUpViaApi(page, site, 'ana');
  const { story, chapters } = await readStory(page, site, ana);
  for (const path of [`/analytics/story/${story}`, `/analytics/chapter/${chapters[2]}`]) {
    await page.goto(path);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('figure svg').first()).toBeVisible();
      await expect(page.locator('figure svg')).toHaveCount(4);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      expect(await axeViolations(page)).toEqual([]);
    }
  }
});

test('on Basic, says what the locked figures show and where plans are', async ({ page, site }) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const { story } = await createStory(page, site, ana.token, { chapters: 1 });
  await page.goto(`/analytics/story/${story}`);
  const locked = page.getByRole('region', { name: 'Who reads on' });
  await expect(locked).toContainText('It’s part of Pro and Premium.');
  await expect(page.getByRole('region', { name: 'Day by day' })).toContainText(
    'Figures appear once five people have read the story.',
  );
  await expect(page.getByRole('link', { name: /^See plans/ })).toHaveCount(3);
  await locked.getByRole('link', { name: /^See plans/ }).click();
  await expect(page).toHaveURL(/\/store#subscriptions$/);
});

test('says what failed, and tries again', async ({ page, site }) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const { story } = await createStory(page, site, ana.token, { chapters: 1 });
  await page.route('**/api/v1/analytics/story/**', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, message: 'Not now.', code: 'BAD_INPUT', errors: [] },
    }),
  );
  await page.goto(`/analytics/story/${story}`);
  await expect(page.getByRole('alert')).toContainText('Analytics Error');
  await page.unroute('**/api/v1/analytics/story/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'The Lamp', level: 1 })).toBeVisible();
  await expect(page.getByText('No one with an account has opened a chapter yet.')).toBeVisible();
});
