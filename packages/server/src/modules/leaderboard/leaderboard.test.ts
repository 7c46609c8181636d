import { blockUser, unblockUser } from '@inkling/contract/blocks';
import type { InputOf } from '@inkling/contract/call';
import { getLeaderboard, type LeaderboardEntry } from '@inkling/contract/leaderboard';
import { deleteMe } from '@inkling/contract/personal-data';
import { followUser, updatePreferences } from '@inkling/contract/users';
import { beforeEach, describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { suspend } from '../measures/index.ts';
import { correct, pay, spend } from '../rewards/index.ts';
import { setAdmin } from '../users/index.ts';
import { pageOfEveryone } from './leaderboard.queries.ts';
import { updateLeaderboard } from './leaderboard.service.ts';

const site = testApp();

type Query = NonNullable<InputOf<typeof getLeaderboard>['query']>;
const board = async (who: Person | null, query: Query = {}) =>
  (await site.as(who).call(getLeaderboard, { query })).body;
const names = (entries: LeaderboardEntry[]) =>
  entries.map(({ rank, user, value }) => [rank, user.username, value]);
const dayOf = (ago: number) => new Date(site.clock.now().getTime() - ago * day).toISOString().slice(0, 10);

/** Minutes and words of a day so many days ago. */
async function read(who: Person, minutes: number, ago = 0, words = minutes * 200): Promise<void> {
  await sql`insert into reading_session_days (user_id, day, seconds, last_at)
    values (${who.id}, ${dayOf(ago)}, ${minutes * 60 + 59}, ${site.clock.now()})`.execute(site.ctx.db);
  await sql`insert into reading_days (user_id, day, words, live_words)
    values (${who.id}, ${dayOf(ago)}, ${words}, ${words})`.execute(site.ctx.db);
}
const prefer = (who: Person, body: { isRanked?: boolean; hidesRewards?: boolean }) =>
  site.as(who).call(updatePreferences, { body });
async function ranked(minutes: number): Promise<Person> {
  const who = await site.person();
  await prefer(who, { isRanked: true });
  await read(who, minutes);
  return who;
}

beforeEach(async () => {
  await sql`update users set is_ranked = false`.execute(site.ctx.db);
  await updateLeaderboard(site.ctx);
});

describe('who is listed', () => {
  test('are those who asked for it, and equal values share a rank', async () => {
    const [ana, bo, cleo] = [await ranked(30), await ranked(40), await ranked(30)];
    const dan = await site.person();
    await read(dan, 35);
    await updateLeaderboard(site.ctx);
    const everybody = [
      [1, bo.username, 40],
      [2, ana.username, 30],
      [2, cleo.username, 30],
    ];
    const seen = await board(null);
    expect(names(seen.data)).toEqual(everybody);
    expect(seen).toMatchObject({ pagination: { total: 3 }, me: null, isListed: false });
    // Someone unlisted sees their own place, and others do not.
    const own = await board(dan);
    expect(names(own.data)).toEqual(everybody);
    expect(own).toMatchObject({ me: { rank: 2, value: 35, user: { _id: dan.id } }, isListed: false });
    expect(await board(ana)).toMatchObject({ me: { rank: 2, value: 30 }, isListed: true });
    expect((await board(await site.person())).me).toBeNull();
    const second = await board(null, { page: 2, limit: 2 });
    expect(names(second.data)).toEqual(everybody.slice(2));
  });

  test('changes at once for those who leave it, and with the next run for others', async () => {
    const [eva, fay, gil, hal] = [await ranked(4), await ranked(3), await ranked(2), await ranked(1)];
    await updateLeaderboard(site.ctx);
    expect((await board(null)).data).toHaveLength(4);
    await prefer(eva, { isRanked: false });
    await prefer(fay, { hidesRewards: true });
    await suspend(site.ctx, gil.id);
    const left = await board(null);
    expect(names(left.data)).toEqual([[4, hal.username, 1]]);
    expect(left.pagination.total).toBe(1);
    await site.as(hal).call(deleteMe, { body: { password: testPassword } });
    expect((await board(null)).data).toEqual([]);
    await prefer(fay, { hidesRewards: false });
    await updateLeaderboard(site.ctx);
    expect(names((await board(null)).data)).toEqual([[1, fay.username, 3]]);
  });

  test('does not include people of whom one has blocked the other', async () => {
    const [ida, jo, kit] = [await ranked(9), await ranked(8), await ranked(7)];
    await updateLeaderboard(site.ctx);
    await site.as(ida).call(blockUser, { params: { id: jo.id } });
    expect(names((await board(jo)).data).map(([, name]) => name)).toEqual([jo.username, kit.username]);
    expect(names((await board(ida)).data).map(([, name]) => name)).toEqual([ida.username, kit.username]);
    expect((await board(jo)).pagination.total).toBe(2);
    expect((await board(kit)).data).toHaveLength(3);
    await setAdmin(site.ctx.db, jo.id, true);
    expect((await board(jo)).data).toHaveLength(3);
    await setAdmin(site.ctx.db, jo.id, false);
    await site.as(ida).call(unblockUser, { params: { id: jo.id } });
  });

  test('can be the people one follows, ranked among each other', async () => {
    const [lea, max, nia, oto] = [await ranked(5), await ranked(50), await ranked(10), await ranked(10)];
    const unlisted = await site.person();
    await read(unlisted, 99);
    for (const who of [nia, oto, unlisted])
      await site.as(lea).call(followUser, { params: { userId: who.id } });
    await updateLeaderboard(site.ctx);
    const mine = await board(lea, { scope: 'following' });
    expect(names(mine.data).map(([rank, , value]) => [rank, value])).toEqual([
      [1, 10],
      [1, 10],
      [3, 5],
    ]);
    expect(mine).toMatchObject({ pagination: { total: 3 }, me: { rank: 3, value: 5 } });
    expect((await board(lea)).me).toMatchObject({ rank: 4 });
    expect(names((await board(max, { scope: 'following' })).data)).toEqual([[1, max.username, 50]]);
    expect((await board(null, { scope: 'following' })).data).toEqual([]);
  });
});

describe('the boards', () => {
  test('count minutes of seven days, thirty days and ever, and words of seven days', async () => {
    const pia = await ranked(1);
    for (const [ago, minutes] of [
      [6, 10],
      [7, 100],
      [29, 1000],
      [30, 10_000],
    ] as const)
      await read(pia, minutes, ago);
    await updateLeaderboard(site.ctx);
    const value = async (query: Query) => (await board(null, query)).data[0]?.value;
    // Every day has 59 seconds more, which add up.
    expect(await value({ period: 'week' })).toBe(12);
    expect(await value({ period: 'month' })).toBe(1111 + 3);
    expect(await value({ period: 'all' })).toBe(11_111 + 4);
    expect(await value({ board: 'words' })).toBe(11 * 200);
    expect((await board(pia, { board: 'words' })).me).toMatchObject({ rank: 1, value: 2200 });
  });

  test('count of the words of a day at most those that can be read in its measured time [R46]', async () => {
    const rex = await site.person();
    await prefer(rex, { isRanked: true });
    await read(rex, 1, 0, 50_000);
    await updateLeaderboard(site.ctx);
    // 1 minute and 59 seconds, at 1,000 words a minute.
    expect((await board(rex, { board: 'words' })).data[0]?.value).toBe(1983);
  });

  test('count the ink that was earned: not what was spent, and without what was taken back', async () => {
    const quin = await ranked(1);
    const { db } = site.ctx;
    const now = site.clock.now();
    const ink = (source: string, amount: number) =>
      ({ currency: 'ink', amount, reason: 'Test', source }) as const;
    await pay(db, quin.id, [ink('chapter:1', 2), ink('quest:1', 30), ink('chapter:2', 2)], now);
    await pay(db, quin.id, [{ ...ink('daily:2026-01-01', 500), currency: 'coins' }], now);
    await spend(db, quin.id, ink('purchase:1', 20), now);
    await correct(db, quin.id, ink('chapter:2', 0), now);
    await updateLeaderboard(site.ctx);
    expect(names((await board(quin, { board: 'ink' })).data)).toEqual([[1, quin.username, 32]]);
    site.clock.advance(8 * day);
    await updateLeaderboard(site.ctx);
    expect(await board(quin, { board: 'ink' })).toMatchObject({ data: [], me: null });
  });

  test('refuse a period that they do not have', async () => {
    for (const query of [
      { board: 'words', period: 'month' },
      { board: 'ink', period: 'all' },
    ] as const) {
      const refused = await site.as(null).call(getLeaderboard, { query });
      expect([refused.status, refused.failure.message]).toEqual([
        400,
        'Words and ink are counted for the week only.',
      ]);
    }
  });
});

test('of ten thousand people, a page reads only its rows and ranks by an index', async () => {
  const { db } = site.ctx;
  await sql`
    with people as (
      insert into users (username, username_key, created_at, is_ranked)
      select 'mass' || n, 'mass' || n, now(), true from generate_series(1, 10000) n returning id)
    insert into reading_session_days (user_id, day, seconds, last_at)
    select id, ${dayOf(0)}::date, 60 + (row_number() over ()) * 60, now() from people`.execute(db);
  await updateLeaderboard(site.ctx);
  await sql`analyze users, leaderboard_entries`.execute(db);
  const viewer = await site.person();
  await read(viewer, 9000);
  const { pagination, data, me } = await board(viewer, { period: 'all' });
  expect([pagination.total, data[0]?.value, me?.value]).toEqual([10_000, 10_001, 9000]);
  const page = { board: 'minutes', period: 'all', viewerId: viewer.id, offset: 0, limit: 20 } as const;
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${pageOfEveryone(page)}`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('leaderboard_entries_by_value');
  expect(plan).not.toContain('Sort');
});
