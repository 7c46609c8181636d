import { login } from '@inkling/contract/account';
import { getComment } from '@inkling/contract/comments';
import * as calls from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import { listNotifications } from '@inkling/contract/notifications';
import { search, searchCommunities } from '@inkling/contract/search';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/db.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { requestOfKey } from '../../testing/request-of.ts';
import { responseText } from '../../testing/response-text.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setAdmin, setSuspended } from '../users/index.ts';
import { eraseDeleted } from './communities.listeners.ts';
import { removeExpired } from './communities.queries.ts';
import { gathering, idOf } from './communities-for-tests.fixture.ts';
import { forgetPerson } from './erasing.queries.ts';

const site = testApp();
const { ban, comment, found, get, invite, join, post, posts, send, village } = gathering(site);
const remove = (who: Person, id: string) => site.as(who).call(calls.deleteCommunity, idOf(id));
const restore = (who: Person, id: string) => site.as(who).call(calls.restoreCommunity, idOf(id));
const deletedOf = async (who: Person) =>
  (await site.as(who).call(calls.listDeletedCommunities, {})).body.data;
const sweep = async () => {
  await removeExpired(site.ctx.db, site.clock.now());
  await eraseDeleted(site.ctx);
};
const isStored = async (id: string) =>
  (await site.ctx.db.selectFrom('communities').select('id').where('id', '=', id).execute()).length > 0;
/** Sessions end before what is deleted is erased. */
async function later(days: number, ...people: Person[]) {
  site.clock.advance(days * day);
  for (const who of people)
    who.token = (
      await site.as(null).call(login, { body: { email: who.username, password: testPassword } })
    ).body.token;
}

test('a deleted community is seen by nobody, and its founder finds it among their deleted ones', async () => {
  const { id, founder, moderator, member, post: postId } = await village();
  const name = 'Zqxdeleted Readers';
  await site.as(founder).call(calls.updateCommunity, { ...idOf(id), body: { name } });
  await send(founder, id, { title: 'Zqxdeleted post', content: `@${member.username}`, isPinned: true });
  const commented = (await comment(member, id, postId, 'Zqxdeleted comment')).body.data._id;
  const invitation = (await invite(founder, id, 5)).body.data.token;
  const staff = await site.person();
  await setAdmin(site.ctx.db, staff.id, true);
  const outsider = await site.person();
  const texts = async (who: Person | null) => {
    const as = site.as(who);
    const responses = [
      await as.call(calls.listCommunities, { query: { search: 'zqxdeleted' } }),
      await as.call(calls.getCommunity, idOf(id)),
      await as.call(calls.listMembers, idOf(id)),
      await as.call(calls.listPosts, idOf(id)),
      await as.call(calls.getPost, { params: { id, postId } }),
      await as.call(calls.listPostComments, { params: { id, postId } }),
      await as.call(calls.getInvitation, { params: { token: invitation } }),
      await as.call(search, { query: { q: 'zqxdeleted' } }),
      await as.call(searchCommunities, { query: { q: 'zqxdeleted' } }),
      await as.call(getComment, idOf(commented)),
      ...(who === null
        ? []
        : [
            await as.call(calls.listFeed, {}),
            await as.call(calls.listMemberships, {}),
            await as.call(calls.listBans, idOf(id)),
            await as.call(calls.listInvitations, idOf(id)),
            await as.call(listNotifications, {}),
            await as.call(calls.joinCommunity, idOf(id)),
            await as.call(calls.likePost, { params: { id, postId } }),
            await as.call(calls.joinByInvitation, { params: { token: invitation } }),
          ]),
    ];
    return JSON.stringify(
      responses.map((response) => (response.status < 400 ? response.body : response.failure)),
    );
  };
  expect(await texts(member)).toMatch(/Zqxdeleted/);
  await remove(founder, id);
  for (const who of [null, founder, moderator, member, staff, outsider]) {
    const text = await texts(who);
    expect([who?.username, text.match(/Zqxdeleted/i)?.[0], text.includes(id)]).toEqual([
      who?.username,
      undefined,
      false,
    ]);
  }
  const now = site.clock.now();
  expect(await deletedOf(founder)).toEqual([
    {
      _id: id,
      name,
      deletedAt: now.toISOString(),
      eraseAt: new Date(now.getTime() + 30 * day).toISOString(),
    },
  ]);
  for (const who of [moderator, member, staff, outsider]) {
    expect(await deletedOf(who)).toEqual([]);
    expect((await restore(who, id)).status).toBe(404);
  }
  expect((await site.as(null).call(calls.restoreCommunity, idOf(id))).status).toBe(401);
  const exported = responseText(
    await site.app.http.inject(requestOfKey('GET /users/me/export', {}, member.token)),
  );
  expect(exported).toContain(name);
});

