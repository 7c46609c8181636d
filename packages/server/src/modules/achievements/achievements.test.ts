import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as calls from '@inkling/contract/achievements';
import * as library from '@inkling/contract/library';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { rewardEarned } from '@inkling/contract/rewards';
import { followUser, unfollowUser, updatePreferences } from '@inkling/contract/users';
import { describe, expect, test, vi } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { suspend } from '../measures/index.ts';
import { addGrants, countHolders } from './achievements.queries.ts';
import { grantPast, imageOf } from './achievements.service.ts';
import { catalogue } from './catalogue.ts';

const site = testApp();
const write = writing(site);

const listOf = async (who: Person) => (await site.as(who).call(calls.listAchievements, {})).body.data;
const one = async (who: Person, id: string) => (await listOf(who)).find(({ _id }) => _id === id);
const shownBy = async (who: Person) =>
  (await site.as(null).call(calls.listAchievementsOf, { params: { id: who.id } })).body.data.map(
    ({ _id }) => _id,
  );
const claim = (who: Person, id: string) => site.as(who).call(calls.claimAchievement, { params: { id } });
const unclaim = (who: Person, id: string) => site.as(who).call(calls.unclaimAchievement, { params: { id } });
const heldBy = async (who: Person) => {
  const rows = await site.ctx.db
    .selectFrom('achievements')
    .select('achievement_id')
    .where('user_id', '=', who.id)
    .execute();
  return rows.map((row) => row.achievement_id).toSorted();
};
/** Reads a story to its end. */
async function finish(who: Person, { story, chapters }: Awaited<ReturnType<typeof write.published>>) {
  await giveTime(site, who, [story._id]);
  for (const { _id: id } of chapters)
    await site.as(who).call(library.saveChapterProgress, { params: { id }, body: { progress: 100 } });
}

