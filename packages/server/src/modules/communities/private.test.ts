import { blockUser } from '@inkling/contract/blocks';
import {
  editComment,
  likeComment,
  listComments,
  openComments,
  postComment,
} from '@inkling/contract/comments';
import * as calls from '@inkling/contract/communities';
import { notificationsChanged } from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { addressOf, connectLive } from '../../testing/live-client.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setSuspended } from '../users/index.ts';
import { gathering, idOf } from './communities-for-tests.fixture.ts';

const site = testApp();
const { at, village, found, get, join, leave, ban, send, posts, post, invite, comment } = gathering(site);
const requests = (who: Person, id: string) => site.as(who).call(calls.listJoinRequests, idOf(id));
const answer = (who: Person, id: string, userId: string, accept: boolean) =>
  site.as(who).call(calls.decideJoinRequest, { params: { id, userId }, body: { accept } });
const enter = (who: Person, token: string) =>
  site.as(who).call(calls.joinByInvitation, { params: { token } });

test('outsiders see the public parts of a private community, and none of the rest', async () => {
  const { id, founder, member, post: postId } = await village(true);
  for (const outsider of [null, await site.person()]) {
    expect((await get(outsider, id)).body.data).toMatchObject({
      name: 'Night Readers',
      description: 'By lamplight.',
      memberCount: 3,
      founder: { _id: founder.id },
      stats: { postCount: null },
      members: [],
      requestsCount: null,
    });
    const listed = await posts(outsider, id);
    expect([listed.status, listed.failure.message]).toEqual([
      403,
      'Only members of this community can see its posts.',
    ]);
    expect((await site.as(outsider).call(calls.listMembers, idOf(id))).status).toBe(403);
    expect((await post(outsider, id, postId)).status).toBe(404);
    expect((await site.as(outsider).call(listComments, { query: { post: postId } })).status).toBe(404);
  }
  expect((await get(member, id)).body.data.stats.postCount).toBe(1);
});

