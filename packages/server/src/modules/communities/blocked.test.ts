import { blockUser, muteUser, unblockUser } from '@inkling/contract/blocks';
import {
  deleteComment,
  getComment,
  likeComment,
  listComments,
  unlikeComment,
} from '@inkling/contract/comments';
import { likePost, unlikePost } from '@inkling/contract/communities';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/test-app.ts';
import { gathering, idOf } from './communities-for-tests.fixture.ts';

const site = testApp();
const groups = gathering(site);

const block = (who: Person, { id }: { id: string }) => site.as(who).call(blockUser, idOf(id));
const titles = async (viewer: Person, id: string) =>
  (await groups.posts(viewer, id)).body.data.map(({ title }) => title).toSorted();
const commentsOn = async (viewer: Person, post: string) =>
  (await site.as(viewer).call(listComments, { query: { post } })).body.data.flatMap(
    ({ content }) => content ?? [],
  );

/** A community in which Ana and Bo each wrote a post, with comments of both and of its founder. */
async function village() {
  const { id, founder, moderator, member: ana, post: byAna } = await groups.village();
  const bo = await site.person();
  await groups.join(bo, id);
  const byBo = (await groups.send(bo, id, { title: 'By Bo', content: `Hello @${ana.username}` })).body.data
    ._id;
  const byFounder = (await groups.send(founder, id, { title: 'By the founder' })).body.data._id;
  const comment = async (who: Person, post: string, content: string) =>
    (await groups.comment(who, id, post, content)).body.data._id;
  const written = {
    anas: await comment(ana, byFounder, 'From Ana'),
    bos: await comment(bo, byFounder, 'From Bo'),
    bosOnAnas: await comment(bo, byAna, 'Bo to Ana'),
  };
  return { id, founder, moderator, ana, bo, posts: { byAna, byBo, byFounder }, written };
}

test('neither of two people with a block sees the other’s posts and comments in a community; others see all [R19]', async () => {
  const { id, founder, moderator, ana, bo, posts, written } = await village();
  const all = ['By Bo', 'By the founder', 'Which lamp?'];
  expect(await titles(ana, id)).toEqual(all);
  await block(ana, bo);
  expect(await titles(ana, id)).toEqual(['By the founder', 'Which lamp?']);
  expect(await titles(bo, id)).toEqual(['By Bo', 'By the founder']);
  expect(await commentsOn(ana, posts.byFounder)).toEqual(['From Ana']);
  expect(await commentsOn(bo, posts.byFounder)).toEqual(['From Bo']);
  expect((await groups.post(ana, id, posts.byBo)).status).toBe(404);
  expect((await groups.post(bo, id, posts.byAna)).status).toBe(404);
  expect((await site.as(bo).call(listComments, { query: { post: posts.byAna } })).status).toBe(404);
  expect((await site.as(ana).call(getComment, idOf(written.bos))).status).toBe(404);
  // Numbers are the same for everyone.
  expect((await groups.posts(ana, id)).body.pagination.total).toBe(3);
  for (const who of [founder, moderator]) {
    expect(await titles(who, id)).toEqual(all);
    expect((await commentsOn(who, posts.byFounder)).toSorted()).toEqual(['From Ana', 'From Bo']);
  }
  await site.as(ana).call(unblockUser, idOf(bo.id));
  expect(await titles(bo, id)).toEqual(all);
});

test('with a block, neither comments on or likes the other’s post; what was said before can be taken back', async () => {
  const { id, ana, bo, posts, written } = await village();
  const anas = { params: { id, postId: posts.byAna } };
  await site.as(bo).call(likePost, anas);
  await site.as(bo).call(likeComment, idOf(written.anas));
  await block(ana, bo);
  expect((await groups.comment(bo, id, posts.byAna)).status).toBe(404);
  expect((await groups.comment(ana, id, posts.byBo)).status).toBe(404);
  expect((await site.as(ana).call(likePost, { params: { id, postId: posts.byBo } })).status).toBe(404);
  expect((await site.as(bo).call(unlikePost, anas)).body).toMatchObject({ liked: false, likes: 0 });
  expect((await site.as(bo).call(likePost, anas)).status).toBe(404);
  expect((await site.as(bo).call(unlikeComment, idOf(written.anas))).body).toMatchObject({ likes: 0 });
  expect((await site.as(bo).call(likeComment, idOf(written.anas))).status).toBe(404);
  expect((await site.as(bo).call(deleteComment, idOf(written.bosOnAnas))).status).toBe(200);
  expect(await commentsOn(ana, posts.byAna)).toEqual([]);
});

test('founder and moderators see all of their community, also of people with a block, but neither comment nor like there', async () => {
  const { id, moderator, ana, posts, written } = await village();
  await block(ana, moderator);
  const anas = { params: { id, postId: posts.byAna } };
  expect((await groups.post(moderator, id, posts.byAna)).body.data.title).toBe('Which lamp?');
  expect(await commentsOn(moderator, posts.byFounder)).toContain('From Ana');
  const { body } = await site.as(moderator).call(listComments, { query: { post: posts.byAna } });
  expect(body.refusal).toBe('not-allowed');
  const refused = await groups.comment(moderator, id, posts.byAna);
  expect([refused.status, refused.failure.message]).toEqual([403, 'You can’t comment here.']);
  expect((await site.as(moderator).call(likePost, anas)).status).toBe(403);
  expect((await site.as(moderator).call(deleteComment, idOf(written.anas))).status).toBe(200);
});

test('a mute hides posts and comments from the person who muted alone; a block makes names plain text', async () => {
  const { id, ana, bo, posts } = await village();
  expect((await groups.post(bo, id, posts.byBo)).body.data.mentions).toEqual([ana.username]);
  await site.as(ana).call(muteUser, idOf(bo.id));
  expect(await titles(ana, id)).toEqual(['By the founder', 'Which lamp?']);
  expect(await commentsOn(ana, posts.byFounder)).toEqual(['From Ana']);
  expect(await titles(bo, id)).toEqual(['By Bo', 'By the founder', 'Which lamp?']);
  expect((await groups.comment(bo, id, posts.byAna, 'Again')).status).toBe(201);
  await block(ana, bo);
  expect((await groups.post(bo, id, posts.byBo)).body.data.mentions).toEqual([]);
});