describe('the catalogue', () => {
  test('has seventeen achievements in families whose levels and targets rise, each with a drawn picture', () => {
    expect(catalogue).toHaveLength(17);
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(17);
    const names = ['First Book', 'Streak Starter', 'Bookworm', 'Speed Reader'];
    expect(catalogue.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    for (const achievement of catalogue) {
      const family = catalogue.filter(({ family: name }) => name === achievement.family);
      expect(family.map(({ level }) => level)).toEqual(family.map((_, index) => index + 1));
      expect(new Set(family.map((level) => level.measure)).size).toBe(1);
      expect(family.map(({ target }) => target)).toEqual(
        family.map(({ target }) => target).toSorted((a, b) => a - b),
      );
      const file = join(import.meta.dirname, '../../../../web/public', imageOf(achievement));
      const picture = readFileSync(file, 'utf8');
      expect(picture.startsWith('<svg ')).toBe(true);
      expect(picture.length).toBeLessThan(1000);
    }
  });

  test('shows those of authors to authors only', async () => {
    const [reader, author] = [await site.person(), await site.person()];
    await write.draft(author);
    expect((await listOf(reader)).map(({ family }) => family)).not.toContain('writing');
    expect(await listOf(author)).toHaveLength(17);
    expect((await claim(reader, 'first-chapter')).failure.code).toBe('NOT_COMPLETED');
    for (const who of [reader, author])
      await site.ctx.db.updateTable('users').set({ followers_count: 10 }).where('id', '=', who.id).execute();
    expect((await claim(reader, 'readership')).failure.code).toBe('NOT_COMPLETED');
    expect((await claim(author, 'readership')).status).toBe(200);
  });
});

describe('an achievement', () => {
  test('is given by what happens, told once, new until it is shown, and never lost', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const book = await write.published(bo, { chapters: 2 });
    const published = vi.spyOn(site.ctx.live, 'publish');
    await finish(ana, book);
    await site.runEvents();
    const told = () =>
      published.mock.calls.filter(([, event]) => event === rewardEarned).map(([, , said]) => said);
    expect(told()).toContainEqual({ text: 'Achievement: First Book', link: '/achievements' });
    expect(told()).toContainEqual({ text: 'Achievement: First Chapter', link: '/achievements' });
    expect(await heldBy(ana)).toEqual(['first-book']);
    expect(await one(ana, 'first-book')).toMatchObject({
      progress: 1,
      isCompleted: true,
      isClaimed: false,
      completedAt: site.clock.now().toISOString(),
    });
    await finish(ana, await write.published(bo));
    await site.runEvents();
    expect(told().filter((said) => JSON.stringify(said).includes('First Book'))).toHaveLength(1);
    published.mockRestore();
    await site.ctx.db.deleteFrom('library_entries').where('user_id', '=', ana.id).execute();
    expect(await one(ana, 'first-book')).toMatchObject({ progress: 1, isCompleted: true });
    expect(await one(ana, 'bookworm')).toMatchObject({ progress: 0, isCompleted: false, completedAt: null });
  });

  test('counts nothing of one’s own, and the same thing once', async () => {
    const cleo = await site.person();
    await finish(cleo, await write.published(cleo));
    await site.runEvents();
    expect(await one(cleo, 'first-book')).toMatchObject({ progress: 0, isCompleted: false });
    expect(await heldBy(cleo)).toEqual(['first-chapter']);
    const dan = await site.person();
    for (let times = 0; times < 6; times += 1) {
      await site.as(dan).call(followUser, { params: { userId: cleo.id } });
      await site.as(dan).call(unfollowUser, { params: { userId: cleo.id } });
    }
    await site.as(dan).call(followUser, { params: { userId: cleo.id } });
    await site.runEvents();
    expect(await one(dan, 'early-fan')).toMatchObject({ progress: 1, target: 5, isCompleted: false });
  });

  test('counts a story that was read, not one that is marked as completed [R46]', async () => {
    const [lou, mia] = [await site.person(), await site.person()];
    const book = await write.published(mia, { chapters: 2 });
    const [first, second] = book.chapters;
    const params = { id: book.story._id };
    await finish(lou, { ...book, chapters: first ? [first] : [] });
    expect((await site.as(lou).call(library.markCompleted, { params })).status).toBe(200);
    await site.runEvents();
    expect([await heldBy(lou), (await claim(lou, 'first-book')).failure.code]).toEqual([[], 'NOT_COMPLETED']);
    await finish(lou, { ...book, chapters: second ? [second] : [] });
    await site.runEvents();
    expect(await heldBy(lou)).toEqual(['first-book']);
  });

  test('is given to no one who is suspended or has switched rewards off', async () => {
    const [eva, fay, gil] = [await site.person(), await site.person(), await site.person()];
    const book = await write.published(gil);
    await site.as(eva).call(updatePreferences, { body: { hidesRewards: true } });
    for (const who of [eva, fay]) await finish(who, book);
    await suspend(site.ctx, fay.id);
    await site.runEvents();
    expect([await heldBy(eva), await heldBy(fay)]).toEqual([[], []]);
    expect(await one(eva, 'first-book')).toMatchObject({ progress: 1, isCompleted: true });
    const refused = await claim(eva, 'first-book');
    expect([refused.status, refused.failure.code]).toEqual([403, 'REWARDS_HIDDEN']);
  });

  test('is given to twenty events at once a single time', async () => {
    const [hal, ida] = [await site.person(), await site.person()];
    await finish(hal, await write.published(ida));
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(hal, 'first-book')));
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(claims.filter(({ status }) => status !== 200).map(({ failure }) => failure.code))).toEqual(
      new Set(['ALREADY_CLAIMED']),
    );
    await site.runEvents();
    expect(await heldBy(hal)).toEqual(['first-book']);
  });
});

