import * as calls from '@inkling/contract/communities';
import { deleteMe } from '@inkling/contract/personal-data';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { withholdComments } from '../comments/index.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { setSuspended } from '../users/index.ts';
import { eraseDeleted } from './communities.listeners.ts';
import { removeExpired } from './communities.queries.ts';
import { gathering, idOf } from './communities-for-tests.fixture.ts';
import { withholdPosts } from './index.ts';

const site = testApp();
const { found, village, get, join, leave, send, ban, posts, post, comment } = gathering(site);
const one = <T>(items: T[], index: number): T => items[index % items.length] as T;
const suspend = ({ id }: Person, since: Date | null) =>
  transaction(site.ctx.db, async (tx) => {
    await setSuspended(tx, id, since);
    await withholdPosts(tx, id);
    await withholdComments(tx, id);
  });
const founders = async () => {
  const { rows } = await sql<{ founders: number }>`
    select (select count(*) from community_members m where m.community_id = g.id and m.role = 'founder') as founders
    from communities g where g.deleted_at is null`.execute(site.ctx.db);
  return rows.map(({ founders: number }) => number);
};

test('200 parallel changes of a community leave counters that equal their rows, and one founder [R42]', async () => {
  const { id, founder, moderator, post: first } = await village();
  const people = await Promise.all(Array.from({ length: 10 }, () => site.person()));
  for (const person of people) await join(person, id);
  const ids = [first];
  for (const person of people) ids.push((await send(person, id)).body.data._id);
  const leaving = people.slice(0, 3);
  for (const person of leaving) await site.as(person).call(deleteMe, { body: { password: testPassword } });
  site.clock.advance(8 * day);
  const active = people.slice(3);
  const at = (postId: string) => ({ params: { id, postId } });
  const kinds = [
    (n: number) => join(one(active, n), id),
    (n: number) => leave(one(active, n + 1), id),
    (n: number) => send(one(active, n + 2), id),
    (n: number) => site.as(one(active, n)).call(calls.likePost, at(one(ids, n))),
    (n: number) => site.as(one(active, n)).call(calls.unlikePost, at(one(ids, n * 3))),
    (n: number) => comment(one(active, n), id, one(ids, n), `Text ${n}`),
    (n: number) => site.as(moderator).call(calls.deletePost, at(one(ids, n % 4))),
    (n: number) => ban(founder, id, one(active, n).id),
    (n: number) => site.as(founder).call(calls.liftBan, { params: { id, userId: one(active, n).id } }),
    (n: number) => site.as(moderator).call(calls.pinPost, at(one(ids, n))),
    (n: number) =>
      site.as(founder).call(calls.handOverCommunity, { ...idOf(id), body: { userId: one(active, n).id } }),
    async (n: number) => {
      await suspend(one(active, n), n % 2 === 0 ? site.clock.now() : null);
      return { status: 200 };
    },
  ];
  const deletions = deleteDue(site.ctx);
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, n) => one(kinds, n * 5 + Math.floor(n / 12))(n)),
  );
  await deletions;
  await deleteDue(site.ctx);
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
  expect(await founders()).toEqual([1]);
  for (const person of active) await suspend(person, null);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
  const listed = (await posts(null, id, { limit: 100 })).body;
  expect(listed.data.length).toBe(listed.pagination.total);
}, 120_000);

/** A generator of numbers below `max`, always the same ones for a seed. */
function numbers(seed: number) {
  let state = seed;
  return (max: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

test('founders and heirs who leave at once end as if one came after the other', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const below = numbers(seed);
    const people = await Promise.all(Array.from({ length: 5 }, () => site.person()));
    const [founder] = people as [Person];
    const { _id: id } = await found(founder);
    for (const person of people) {
      site.clock.advance(1000);
      await join(person, id);
    }
    const moderators = people.slice(1).filter(() => below(3) === 0);
    for (const { id: userId } of moderators) {
      site.clock.advance(1000);
      await site.as(founder).call(calls.appointModerator, { params: { id, userId } });
    }
    // The order in which they take over; who is left is its first one who stays.
    const order = [
      founder,
      ...moderators,
      ...people.slice(1).filter((person) => !moderators.includes(person)),
    ];
    const leaving = new Set([founder, ...order.slice(1, 4).filter(() => below(3) > 0)]);
    const deleting = [...leaving].filter(() => below(3) === 0);
    for (const person of deleting) await site.as(person).call(deleteMe, { body: { password: testPassword } });
    if (deleting.length > 0) site.clock.advance(8 * day);
    await Promise.all([
      deleteDue(site.ctx),
      ...[...leaving].filter((person) => !deleting.includes(person)).map((person) => leave(person, id)),
    ]);
    await deleteDue(site.ctx);
    const { data } = (await get(null, id)).body;
    const heir = order.find((person) => !leaving.has(person));
    expect([seed, data.founder?._id, data.memberCount]).toEqual([
      seed,
      heir?.id,
      people.length - leaving.size,
    ]);
  }
  expect(await founders()).not.toContain(0);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
}, 120_000);