test('joining a private community is a request, which founder or moderators answer', async () => {
  const { id, founder, moderator, member } = await village(true);
  const [ana, bo] = [await site.person(), await site.person()];
  for (let times = 0; times < 2; times += 1) {
    const asked = await join(ana, id);
    expect([asked.status, asked.body.data.membership, asked.body.data.memberCount]).toEqual([
      202,
      'requested',
      3,
    ]);
  }
  site.clock.advance(1000);
  await join(bo, id);
  expect((await requests(member, id)).failure.code).toBe('NOT_ALLOWED');
  expect((await requests(moderator, id)).body.data.map(({ user }) => user._id)).toEqual([ana.id, bo.id]);
  expect((await get(founder, id)).body.data.requestsCount).toBe(2);
  expect((await answer(ana, id, ana.id, true)).failure.code).toBe('NOT_ALLOWED');
  for (let times = 0; times < 2; times += 1)
    expect((await answer(moderator, id, ana.id, true)).body).toMatchObject({
      membership: 'member',
      memberCount: 4,
    });
  expect((await answer(founder, id, bo.id, false)).body).toMatchObject({
    membership: 'none',
    memberCount: 4,
  });
  expect((await answer(founder, id, bo.id, true)).status).toBe(404);
  // A request can be withdrawn.
  await join(bo, id);
  expect((await leave(bo, id)).body.data.membership).toBe('none');
  expect((await requests(founder, id)).body.data).toEqual([]);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('a request of someone who is suspended or leaves can be answered once they are back', async () => {
  const { id, founder } = await village(true);
  const [ana, bo] = [await site.person(), await site.person()];
  for (const who of [ana, bo]) await join(who, id);
  await setSuspended(site.ctx.db, ana.id, site.clock.now());
  await site.as(bo).call(deleteMe, { body: { password: testPassword } });
  for (const { id: userId } of [ana, bo]) {
    const refused = await answer(founder, id, userId, true);
    expect([refused.status, refused.failure.message]).toEqual([
      404,
      'This person is no longer asking to join.',
    ]);
  }
  await setSuspended(site.ctx.db, ana.id, null);
  expect((await answer(founder, id, ana.id, true)).body).toMatchObject({ memberCount: 4 });
});

test('an invitation admits as many people as it has uses, also at once, until it ends or is revoked', async () => {
  const founder = await site.person();
  const { _id: id } = await found(founder, { isPrivate: true });
  const { token } = (await invite(founder, id, 3)).body.data;
  const { rows } = await sql<{ text: string }>`select t::text as text from community_invitations t`.execute(
    site.ctx.db,
  );
  expect(rows.map(({ text }) => text).join()).not.toContain(token);
  const people = await Promise.all(Array.from({ length: 12 }, () => site.person()));
  const statuses = await Promise.all(people.map(async (person) => (await enter(person, token)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 404)).toHaveLength(9);
  expect((await get(founder, id)).body.data.memberCount).toBe(4);
  const list = async () => (await site.as(founder).call(calls.listInvitations, idOf(id))).body.data;
  expect(await list()).toEqual([]);
  const second = (await invite(founder, id, 5)).body.data;
  // Someone who is a member uses nothing up.
  const [inside] = people.filter((_, index) => statuses[index] === 200) as [Person];
  await enter(inside, second.token);
  expect(await list()).toMatchObject([{ _id: second._id, uses: 5, used: 0, by: { _id: founder.id } }]);
  const revoked = { params: { id, invitationId: second._id } };
  expect((await site.as(founder).call(calls.revokeInvitation, revoked)).status).toBe(200);
  const outsider = await site.person();
  expect((await enter(outsider, second.token)).status).toBe(404);
  const third = (await invite(founder, id, 5, 2)).body.data;
  site.clock.advance(2 * day);
  expect((await enter(outsider, third.token)).failure.code).toBe('NOT_FOUND');
  expect((await invite(founder, id, 5, -1)).failure.errors?.[0]?.path).toBe('until');
  expect((await invite(founder, id, 5, 400)).failure.errors?.[0]?.path).toBe('until');
  expect((await invite(founder, id, 1001)).failure.errors?.[0]?.path).toBe('uses');
  expect((await invite(outsider, id)).failure.code).toBe('NOT_ALLOWED');
});

test('banned people get in neither by request nor by invitation', async () => {
  const { id, founder, member } = await village(true);
  const body = { reason: 'Unkind words', until: at(3) };
  await site.as(founder).call(calls.banFromCommunity, { params: { id, userId: member.id }, body });
  const { token } = (await invite(founder, id)).body.data;
  expect((await join(member, id)).failure.code).toBe('BANNED');
  expect((await enter(member, token)).failure.code).toBe('BANNED');
  expect((await posts(member, id)).status).toBe(403);
});

/** A person's page that shows the posts and the comments on one of them, and what it has received since. */
async function watching(who: Person, communityId: string, postId: string) {
  const live = await connectLive(await addressOf(site), who.token);
  const place = { storyId: postId, chapterId: null, isPost: true as const };
  const acks = [await live.emit(calls.openPosts, { communityId }), await live.emit(openComments, place)].map(
    ({ success }) => success,
  );
  const received = async () => {
    // Acknowledged after all that was sent before.
    await live.emit(calls.closePosts, { communityId: postId });
    return live.received.splice(0).filter(({ event }) => event !== 'notifications:changed');
  };
  return { acks, received };
}

test('pages that show a public community learn of new posts and comments, as long as it is public', async () => {
  const { id, member, founder, post: postId } = await village();
  const { acks, received } = await watching(await site.person(), id, postId);
  expect(acks).toEqual([true, true]);
  const added = (await send(member, id)).body.data._id;
  const { _id } = (await comment(member, id, postId)).body.data;
  expect(await received()).toEqual([
    { event: 'posts:changed', payload: { communityId: id, added } },
    {
      event: 'comments:changed',
      payload: { storyId: postId, chapterId: null, commentsCount: 1, added: _id },
    },
  ]);
  await site.as(founder).call(calls.updateCommunity, { ...idOf(id), body: { isPrivate: true } });
  await send(member, id);
  await comment(member, id, postId);
  expect(await received()).toEqual([]);
});

test('nothing of a private community is sent over the live connection', async () => {
  const { id, member, founder, post: postId } = await village(true);
  const [inside, outside] = [
    await watching(founder, id, postId),
    await watching(await site.person(), id, postId),
  ];
  expect([inside.acks, outside.acks]).toEqual([
    [true, true],
    [false, false],
  ]);
  await comment(member, id, postId);
  await send(member, id);
  expect([await inside.received(), await outside.received()]).toEqual([[], []]);
});

test('former members read, like, edit and answer nothing any more, comments of their own included', async () => {
  const { id, member, founder, post: postId } = await village(true);
  const own = (await comment(member, id, postId)).body.data;
  const theirs = (await comment(founder, id, postId)).body.data;
  expect((await site.as(member).call(likeComment, idOf(theirs._id))).body.likes).toBe(1);
  await leave(member, id);
  const asFormer = site.as(member);
  const refused = [
    await asFormer.call(likeComment, idOf(theirs._id)),
    await asFormer.call(editComment, { ...idOf(own._id), body: { content: 'Changed.' } }),
    await asFormer.call(postComment, { body: { parent: theirs._id, content: 'Still here.' } }),
    await asFormer.call(calls.likePost, { params: { id, postId } }),
    await asFormer.call(calls.updatePost, { params: { id, postId }, body: { title: 'Changed' } }),
    await asFormer.call(calls.deletePostComment, idOf(theirs._id)),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
});

test.each(['leave', 'ban'] as const)(
  'people delete what they wrote, by id, also after they %s a private community',
  async (way) => {
    const { id, member, founder, post: postId } = await village(true);
    const theirs = (await send(founder, id)).body.data._id;
    const own = (await comment(member, id, theirs)).body.data._id;
    await comment(founder, id, postId);
    if (way === 'leave') await leave(member, id);
    else await ban(founder, id, member.id);
    const asFormer = site.as(member);
    const place = { params: { id, postId } };
    expect((await asFormer.call(calls.deletePost, { params: { id, postId: theirs } })).status).toBe(404);
    for (const status of [200, 404]) {
      const removed = [
        await asFormer.call(calls.deletePostComment, idOf(own)),
        await asFormer.call(calls.deletePost, place),
      ];
      expect(removed.map((response) => response.status)).toEqual([status, status]);
    }
    expect((await posts(founder, id)).body.data.map(({ _id }) => _id)).toEqual([theirs]);
    expect((await post(founder, id, theirs)).body.data.commentsCount).toBe(0);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  },
);

test('the feed and the dots of the hub have what others wrote in one’s own communities, without what one may not read', async () => {
  const { id, founder, moderator, member, post } = await village(true);
  const other = await village();
  await join(member, other.id);
  const feed = async (who: Person, query: object = {}) =>
    (await site.as(who).call(calls.listFeed, { query })).body;
  const ids = async (who: Person) => (await feed(who)).data.map(({ _id }) => _id);
  const unread = async (who: Person) =>
    (await site.as(who).call(calls.listCommunities, { query: { mine: 'true' } })).body.data
      .filter(({ hasUnread }) => hasUnread)
      .map(({ _id }) => _id);
  site.clock.advance(1000);
  const mine = (await send(member, id)).body.data._id;
  site.clock.advance(1000);
  const theirs = (await send(moderator, id)).body.data;
  expect(await ids(member)).toEqual([theirs._id, mine, other.post, post]);
  expect((await feed(member)).data[0]).toMatchObject({
    communityName: 'Night Readers',
    content: 'Oil or wax?',
  });
  const first = await feed(member, { limit: 3 });
  const rest = await feed(member, { limit: 3, after: first.pagination.next });
  expect([first.pagination.total, [...first.data, ...rest.data].map(({ _id }) => _id)]).toEqual([
    4,
    await ids(member),
  ]);
  // One's own posts and those from before one joined are not unread.
  expect(await unread(member)).toEqual([id]);
  const see = (until: string) => site.as(member).call(calls.seePosts, { ...idOf(id), body: { until } });
  await see(new Date(0).toISOString());
  expect(await unread(member)).toEqual([id]);
  await see(theirs.createdAt);
  expect(await unread(member)).toEqual([]);
  // Nothing that is written later is seen, whatever the call says.
  await see('2999-01-01T00:00:00.000Z');
  site.clock.advance(1000);
  await send(moderator, id);
  expect(await unread(member)).toEqual([id]);
  await site.as(member).call(blockUser, idOf(moderator.id));
  expect([await unread(member), (await ids(member)).includes(theirs._id)]).toEqual([[], false]);
  await ban(founder, id, member.id);
  expect([await unread(member), await ids(member)]).toEqual([[], [other.post]]);
  expect((await feed(await site.person())).data).toEqual([]);
});

test('posts are found by their words and by tags, by those who may read them, and never by what is folded or held', async () => {
  const { id, founder, member, post: first } = await village(true);
  const ids = async (who: Person, query: object) => {
    const { data, pagination } = (await posts(who, id, query)).body;
    return [data.map(({ _id }) => _id), pagination.total];
  };
  site.clock.advance(1000);
  const tagged = (await send(founder, id, { content: 'A Sécret wick.', tags: ['wicks'] })).body.data._id;
  expect(await ids(member, { search: 'secr' })).toEqual([[tagged], 1]);
  expect(await ids(member, { search: 'lamp', limit: 1 })).toEqual([[tagged], 2]);
  expect(await ids(member, { search: 'lamp', sort: 'oldest' })).toEqual([[first, tagged], 2]);
  expect(await ids(member, { tag: 'wicks' })).toEqual([[tagged], 1]);
  expect(await ids(member, { tag: 'wicks', search: 'wax' })).toEqual([[], 0]);
  expect((await posts(await site.person(), id, { search: 'secret' })).status).toBe(403);
  await site.as(member).call(blockUser, idOf(founder.id));
  expect(await ids(member, { tag: 'wicks' })).toEqual([[], 0]);
});

test('a search in a story’s community finds no post about a chapter that the viewer has not reached', async () => {
  const author = await site.person();
  const { story, chapters } = await writing(site).published(author);
  const { _id: id } = await found(author, { belongsTo: { kind: 'story', storyId: story._id } });
  await send(author, id, { content: 'The butler.', tags: ['endings'], chapterId: chapters[0]?._id });
  const reader = await site.person();
  const total = async (who: Person | null, query: object) =>
    (await posts(who, id, query)).body.pagination.total;
  for (const query of [{ search: 'butler' }, { tag: 'endings' }])
    for (const who of [reader, null]) expect(await total(who, query)).toBe(0);
  expect(await total(reader, {})).toBe(1);
});

test('an invitation says who invites to what, without what is inside, until it can no longer be used', async () => {
  const { id, founder, moderator } = await village(true);
  const { token } = (await invite(moderator, id)).body.data;
  const [outsider, blocked] = [await site.person(), await site.person()];
  const preview = (who: Person | null) => site.as(who).call(calls.getInvitation, { params: { token } });
  for (const who of [null, outsider])
    expect((await preview(who)).body.data).toMatchObject({
      by: { _id: moderator.id },
      community: { _id: id, name: 'Night Readers', stats: { postCount: null } },
    });
  await site.as(moderator).call(blockUser, idOf(blocked.id));
  expect((await preview(blocked)).body.data.by).toBeNull();
  await setSuspended(site.ctx.db, moderator.id, site.clock.now());
  expect((await preview(null)).body.data.by).toBeNull();
  await enter(outsider, token);
  expect((await preview(blocked)).status).toBe(404);
  const second = (await invite(founder, id)).body.data;
  await site.as(founder).call(calls.revokeInvitation, { params: { id, invitationId: second._id } });
  const revoked = await site.as(null).call(calls.getInvitation, { params: { token: second.token } });
  expect(revoked.status).toBe(404);
});

test('who used an invitation is led to the community, also once it is used up', async () => {
  const { id, founder } = await village(true);
  const { token } = (await invite(founder, id)).body.data;
  const [last, late] = [await site.person(), await site.person()];
  await enter(last, token);
  const preview = await site.as(last).call(calls.getInvitation, { params: { token } });
  expect(preview.body.data.community).toMatchObject({ _id: id, membership: 'member' });
  const again = await site.as(last).call(calls.joinByInvitation, { params: { token } });
  expect([again.status, again.body.data._id]).toEqual([200, id]);
  for (const who of [late, null])
    expect((await site.as(who).call(calls.getInvitation, { params: { token } })).status).toBe(404);
  await leave(last, id);
  expect((await site.as(last).call(calls.getInvitation, { params: { token } })).status).toBe(404);
});

test('an invitation to a deleted community says so', async () => {
  const { id, founder } = await village(true);
  const { token } = (await invite(founder, id)).body.data;
  const used = (await invite(founder, id)).body.data.token;
  await enter(await site.person(), used);
  await site.as(founder).call(calls.deleteCommunity, idOf(id));
  const stranger = await site.person();
  const deleted = { code: 'NOT_FOUND', message: 'The community that this invitation is for was deleted.' };
  for (const who of [null, stranger, founder])
    expect((await site.as(who).call(calls.getInvitation, { params: { token } })).failure).toMatchObject(
      deleted,
    );
  const join = await site.as(stranger).call(calls.joinByInvitation, { params: { token } });
  expect(join.failure).toMatchObject(deleted);
  const over = await site.as(null).call(calls.getInvitation, { params: { token: used } });
  expect(over.failure.message).toMatch(/used up/);
});

test('the invitations of a moderator end when they are no longer one', async () => {
  const { id, founder, moderator } = await village(true);
  const { token } = (await invite(moderator, id)).body.data;
  await site.as(founder).call(calls.dismissModerator, { params: { id, userId: moderator.id } });
  expect((await site.as(null).call(calls.getInvitation, { params: { token } })).status).toBe(404);
  await site.as(founder).call(calls.appointModerator, { params: { id, userId: moderator.id } });
  const second = (await invite(moderator, id)).body.data.token;
  await leave(moderator, id);
  expect((await site.as(null).call(calls.getInvitation, { params: { token: second } })).status).toBe(404);
});

test('a ban ends the invitations that the banned person has made', async () => {
  const { id, founder, moderator, member } = await village(true);
  const { token } = (await invite(moderator, id, 5)).body.data;
  const kept = (await invite(founder, id)).body.data.token;
  await ban(founder, id, member.id);
  expect((await site.as(null).call(calls.getInvitation, { params: { token } })).status).toBe(200);
  await ban(founder, id, moderator.id);
  expect((await site.as(null).call(calls.getInvitation, { params: { token } })).status).toBe(404);
  const [stranger, friend] = [await site.person(), await site.person()];
  expect((await site.as(stranger).call(calls.joinByInvitation, { params: { token } })).status).toBe(404);
  expect((await site.as(friend).call(calls.joinByInvitation, { params: { token: kept } })).status).toBe(200);
});

test('the open pages of a person know at once of a ban and of its end, also those of an outsider', async () => {
  const { id, founder, member } = await village();
  const outsider = await site.person();
  const url = await addressOf(site);
  for (const { id: userId, token } of [member, outsider]) {
    const open = await connectLive(url, token);
    await ban(founder, id, userId);
    expect(await open.next(notificationsChanged)).toEqual({});
    await site.as(founder).call(calls.liftBan, { params: { id, userId } });
    expect(await open.next(notificationsChanged)).toEqual({});
  }
});
