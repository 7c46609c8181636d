import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/comments';
import { connectionIdHeader } from '@inkling/contract/live';
import { updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { addressOf, connectLive } from '../../testing/live-client.ts';
import { testApp } from '../../testing/test-app.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';

const site = testApp();
const comments = commenting(site);
const { post, remove } = comments;
const ok = { success: true };

/** A reader whose page shows the comments on a story and its chapter. */
async function watched() {
  const url = await addressOf(site);
  const { author, story, chapter } = await comments.story();
  const ana = await site.person();
  const client = await connectLive(url, ana.token);
  const onStory = { storyId: story, chapterId: null };
  const onChapter = { storyId: story, chapterId: chapter };
  expect(await client.emit(calls.openComments, onStory)).toEqual(ok);
  expect(await client.emit(calls.openComments, onChapter)).toEqual(ok);
  const received = async () => {
    // Acknowledged after all that was sent before.
    await client.emit(calls.closeComments, { storyId: chapter, chapterId: null });
    return client.received.splice(0).map(({ payload }) => payload);
  };
  return { url, author, story, chapter, ana, client, onStory, onChapter, received };
}

test('pages that show comments are notified of changes, without any text', async () => {
  const { author, story, chapter, client, onStory, onChapter, received } = await watched();
  const bo = await site.person();
  const a = await post(bo, { story }, 'zqx-canary');
  const b = await post(bo, { chapter }, 'zqx-canary');
  const reply = await post(author, { parent: a._id }, 'zqx-canary');
  expect(JSON.stringify(client.received)).not.toContain('zqx-canary');
  expect(await received()).toEqual([
    { ...onStory, commentsCount: 1, added: a._id },
    { ...onChapter, commentsCount: 1, added: b._id },
    { ...onStory, commentsCount: 2, added: reply._id },
  ]);
  await site.as(bo).call(calls.editComment, { ...idOf(a._id), body: { content: 'New' } });
  await remove(bo, b._id);
  expect(await received()).toEqual([
    { ...onStory, commentsCount: 2, added: null },
    { ...onChapter, commentsCount: 0, added: null },
  ]);
  await client.emit(calls.closeComments, onStory);
  await post(bo, { story }, 'Unseen');
  expect(await received()).toEqual([]);
});

test('changes at the same moment are each notified with the number of comments after them', async () => {
  const { author, story, onStory, received } = await watched();
  const ids: string[] = [];
  for (let number = 0; number < 6; number += 1)
    ids.push((await post(await site.person(), { story }, `Text ${number}`))._id);
  await received();
  await Promise.all(ids.slice(1).map((id) => remove(author, id)));
  const numbers = [5, 4, 3, 2, 1].map((commentsCount) => ({ ...onStory, commentsCount, added: null }));
  expect(await received()).toEqual(expect.arrayContaining(numbers));
});

test('a page is not notified of its own comment', async () => {
  const { story, ana, client, received } = await watched();
  const body = { story, content: 'Mine' };
  const headers = { [connectionIdHeader]: client.socket.id ?? '' };
  await site.as(ana).call(calls.postComment, { body }, headers);
  expect(await received()).toEqual([]);
});

test('only what a person may read can be followed, and only as long as they may [R38] [R40]', async () => {
  const { author, story, chapter, client, onStory, onChapter, received, url } = await watched();
  const publish = (isPublished: boolean) =>
    site.as(author).call(updateStory, { ...idOf(story), body: { isPublished } });
  await publish(false);
  // The author may still comment on their own draft.
  await post(author, { story }, 'A draft’s');
  await post(author, { chapter }, 'A draft’s');
  expect(await received()).toEqual([]);
  const bo = await connectLive(url, (await site.person()).token);
  for (const place of [onStory, onChapter])
    expect(await bo.emit(calls.openComments, place)).toMatchObject({ success: false, code: 'NOT_FOUND' });
  await publish(true);
  const other = await comments.story();
  const mixed = { storyId: other.story, chapterId: chapter };
  expect(await bo.emit(calls.openComments, mixed)).toMatchObject({ code: 'NOT_FOUND' });
  await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: false } });
  expect(await bo.emit(calls.openComments, onChapter)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await bo.emit(calls.openComments, onStory)).toEqual(ok);
  expect(client.socket.connected).toBe(true);
});

test('pages that show the comments of a story or any of its chapters learn that they are closed', async () => {
  const { author, story, chapter, onStory, onChapter, received } = await watched();
  const closeStory = (isClosed: boolean) =>
    site.as(author).call(calls.closeStoryComments, { ...idOf(story), body: { isClosed } });
  const closeChapter = (isClosed: boolean) =>
    site.as(author).call(calls.closeChapterComments, { ...idOf(chapter), body: { isClosed } });
  const states = async () =>
    Object.fromEntries(
      (await received()).map((event) => [
        (event as { chapterId: string | null }).chapterId === null ? 'story' : 'chapter',
        event,
      ]),
    );
  await closeChapter(true);
  expect(await received()).toEqual([{ ...onChapter, isClosed: true }]);
  await closeStory(true);
  expect(await states()).toEqual({
    story: { ...onStory, isClosed: true },
    chapter: { ...onChapter, isClosed: true },
  });
  // The chapter's own stay closed.
  await closeStory(false);
  expect(await states()).toEqual({
    story: { ...onStory, isClosed: false },
    chapter: { ...onChapter, isClosed: true },
  });
  await closeChapter(false);
  expect(await received()).toEqual([{ ...onChapter, isClosed: false }]);
  await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: false } });
  await closeChapter(true);
  await site.as(author).call(updateStory, { ...idOf(story), body: { isPublished: false } });
  await closeStory(true);
  expect(await received()).toEqual([]);
});
