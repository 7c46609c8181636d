import type { Call } from '@inkling/contract/call';
import * as calls from '@inkling/contract/communities';
import { expect, test } from 'vitest';
import { requestOfKey } from '../../testing/request-of.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { gathering } from './communities-for-tests.fixture.ts';

const site = testApp();
const { village, ban, invite, comment, at } = gathering(site);

/** Founder, moderator, member, outsider, former member, banned person, visitor. */
const kinds = ['founder', 'moderator', 'member', 'outsider', 'former', 'banned', 'visitor'] as const;
type Kind = (typeof kinds)[number];

/** Who may make a call. All others get a 403 or, for a post that they cannot read, a 404; visitors a 401 unless the call is public. */
type Rule = { call: Call; may: Kind[]; body?: object; isOfPost?: true };

const staff: Kind[] = ['founder', 'moderator'];
const members: Kind[] = [...staff, 'member'];
const writers: Kind[] = [...members, 'outsider', 'former'];
const everyone: Kind[] = [...writers, 'banned', 'visitor'];

/** The calls about a community and a post of another member; `inside` are those who see posts, `talks` who comment. */
function rules(isPrivate: boolean): Rule[] {
  const inside = isPrivate ? members : everyone;
  const talks = isPrivate ? members : writers;
  const content = { content: 'Well lit.' };
  return [
    { call: calls.getCommunity, may: everyone },
    { call: calls.updateCommunity, may: staff, body: { category: 'genre' } },
    { call: calls.listMembers, may: inside },
    { call: calls.listJoinRequests, may: staff },
    { call: calls.listBans, may: staff },
    { call: calls.listInvitations, may: staff },
    { call: calls.createInvitation, may: staff, body: { until: at(1), uses: 1 } },
    { call: calls.listPosts, may: inside },
    { call: calls.createPost, may: members, body: { title: 'T', ...content } },
    { call: calls.getPost, may: inside, isOfPost: true },
    { call: calls.updatePost, may: [], body: { title: 'T' }, isOfPost: true },
    { call: calls.likePost, may: talks, isOfPost: true },
    { call: calls.unlikePost, may: isPrivate ? members : [...writers, 'banned'], isOfPost: true },
    { call: calls.pinPost, may: staff, isOfPost: true },
    { call: calls.unpinPost, may: staff, isOfPost: true },
    { call: calls.lockPost, may: staff, isOfPost: true },
    { call: calls.unlockPost, may: staff, isOfPost: true },
    { call: calls.listPostComments, may: inside, isOfPost: true },
    { call: calls.commentOnPost, may: talks, body: content, isOfPost: true },
    { call: calls.deleteCommunity, may: [] },
  ];
}

test.each([false, true])('who may do what in a community, private: %s [R12] [R14]', async (isPrivate) => {
  const { id, founder, moderator, member } = await village(isPrivate);
  const [outsider, former, banned, writer] = [
    await site.person(),
    await site.person(),
    await site.person(),
    await site.person(),
  ];
  const { token } = (await invite(founder, id, 3)).body.data;
  for (const who of [former, banned, writer])
    await site.as(who).call(calls.joinByInvitation, { params: { token } });
  // The post is of someone who is none of the kinds.
  const body = { title: 'Another', content: 'Text' };
  const other = await site.as(writer).call(calls.createPost, { params: { id }, body });
  await site.as(former).call(calls.leaveCommunity, { params: { id } });
  await ban(founder, id, banned.id);
  const people: Record<Kind, Person | null> = {
    founder,
    moderator,
    member,
    outsider,
    former,
    banned,
    visitor: null,
  };
  for (const { call, may, body, isOfPost } of rules(isPrivate)) {
    const results: Partial<Record<Kind, number>> = {};
    const expected: Partial<Record<Kind, number>> = {};
    for (const kind of kinds) {
      // Deleting is tested with those who may not alone.
      if (call === calls.deleteCommunity && kind === 'founder') continue;
      const params: Record<string, string> = isOfPost ? { id, postId: other.body.data._id } : { id };
      const request = requestOfKey(call.key, { params, body }, people[kind]?.token ?? null);
      results[kind] = (await site.app.http.inject(request)).statusCode;
      const refusal = isOfPost && isPrivate && !members.includes(kind) ? 404 : 403;
      if (kind === 'visitor' && call.access !== 'public') expected[kind] = 401;
      else expected[kind] = may.includes(kind) ? (call.status ?? 200) : refusal;
    }
    expect([call.key, results]).toEqual([call.key, expected]);
  }
  const joined = await site.as(outsider).call(calls.joinCommunity, { params: { id } });
  expect(joined.status).toBe(isPrivate ? 202 : 200);
});

test('comments on posts are of their writers, and of founder and moderators', async () => {
  const { id, moderator, member, post: postId } = await village();
  const [ana, bo] = [await site.person(), await site.person()];
  const { _id } = (await comment(ana, id, postId, 'First.')).body.data;
  const of = { params: { id: _id } };
  expect((await comment(ana, id, postId, 'Second.')).body.data).toMatchObject({
    post: postId,
    story: null,
    chapter: null,
    passage: null,
  });
  const listed = await site
    .as(null)
    .call(calls.listPostComments, { params: { id, postId }, query: { sort: 'oldest' } });
  expect(listed.body).toMatchObject({ commentsCount: 2, isClosed: false, refusal: 'signed-out' });
  for (let times = 0; times < 2; times += 1)
    expect((await site.as(bo).call(calls.likePostComment, of)).body.likes).toBe(1);
  expect((await site.as(bo).call(calls.unlikePostComment, of)).body).toMatchObject({
    liked: false,
    likes: 0,
  });
  const body = { content: 'First, again.' };
  expect((await site.as(bo).call(calls.editPostComment, { ...of, body })).failure.code).toBe('NOT_ALLOWED');
  expect((await site.as(ana).call(calls.editPostComment, { ...of, body })).body.data.isEdited).toBe(true);
  // The author of the post is no moderator.
  for (const who of [bo, member])
    expect((await site.as(who).call(calls.deletePostComment, of)).failure.code).toBe('NOT_ALLOWED');
  expect((await site.as(moderator).call(calls.deletePostComment, of)).status).toBe(200);
  expect((await site.as(ana).call(calls.deletePostComment, of)).status).toBe(404);
});
