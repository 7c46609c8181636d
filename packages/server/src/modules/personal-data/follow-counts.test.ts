import { getMe, login } from '@inkling/contract/account';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { followUser, listFollowers, listFollowing } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { deleteDue } from './deletion.service.ts';

const site = testApp();
const password = 'a lamp in the window';

const follow = (who: Person, whom: Person) => site.as(who).call(followUser, { params: { userId: whom.id } });
const leave = (who: Person) => site.as(who).call(deleteMe, { body: { password } });
const comeBack = async (who: Person): Promise<Person> => {
  const { body } = await site.as(null).call(login, { body: { email: who.username, password } });
  return { ...who, token: body.token };
};

/** What others are told of how many follow somebody and whom they follow: page, lists and their own figures agree. */
async function countsOf(who: Person): Promise<[followers: number, following: number]> {
  const named = { params: { username: who.username } };
  const page = (await site.as(null).call(getProfile, named)).body.data;
  const lists = [
    (await site.as(null).call(listFollowers, named)).body,
    (await site.as(null).call(listFollowing, named)).body,
  ];
  const { user } = (await site.as(who).call(getMe, {})).body;
  const told: [number, number] = [page.followersCount, page.followingCount];
  expect(lists.map(({ data }) => data.length)).toEqual(told);
  expect(lists.map(({ pagination }) => pagination.total)).toEqual(told);
  expect([user.followersCount, user.followingCount]).toEqual(told);
  return told;
}

/** People whose counters are not what the follows of and to those who are not hidden say. */
async function miscounted(): Promise<unknown[]> {
  const { rows } = await sql`
    select username from users u
    where followers_count <> (select count(*) from follows
        join users o on o.id = follower_id and o.deletion_due_at is null where followed_id = u.id)
      or following_count <> (select count(*) from follows
        join users o on o.id = followed_id and o.deletion_due_at is null where follower_id = u.id)`.execute(
    site.ctx.db,
  );
  return rows;
}

describe('whoever is to be deleted', () => {
  test('is not counted while nobody sees them, and counts again when they come back', async () => {
    const [ana, bo, cy] = await Promise.all([site.person(), site.person(), site.person()]);
    await follow(ana, bo);
    await follow(bo, ana);
    await follow(cy, ana);
    await follow(cy, bo);
    expect([await countsOf(ana), await countsOf(bo), await countsOf(cy)]).toEqual([
      [2, 1],
      [2, 1],
      [0, 2],
    ]);
    await leave(ana);
    expect([await countsOf(bo), await countsOf(cy)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const back = await comeBack(ana);
    expect([await countsOf(back), await countsOf(bo), await countsOf(cy)]).toEqual([
      [2, 1],
      [2, 1],
      [0, 2],
    ]);
    await leave(back);
    site.clock.advance(7 * day);
    expect(await deleteDue(site.ctx)).toBe(1);
    expect([await countsOf(bo), await countsOf(cy)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(await miscounted()).toEqual([]);
  });

  test('of two who follow each other and both go, one may be deleted and the other come back', async () => {
    const [dee, eli] = await Promise.all([site.person(), site.person()]);
    await follow(dee, eli);
    await follow(eli, dee);
    await leave(dee);
    site.clock.advance(day);
    await leave(eli);
    expect(await miscounted()).toEqual([]);
    site.clock.advance(6 * day);
    expect(await deleteDue(site.ctx)).toBe(1);
    expect(await countsOf(await comeBack(eli))).toEqual([0, 0]);
    expect(await miscounted()).toEqual([]);
  });

  test('many who follow each other go, come back twice over and follow on at once: every count is right', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => site.person()));
    for (const one of people) for (const other of people) if (one !== other) await follow(one, other);
    const [watcher] = [await site.person()];
    for (let round = 0; round < 3; round += 1) {
      const gone = people.slice(0, 4);
      const responses = await Promise.all([...gone.map(leave), ...people.map((one) => follow(watcher, one))]);
      expect(responses.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await miscounted()).toEqual([]);
      const back = await Promise.all([...gone, ...gone].map(comeBack));
      expect(await miscounted()).toEqual([]);
      for (const [index, who] of back.slice(0, 4).entries()) people[index] = who;
    }
    expect(await countsOf(people[0] ?? watcher)).toEqual([6, 5]);
  });
});