test('quotas hold for parallel requests', async () => {
  const { id, founder, member } = await village();
  await sql`
    insert into community_posts (community_id, user_id, title, content, created_at)
    select ${id}, ${member.id}, 'T', 'C', ${site.clock.now()} from generate_series(1, 97)`.execute(
    site.ctx.db,
  );
  await sql`update community_counts set posts = posts + 97 where community_id = ${id}`.execute(site.ctx.db);
  const sent = await Promise.all(Array.from({ length: 10 }, () => send(member, id)));
  expect(sent.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(2);
  const all = (await posts(null, id, { limit: 20 })).body.data;
  const pins = await Promise.all(
    all.map(({ _id }) => site.as(founder).call(calls.pinPost, { params: { id, postId: _id } })),
  );
  expect(pins.filter(({ status }) => status === 200)).toHaveLength(5);
});

test('suspended and leaving people’s posts are withheld, counted out, and return with them', async () => {
  const { id, member, post: postId } = await village();
  await comment(member, id, postId);
  const shown = async () => [
    (await get(null, id)).body.data.stats.postCount,
    (await posts(null, id)).body.data.length,
    (await post(null, id, postId)).status,
    (await site.as(null).call(calls.listPostComments, { params: { id, postId } })).status,
  ];
  for (let times = 0; times < 2; times += 1) {
    await suspend(member, site.clock.now());
    expect(await shown()).toEqual([0, 0, 404, 404]);
    await suspend(member, null);
    expect(await shown()).toEqual([1, 1, 200, 200]);
  }
  const members = await site.as(null).call(calls.listMembers, idOf(id));
  expect(members.body.data).toHaveLength(3);
});

test('a deleted account hands its communities over, and takes its posts and empty communities along', async () => {
  const { id, founder, moderator, member } = await village();
  const { _id: alone } = await found(founder, { name: 'zqxalone', description: 'zqxalone' });
  const own = (await send(founder, id, { title: 'zqxalone', content: 'zqxalone' })).body.data._id;
  await comment(member, id, own);
  await site.as(founder).call(deleteMe, { body: { password: testPassword } });
  expect((await get(null, id)).body.data.founder).toBe(null);
  site.clock.advance(8 * day);
  await deleteDue(site.ctx);
  expect((await get(null, id)).body.data).toMatchObject({ founder: { _id: moderator.id }, memberCount: 2 });
  expect((await get(null, alone)).status).toBe(404);
  const { rows } = await sql<{ text: string }>`
    select g::text || (select coalesce(string_agg(p::text, ''), '') from community_posts p) as text
    from communities g`.execute(site.ctx.db);
  expect(rows.map(({ text }) => text).join()).not.toContain('zqxalone');
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('what is deleted is erased at night, with comments and likes, and what has ended with it', async () => {
  const { id, founder, member, post: postId } = await village();
  const outsider = await site.person();
  await comment(outsider, id, postId);
  await site.as(outsider).call(calls.likePost, { params: { id, postId } });
  const kept = await village();
  await comment(kept.member, kept.id, kept.post);
  await ban(founder, id, outsider.id);
  await site.as(founder).call(calls.deleteCommunity, idOf(id));
  for (const viewer of [null, founder, member]) expect((await get(viewer, id)).status).toBe(404);
  expect((await site.as(member).call(calls.listMemberships, {})).body.data).toEqual([]);
  await removeExpired(site.ctx.db, new Date(site.clock.now().getTime() + 30 * day));
  await eraseDeleted(site.ctx);
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from communities where id = ${id}) + (select count(*) from community_posts where community_id = ${id})
      + (select count(*) from community_members where community_id = ${id})
      + (select count(*) from community_bans where community_id = ${id})
      + (select count(*) from community_post_likes where post_id = ${postId})
      + (select count(*) from comments where subject_id = ${postId})
      + (select count(*) from comment_counts where subject_id = ${postId}) as left`.execute(site.ctx.db);
  expect(rows[0]?.left).toBe(0);
  expect((await post(null, kept.id, kept.post)).body.data.commentsCount).toBe(1);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});