test('an undone deletion brings back people, posts, comments, bans and invitations', async () => {
  const { id, founder, moderator, member, post: postId } = await village();
  const banned = await site.person();
  await join(banned, id);
  await ban(founder, id, banned.id);
  await comment(member, id, postId);
  const token = (await invite(founder, id)).body.data.token;
  const before = [
    (await get(member, id)).body,
    (await posts(member, id)).body,
    (await post(member, id, postId)).body,
    (await site.as(banned).call(calls.listMyBans, {})).body.data,
  ];
  await remove(founder, id);
  expect((await site.as(banned).call(calls.listMyBans, {})).body.data).toEqual([]);
  await later(29, founder, moderator, member, banned);
  await sweep();
  const restored = await restore(founder, id);
  expect([restored.status, restored.body.data.role]).toEqual([200, 'founder']);
  // An answer may have been lost.
  expect((await restore(founder, id)).status).toBe(200);
  expect((await restore(member, id)).status).toBe(403);
  expect(await deletedOf(founder)).toEqual([]);
  expect([
    (await get(member, id)).body,
    (await posts(member, id)).body,
    (await post(member, id, postId)).body,
    (await site.as(banned).call(calls.listMyBans, {})).body.data,
  ]).toEqual(before);
  expect((await join(banned, id)).failure.code).toBe('BANNED');
  // Its seven days are over.
  expect((await site.as(null).call(calls.getInvitation, { params: { token } })).status).toBe(404);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('after 30 days it cannot be restored, whatever the clock says then, and is erased', async () => {
  const { id, founder } = await village();
  await remove(founder, id);
  await later(30, founder);
  expect(await deletedOf(founder)).toEqual([]);
  expect((await restore(founder, id)).status).toBe(404);
  await removeExpired(site.ctx.db, site.clock.now());
  site.clock.advance(-20 * day);
  await later(0, founder);
  expect((await restore(founder, id)).status).toBe(404);
  expect(await isStored(id)).toBe(true);
  await eraseDeleted(site.ctx);
  expect(await isStored(id)).toBe(false);
  site.clock.advance(20 * day);
});

test('an undo at the moment of the end either succeeds whole or finds nothing', async () => {
  for (let times = 0; times < 5; times += 1) {
    const founder = await site.person();
    const { _id: id } = await found(founder);
    await remove(founder, id);
    await later(30, founder);
    const end = site.clock.now();
    site.clock.advance(-1);
    const [{ status }] = await Promise.all([
      restore(founder, id),
      removeExpired(site.ctx.db, end).then(() => eraseDeleted(site.ctx)),
    ]);
    expect([200, 404]).toContain(status);
    expect(await isStored(id)).toBe(status === 200);
    expect((await get(founder, id)).status).toBe(status);
  }
});

test('what an admin deletes, nobody can restore', async () => {
  const { id, founder } = await village();
  const staff = await site.person();
  await setAdmin(site.ctx.db, staff.id, true);
  expect((await remove(staff, id)).status).toBe(200);
  expect(await deletedOf(founder)).toEqual([]);
  expect((await restore(founder, id)).status).toBe(404);
  await eraseDeleted(site.ctx);
  expect(await isStored(id)).toBe(false);
});

test('an admin ends what its founder deleted and could restore; nobody else does', async () => {
  const { id, founder, moderator } = await village();
  await remove(founder, id);
  expect((await remove(moderator, id)).status).toBe(404);
  expect((await remove(founder, id)).status).toBe(404);
  const staff = await site.person();
  await setAdmin(site.ctx.db, staff.id, true);
  expect((await remove(staff, id)).status).toBe(200);
  expect((await remove(staff, id)).status).toBe(404);
  expect(await deletedOf(founder)).toEqual([]);
  expect((await restore(founder, id)).status).toBe(404);
  await eraseDeleted(site.ctx);
  expect(await isStored(id)).toBe(false);
});

test('an admin who deletes their own community twice, since a response was lost, can still restore it', async () => {
  const { id, founder } = await village();
  await setAdmin(site.ctx.db, founder.id, true);
  invalidateViewers(site.ctx.db);
  expect((await remove(founder, id)).status).toBe(200);
  expect((await remove(founder, id)).status).toBe(404);
  expect((await restore(founder, id)).status).toBe(200);
});

test('when the account of the founder is deleted, no member gets what they had deleted', async () => {
  const { id, founder, moderator } = await village();
  const alive = await village();
  await remove(founder, id);
  await remove(alive.founder, alive.id);
  await transaction(site.ctx.db, (tx) => forgetPerson(site.ctx, tx, founder.id));
  expect(await deletedOf(moderator)).toEqual([]);
  expect((await restore(moderator, id)).status).toBe(404);
  await eraseDeleted(site.ctx);
  expect([await isStored(id), await isStored(alive.id)]).toEqual([false, true]);
});

test('a suspended founder cannot restore', async () => {
  const { id, founder } = await village();
  await remove(founder, id);
  await transaction(site.ctx.db, (tx) => setSuspended(tx, founder.id, site.clock.now()));
  expect((await restore(founder, id)).status).toBeGreaterThanOrEqual(400);
});

test('a community is restored within the limits of its founder', async () => {
  const founder = await site.person();
  const about = { belongsTo: { kind: 'author' as const } };
  const { _id: id } = await found(founder, about);
  await remove(founder, id);
  for (let number = 0; number < communityLimits.belonging; number += 1) await found(founder, about);
  expect((await restore(founder, id)).failure.code).toBe('QUOTA_REACHED');
  expect(await deletedOf(founder)).toHaveLength(1);
});

test('people delete their posts, and no one else’s, also while their community is deleted', async () => {
  const { id, founder, moderator, member, post: postId } = await village();
  await remove(founder, id);
  const place = { params: { id, postId } };
  for (const who of [founder, moderator])
    expect((await site.as(who).call(calls.deletePost, place)).status).toBe(404);
  expect((await site.as(member).call(calls.deletePost, place)).status).toBe(200);
  await restore(founder, id);
  expect((await posts(founder, id)).body.data).toEqual([]);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});
