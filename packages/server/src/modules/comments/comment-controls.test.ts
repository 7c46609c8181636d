import { blockUser } from '@inkling/contract/blocks';
import * as calls from '@inkling/contract/comments';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/test-app.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';

const site = testApp();
const comments = commenting(site);
const { post, send, list, remove, like } = comments;
const unknown = '01900000-0000-7000-8000-000000000000';

const pin = (who: Person, id: string) => site.as(who).call(calls.pinComment, idOf(id));
const unpin = (who: Person, id: string) => site.as(who).call(calls.unpinComment, idOf(id));

describe('PUT and DELETE /comments/{id}/pin', () => {
  test('pin one comment of a story and one of each chapter, beside the list', async () => {
    const { author, story, chapter } = await comments.story();
    const ana = await site.person();
    const [a, b] = [await post(ana, { story }, 'A'), await post(ana, { story }, 'B')];
    const c = await post(ana, { chapter }, 'C');
    await post(ana, { parent: a._id }, 'Reply');
    const shown = async (query: { story?: string; chapter?: string }) => {
      const { data, pinned, pagination } = await list(author, query);
      expect(pagination.total).toBe(data.length);
      return [pinned?.content ?? null, data.map(({ content }) => content)];
    };
    expect((await pin(author, a._id)).body.data).toMatchObject({ isPinned: true, replies: 1 });
    await pin(author, c._id);
    expect([await shown({ story }), await shown({ chapter })]).toEqual([
      ['A', ['B']],
      ['C', []],
    ]);
    await pin(author, b._id);
    await pin(author, b._id);
    expect(await shown({ story })).toEqual(['B', ['A']]);
    expect((await list(ana, { story })).pinned).toMatchObject({ isPinned: true, isLiked: false });
    await like(ana, b._id);
    expect((await list(ana, { story })).pinned).toMatchObject({ likes: 1, isLiked: true });
    await unpin(author, a._id);
    await unpin(author, b._id);
    expect(await shown({ story })).toEqual([null, ['B', 'A']]);
    expect(await comments.wrongCounters()).toEqual([]);
  });

  test('are for the author of the story, and not for replies [R14]', async () => {
    const { author, story, chapter } = await comments.story();
    const ana = await site.person();
    const { _id } = await post(ana, { story });
    const reply = await post(ana, { parent: _id });
    for (const id of [_id, (await post(ana, { chapter }))._id])
      expect([(await pin(ana, id)).status, (await unpin(ana, id)).status]).toEqual([403, 403]);
    expect((await pin(author, reply._id)).failure.message).toBe('Replies can’t be pinned.');
    expect((await pin(author, unknown)).status).toBe(404);
  });

  test('of comments that are pinned at the same moment, one stays pinned and no request fails', async () => {
    const { author, story } = await comments.story();
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.push((await post(await site.person(), { story }, `Text ${number}`))._id);
    const pinned = await Promise.all(ids.map((id) => pin(author, id)));
    expect(pinned.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(ids).toContain((await list(author, { story })).pinned?._id);
    expect((await list(author, { story })).data).toHaveLength(4);
    expect(await comments.wrongCounters()).toEqual([]);
  });

  test('a deleted comment is no longer pinned, and a suspended person’s comes back pinned', async () => {
    const { author, story } = await comments.story();
    const [ana, bo] = [await site.person(), await site.person()];
    const a = await post(ana, { story }, 'A');
    await pin(author, a._id);
    await comments.suspend(ana, site.clock.now());
    expect(await list(null, { story })).toMatchObject({ pinned: null, data: [] });
    await comments.suspend(ana, null);
    expect(await list(null, { story })).toMatchObject({ pinned: { _id: a._id }, data: [] });
    await post(bo, { parent: a._id }, 'Reply');
    await remove(ana, a._id);
    expect(await list(null, { story })).toMatchObject({ pinned: null, data: [{ isRemoved: true }] });
    expect(await comments.wrongCounters()).toEqual([]);
  });
});

test('a pinned comment disappears with its only reply when their writer is suspended', async () => {
  const { author, story } = await comments.story();
  const ana = await site.person();
  const { _id } = await post(ana, { story });
  await pin(author, _id);
  await post(ana, { parent: _id }, 'And so on');
  await comments.suspend(ana, site.clock.now());
  expect(await list(null, { story })).toMatchObject({ pinned: null, data: [], commentsCount: 0 });
  await comments.suspend(ana, null);
  expect(await list(null, { story })).toMatchObject({ pinned: { _id, replies: 1 }, commentsCount: 2 });
  expect(await comments.wrongCounters()).toEqual([]);
});

test('no comment is pinned for someone who has blocked its writer', async () => {
  const { author, story } = await comments.story();
  const [ana, bo] = [await site.person(), await site.person()];
  const { _id } = await post(ana, { story });
  await pin(author, _id);
  await site.as(bo).call(blockUser, idOf(ana.id));
  expect(await list(bo, { story })).toMatchObject({ pinned: null, data: [] });
  expect((await list(author, { story })).pinned?._id).toBe(_id);
});

describe('PUT /stories/{id}/comments and /chapters/{id}/comments', () => {
  const closeStory = (who: Person, id: string, isClosed: boolean) =>
    site.as(who).call(calls.closeStoryComments, { ...idOf(id), body: { isClosed } });
  const closeChapter = (who: Person, id: string, isClosed: boolean) =>
    site.as(who).call(calls.closeChapterComments, { ...idOf(id), body: { isClosed } });

  test('close the comments of a story with its chapters, or of one chapter', async () => {
    const { author, story, chapters } = await comments.story(2);
    const [first = '', second = ''] = chapters;
    const ana = await site.person();
    const states = async () =>
      Promise.all(
        [{ story }, { chapter: first }, { chapter: second }].map(async (place) => {
          const { isClosed, refusal } = await list(ana, place);
          expect(refusal).toBe(isClosed ? 'closed' : null);
          expect((await list(null, place)).refusal).toBe('signed-out');
          return isClosed;
        }),
      );
    expect(await states()).toEqual([false, false, false]);
    expect((await closeChapter(author, first, true)).body.isClosed).toBe(true);
    expect(await states()).toEqual([false, true, false]);
    for (let times = 0; times < 2; times += 1) await closeStory(author, story, true);
    expect(await states()).toEqual([true, true, true]);
    expect((await closeStory(author, story, false)).body.isClosed).toBe(false);
    expect(await states()).toEqual([false, true, false]);
    await closeChapter(author, first, false);
    expect(await states()).toEqual([false, false, false]);
  });

  test('stop everyone’s comments, replies and edits; reading, liking and deleting remain possible', async () => {
    const { author, story } = await comments.story();
    const ana = await site.person();
    const { _id } = await post(ana, { story }, 'A');
    await closeStory(author, story, true);
    const edit = { ...idOf(_id), body: { content: 'B' } };
    for (const refused of [
      await send(ana, { story }),
      await send(author, { parent: _id }),
      await site.as(ana).call(calls.editComment, edit),
    ])
      expect([refused.status, refused.failure.message]).toEqual([
        403,
        'The author has closed comments here.',
      ]);
    expect((await like(author, _id)).body.likes).toBe(1);
    expect((await list(ana, { story })).data).toMatchObject([{ content: 'A' }]);
    expect((await remove(ana, _id)).status).toBe(200);
  });

  test('are for the author [R14]', async () => {
    const { story, chapter } = await comments.story();
    const ana = await site.person();
    expect((await closeStory(ana, story, true)).status).toBe(403);
    expect((await closeChapter(ana, chapter, true)).status).toBe(403);
    expect((await closeStory(ana, unknown, true)).status).toBe(404);
    expect((await closeChapter(ana, unknown, true)).status).toBe(404);
  });
});
