import * as account from '@inkling/contract/account';
import { listAchievements } from '@inkling/contract/achievements';
import { getAuthorDashboard } from '@inkling/contract/analytics';
import { listCommunities } from '@inkling/contract/communities';
import { getHome } from '@inkling/contract/home';
import { getLeaderboard } from '@inkling/contract/leaderboard';
import * as library from '@inkling/contract/library';
import { getMyProfile, getProfile } from '@inkling/contract/profiles';
import { getReaderAnalytics } from '@inkling/contract/reading-analytics';
import { getWallet } from '@inkling/contract/rewards';
import * as stories from '@inkling/contract/stories';
import { getStoryFigures } from '@inkling/contract/story-analytics';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { fillDemoLibrary } from './demo.ts';

// Demo authors are verified, so that the library can be filled under every setting.
const site = testApp({ REQUIRE_VERIFICATION: 'on' });

describe('the demo library', () => {
  test('is filled completely or not at all [P18]', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'a full disk'; end $$`.execute(
      site.ctx.db,
    );
    await sql`create trigger refuse before insert on chapter_likes for each row execute function refuse()`.execute(
      site.ctx.db,
    );
    await expect(fillDemoLibrary(site.ctx)).rejects.toThrow('a full disk');
    await sql`drop trigger refuse on chapter_likes`.execute(site.ctx.db);
    expect(await site.ctx.db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  test('fills an empty site with stories that are read and liked', async () => {
    site.clock.set(new Date('2026-06-01T12:00:00Z'));
    const login = await fillDemoLibrary(site.ctx);
    const { body } = await site.as(null).call(stories.listStories, { query: { limit: 50 } });
    expect(body.data.length).toBeGreaterThanOrEqual(12);
    expect(new Set(body.data.map(({ author }) => author.username)).size).toBeGreaterThanOrEqual(6);
    const languages = body.data.map(({ language }) => language);
    expect(languages).toContain('es');
    expect(languages).toContain('ar');
    expect(body.data.filter(({ likes }) => likes > 0).length).toBeGreaterThanOrEqual(10);
    expect(body.data.every(({ title, description }) => title !== '' && description.length > 100)).toBe(true);

    const signedIn = await site
      .as(null)
      .call(account.login, { body: { email: login?.email ?? '', password: login?.password ?? '' } });
    const { token, user } = signedIn.body;
    const person = { id: user._id, username: user.username, token };
    const entries = await site.as(person).call(library.listInProgress, {});
    expect(entries.body.data.length).toBeGreaterThan(0);

    const { counters, activity, analytics } = (await site.as(person).call(getMyProfile, {})).body.data;
    const achievements = (await site.as(person).call(listAchievements, {})).body.data;
    expect(counters.books).toBeGreaterThan(0);
    expect(analytics.activeDays).toBeGreaterThan(0);
    expect(achievements.filter(({ isCompleted }) => isCompleted).length).toBeGreaterThanOrEqual(2);
    expect(new Set(activity.map(({ type }) => type)).size).toBeGreaterThanOrEqual(2);
    expect((await site.as(person).call(getHome, {})).body.data.trending.length).toBeGreaterThan(0);
    const hub = (await site.as(person).call(listCommunities, { query: { mine: 'true' } })).body.data;
    expect(hub.map(({ isPrivate, stats }) => [isPrivate, (stats.postCount ?? 0) > 0])).toEqual([
      [false, true],
      [false, true],
      [true, true],
    ]);
    const ranked = await sql`select from genre_rankings limit 1`.execute(site.ctx.db);
    expect(ranked.rows).toHaveLength(1);
    const { username } = person;
    const shown = (await site.as(null).call(getProfile, { params: { username } })).body.data;
    expect(shown.followersCount).toBeGreaterThan(0);
    expect(shown.achievements.length).toBeGreaterThanOrEqual(2);
    expect(shown.frame).toBe('laurel-frame');
    const ranking = (await site.as(person).call(getLeaderboard, {})).body;
    expect(ranking.data.length).toBeGreaterThan(2);
    expect(ranking.me?.value).toBeGreaterThan(0);
    const { coins, ink } = (await site.as(person).call(getWallet, {})).body.data;
    expect([coins > 0, ink > 0]).toEqual([true, true]);
    expect(shown.stories).toHaveLength(shown.storyCount);

    const figures = (await site.as(person).call(getAuthorDashboard, { query: {} })).body.data;
    expect(figures.overview.totalViews).toBeGreaterThan(0);
    expect(figures.days.filter(({ views, readers }) => views > 0 && readers > 0).length).toBeGreaterThan(3);
    const [top] = figures.topStories;
    const ofTop = (await site.as(person).call(getStoryFigures, { params: { id: top?.id ?? '' } })).body.data;
    expect(ofTop.readers).toBeGreaterThanOrEqual(5);
    expect(ofTop.sources?.length).toBeGreaterThan(2);
    expect(ofTop.chapters.every(({ minutes }) => minutes > 0)).toBe(true);
    const own = (await site.as(person).call(getReaderAnalytics, {})).body.data;
    expect(own.totalMinutesRead).toBeGreaterThan(0);
  });

  test('never changes a site that has people', async () => {
    const before = await site.as(null).call(stories.listStories, { query: {} });
    expect(await fillDemoLibrary(site.ctx)).toBeNull();
    const after = await site.as(null).call(stories.listStories, { query: {} });
    expect(after.body.pagination).toEqual(before.body.pagination);
  });
});
