import { getMe, login } from '@inkling/contract/account';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { followUser, listFollowers, listFollowing } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { wrongCounters } from '../../testing/wrong-counters.ts';
import { deleteDue } from './deletion.service.ts';

const site = testApp();
const password = 'a lamp in the window';

const follow = (who: Person, whom: Person) => site.as(who).call(followUser, { params: { userId: whom.id } });
const deleteAccount = (who: Person) => site.as(who).call(deleteMe, { body: { password } });
const signBackIn = async (who: Person): Promise<Person> => {
  const { body } = await site.as(null).call(login, { body: { email: who.username, password } });
  return { ...who, token: body.token };
};

/** A user's public follow counts; asserts that profile, lists and the user's own data agree. */
async function countsOf(who: Person): Promise<[followers: number, following: number]> {
  const named = { params: { username: who.username } };
  const page = (await site.as(null).call(getProfile, named)).body.data;
  const lists = [
    (await site.as(null).call(listFollowers, named)).body,
    (await site.as(null).call(listFollowing, named)).body,
  ];
  const { user } = (await site.as(who).call(getMe, {})).body;
  const counts: [number, number] = [page.followersCount, page.followingCount];
  expect(lists.map(({ data }) => data.length)).toEqual(counts);
  expect(lists.map(({ pagination }) => pagination.total)).toEqual(counts);
  expect([user.followersCount, user.followingCount]).toEqual(counts);
  return counts;
}

describe('an account pending deletion', () => {
  test('is not counted while hidden, and is counted again when restored', async () => {
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
    await deleteAccount(ana);
    expect([await countsOf(bo), await countsOf(cy)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const back = await signBackIn(ana);
    expect([await countsOf(back), await countsOf(bo), await countsOf(cy)]).toEqual([
      [2, 1],
      [2, 1],
      [0, 2],
    ]);
    await deleteAccount(back);
    site.clock.advance(7 * day);
    expect(await deleteDue(site.ctx)).toBe(1);
    expect([await countsOf(bo), await countsOf(cy)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });

  test('may be restored after another account that it follows and is followed by was deleted', async () => {
    const [dee, eli] = await Promise.all([site.person(), site.person()]);
    await follow(dee, eli);
    await follow(eli, dee);
    await deleteAccount(dee);
    site.clock.advance(day);
    await deleteAccount(eli);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
    site.clock.advance(6 * day);
    expect(await deleteDue(site.ctx)).toBe(1);
    expect(await countsOf(await signBackIn(eli))).toEqual([0, 0]);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });

  test('is counted right when many accounts are deleted, restored and followed concurrently [R42]', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => site.person()));
    for (const person of people)
      for (const other of people) if (person !== other) await follow(person, other);
    const [watcher] = [await site.person()];
    for (let round = 0; round < 3; round += 1) {
      const leaving = people.slice(0, 4);
      const responses = await Promise.all([
        ...leaving.map(deleteAccount),
        ...people.map((person) => follow(watcher, person)),
      ]);
      expect(responses.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await wrongCounters(site.ctx.db)).toEqual([]);
      const back = await Promise.all([...leaving, ...leaving].map(signBackIn));
      expect(await wrongCounters(site.ctx.db)).toEqual([]);
      for (const [index, who] of back.slice(0, 4).entries()) people[index] = who;
    }
    expect(await countsOf(people[0] ?? watcher)).toEqual([6, 5]);
  });
});
