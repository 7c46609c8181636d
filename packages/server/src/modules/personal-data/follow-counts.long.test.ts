import { getMe, login } from '@inkling/contract/account';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { followStory, getStoryFollow } from '@inkling/contract/story-follows';
import { followUser, listFollowers, listFollowing, unfollowUser } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { execute, firstRow, transaction } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { recountFollows as recountStories } from '../story-follows/story-follows.queries.ts';
import { recountFollows } from '../users/follows.queries.ts';
import { deleteDue } from './deletion.service.ts';

const site = testApp();
const password = 'a lamp in the window';

const follow = (who: Person, whom: Person) => site.as(who).call(followUser, { params: { userId: whom.id } });
const requestDeletion = (who: Person) => site.as(who).call(deleteMe, { body: { password } });
/** Requests the deletion, and lets the counts follow. */
const deleteAccount = async (who: Person) => {
  const response = await requestDeletion(who);
  await site.runJobs();
  return response;
};
const signIn = async (who: Person): Promise<Person> => {
  const { body } = await site.as(null).call(login, { body: { email: who.username, password } });
  return { ...who, token: body.token };
};
const signBackIn = async (who: Person): Promise<Person> => {
  const back = await signIn(who);
  await site.runJobs();
  return back;
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

/** How many follows are counted although one of the two is hidden, or are not although both are shown. */
async function wronglyCounted() {
  const row = await firstRow<{ people: number; stories: number }>(site.ctx.db)`
    select (select count(*) from follows f join users a on a.id = f.follower_id join users b on b.id = f.followed_id
        where f.is_counted <> (a.deletion_due_at is null and b.deletion_due_at is null)) as people,
      (select count(*) from story_follows f join users u on u.id = f.follower_id
        where f.is_counted <> (u.deletion_due_at is null)) as stories`;
  return row;
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
        ...leaving.map(requestDeletion),
        ...people.map((person) => follow(watcher, person)),
      ]);
      expect(responses.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const counting = site.runJobs();
      const back = await Promise.all([...leaving, ...leaving].map(signIn));
      await counting;
      expect(await wrongCounters(site.ctx.db)).toEqual([]);
      await site.runJobs();
      expect(await wrongCounters(site.ctx.db)).toEqual([]);
      expect(await wronglyCounted()).toEqual({ people: 0, stories: 0 });
      for (const [index, who] of back.slice(0, 4).entries()) people[index] = who;
    }
    expect(await countsOf(people[0] ?? watcher)).toEqual([6, 5]);
  });
});

describe('an account with thousands of follows', () => {
  const fans = 3000;
  const write = writing(site);

  /** A person whom thousands follow and who follows some of them, and a thousand stories. */
  async function famous() {
    const star = await site.person();
    const { db } = site.ctx;
    await execute(db)`
      insert into users (username, username_key, created_at)
      select 'fan_' || n || '_' || ${star.username}, 'fan_' || n || '_' || ${star.username}, now()
      from generate_series(1, ${fans}) n`;
    await execute(db)`
      insert into follows (follower_id, followed_id, created_at)
      select id, ${star.id}::uuid, now() from users where username like 'fan\\_%' || ${star.username}
      union all select ${star.id}::uuid, id, now() from users where username like 'fan\\__\\_' || ${star.username}`;
    await execute(db)`
      insert into story_follows (follower_id, story_id, created_at)
      select ${star.id}, uuidv7(), now() from generate_series(1, 1000)`;
    await execute(db)`
      insert into story_follow_counts select story_id, 1 from story_follows where follower_id = ${star.id}`;
    await execute(db)`
      update users u set followers_count = (select count(*) from follows f where f.followed_id = u.id),
        following_count = (select count(*) from follows f where f.follower_id = u.id)`;
    return star;
  }

  test('is counted out in slices, while others follow, when interrupted, and again when restored [R42]', async () => {
    const star = await famous();
    const [ana, bo] = [await site.person(), await site.person()];
    const { db } = site.ctx;
    await follow(ana, star);
    expect((await requestDeletion(star)).status).toBe(200);
    const { signal } = new AbortController();
    let slices = 0;
    signal.throwIfAborted = () => {
      slices += 1;
      if (slices > 20) throw new Error('stopped');
    };
    const interrupted = recountFollows(db, star.id, signal, 50);
    const changes = Array.from({ length: 40 }, (_, n) => {
      const [who, whom] = n % 2 === 0 ? [ana, bo] : [bo, ana];
      if (n % 3 !== 0) return follow(who, whom);
      return site.as(who).call(unfollowUser, { params: { userId: whom.id } });
    });
    await Promise.all([...changes, expect(interrupted).rejects.toThrow('stopped')]);
    slices = 10;
    await expect(recountStories(db, star.id, signal, 50)).rejects.toThrow('stopped');
    expect(await wrongCounters(db)).toEqual([]);
    // Of the slices of people, the first had those that the star follows, and the next was empty.
    expect(await wronglyCounted()).toEqual({ people: fans + 1 - 18 * 50, stories: 500 });
    await site.runJobs();
    expect(await wronglyCounted()).toEqual({ people: 0, stories: 0 });
    const [row] = (await db.selectFrom('users').selectAll().where('id', '=', star.id).execute()) ?? [];
    expect([row?.followers_count, row?.following_count]).toEqual([0, 0]);
    await signBackIn(star);
    expect(await wrongCounters(db)).toEqual([]);
    expect(await wronglyCounted()).toEqual({ people: 0, stories: 0 });
    expect(
      (await site.as(null).call(getProfile, { params: { username: star.username } })).body.data,
    ).toMatchObject({
      followersCount: fans + 1,
      followingCount: 9,
    });
  });

  test('is deleted while another request has locked its followers and a story that it follows', async () => {
    const star = await famous();
    const author = await site.person();
    const { story } = await write.published(author);
    const own = await write.published(star);
    await site.as(star).call(followStory, { params: { id: story._id } });
    await site.as(author).call(followStory, { params: { id: own.story._id } });
    await follow(author, star);
    await deleteAccount(star);
    expect(
      (await site.as(null).call(getStoryFollow, { params: { id: story._id } })).body.followersCount,
    ).toBe(0);
    site.clock.advance(8 * day);
    await transaction(site.ctx.db, async (other) => {
      await execute(other)`select from users where id <> ${star.id} for no key update`;
      await execute(other)`select from story_follow_counts for update`;
      await execute(other)`select from story_follows where follower_id = ${author.id} for update`;
      expect(await deleteDue(site.ctx)).toBe(1);
    });
    await site.runJobs();
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
    expect(
      await firstRow(site.ctx.db)`select from story_follows where story_id = ${own.story._id}`,
    ).toBeUndefined();
  });
});