describe('the profile', () => {
  test('shows what a person chose, until they take it off, switch rewards off, are suspended or leave', async () => {
    const [jo, kit] = [await site.person(), await site.person()];
    await finish(jo, await write.published(kit));
    await site.runEvents();
    const profile = async () =>
      (await site.as(kit).call(getProfile, { params: { username: jo.username } })).body.data.achievements;
    expect([await shownBy(jo), await profile()]).toEqual([[], []]);
    expect((await claim(jo, 'first-book')).body.data).toMatchObject({ _id: 'first-book', isClaimed: true });
    expect(await shownBy(jo)).toEqual(['first-book']);
    expect(await profile()).toMatchObject([{ name: 'First Book', image: '/badges/books-1.svg' }]);
    expect((await claim(jo, 'first-book')).failure.code).toBe('ALREADY_CLAIMED');
    expect((await claim(jo, 'bookworm')).failure.code).toBe('NOT_COMPLETED');
    expect((await claim(jo, 'no-such')).status).toBe(404);
    for (let repeat = 0; repeat < 2; repeat += 1)
      expect((await unclaim(jo, 'first-book')).body.data).toMatchObject({
        isCompleted: true,
        isClaimed: false,
      });
    expect(await shownBy(jo)).toEqual([]);
    await claim(jo, 'first-book');
    await site.as(jo).call(updatePreferences, { body: { hidesRewards: true } });
    expect([await shownBy(jo), await profile()]).toEqual([[], []]);
    await site.as(jo).call(updatePreferences, { body: { hidesRewards: false } });
    expect(await shownBy(jo)).toEqual(['first-book']);
    await suspend(site.ctx, jo.id);
    expect(await shownBy(jo)).toEqual([]);
    await site.as(jo).call(deleteMe, { body: { password: testPassword } });
    const gone = await site.as(null).call(calls.listAchievementsOf, { params: { id: jo.id } });
    expect(gone.status).toBe(404);
  });
});

describe('the job', () => {
  test('gives the past to everybody silently, shown on profiles, and once', async () => {
    const [lea, max] = [await site.person(), await site.person()];
    await finish(lea, await write.published(max));
    await site.ctx.db.deleteFrom('achievement_holders').execute();
    const published = vi.spyOn(site.ctx.live, 'publish');
    await grantPast(site.ctx);
    expect(published.mock.calls.filter(([, event]) => event === rewardEarned)).toEqual([]);
    published.mockRestore();
    expect(await shownBy(lea)).toEqual(['first-book']);
    expect(await shownBy(max)).toEqual(['first-chapter']);
    await unclaim(lea, 'first-book');
    await countHolders(
      site.ctx.db,
      catalogue.map(({ id }) => id),
    );
    await site.ctx.db.deleteFrom('achievements').where('user_id', '=', max.id).execute();
    await grantPast(site.ctx);
    expect([await shownBy(lea), await heldBy(max)]).toEqual([[], []]);
  });

  test('tells the share of readers who hold each, from fifty readers on', async () => {
    const { db, clock } = site.ctx;
    const readers = async (wanted: number) =>
      sql`
        insert into users (username, username_key, created_at)
        select 'crowd' || n, 'crowd' || n, now() from generate_series(1, ${wanted}::integer) n on conflict do nothing`.execute(
        db,
      );
    await readers(100);
    await sql`delete from reading_days`.execute(db);
    const read = (from: number, to: number) =>
      sql`
        insert into reading_days (user_id, day, words)
        select id, date '2026-01-01', 10 from users
        where username_key in (select 'crowd' || n from generate_series(${from}::integer, ${to}::integer) n)`.execute(
        db,
      );
    const ids = catalogue.map(({ id }) => id);
    const viewer = await site.person();
    const share = async (id: string) => (await one(viewer, id))?.heldBy;
    await read(1, 49);
    await countHolders(db, ids);
    expect(await share('first-book')).toBeNull();
    await read(50, 80);
    const holder = await db
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', 'crowd1')
      .executeTakeFirst();
    const grants = [{ userId: holder?.id ?? '', achievementId: 'first-book' }];
    await addGrants(db, [...grants, { userId: viewer.id, achievementId: 'first-book' }], clock.now(), false);
    await countHolders(db, ids);
    // One of 80 readers; the viewer has read nothing.
    expect(await share('first-book')).toBe(1.3);
    expect(await share('bookworm')).toBe(0);
  });
});
