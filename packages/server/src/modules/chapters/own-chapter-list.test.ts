import * as calls from '@inkling/contract/chapters';
import { deleteComment, postComment } from '@inkling/contract/comments';
import { openStory } from '@inkling/contract/library';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

const listed = async (who: Person, storyId: string, query: object = {}) =>
  (await site.as(who).call(calls.listChaptersForAuthor, { params: { storyId }, query })).body.data;

test('an author sees views, likes and comments of each chapter, and sorts by them', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { story, chapters } = await write.published(ana, { chapters: 3 });
  const [one = '', two = '', three = ''] = chapters.map(({ _id }) => _id);
  await site.as(ben).call(calls.likeChapter, { params: { id: two } });
  await site.as(ben).call(postComment, { body: { chapter: three, content: 'Lovely.' } });
  for (const [day, views] of [
    ['2026-11-01', 2],
    ['2026-11-02', 3],
  ])
    await sql`insert into analytics_days (story_id, chapter_id, day, views)
      values (${story._id}, ${one}, ${day}::date, ${views})`.execute(site.ctx.db);
  expect(await listed(ana, story._id)).toMatchObject([
    { _id: one, views: 5, likes: 0, comments: 0 },
    { _id: two, views: 0, likes: 1, comments: 0 },
    { _id: three, views: 0, likes: 0, comments: 1 },
  ]);
  const order = async (sort: string) => (await listed(ana, story._id, { sort })).map(({ _id }) => _id);
  expect(await order('-views')).toEqual([one, two, three]);
  expect(await order('-likes')).toEqual([two, one, three]);
  expect(await order('-comments')).toEqual([three, one, two]);
  expect(await order('-order')).toEqual([three, two, one]);
});

test('lists of chapters show readers how many comments and replies each chapter has, read or not', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { story, chapters } = await write.published(ana, { chapters: 2 });
  const [one = '', two = ''] = chapters.map(({ _id }) => _id);
  const post = async (body: object) =>
    (await site.as(ana).call(postComment, { body: { chapter: two, content: 'A', ...body } })).body.data;
  const first = await post({});
  await post({ parent: first._id, content: 'B' });
  const removed = await post({ content: 'C' });
  await site.as(ana).call(deleteComment, { params: { id: removed._id } });
  const expected = [
    { _id: one, comments: 0 },
    { _id: two, comments: 2 },
  ];
  const ofStory = await site.as(null).call(calls.listChaptersOfStory, { params: { storyId: story._id } });
  expect(ofStory.body.data).toMatchObject(expected);
  const all = await site.as(null).call(calls.listChapters, { query: { story: story._id } });
  expect(all.body.data).toMatchObject(expected);
  const opening = await site.as(ben).call(openStory, { params: { id: story._id } });
  expect(opening.body.data.chapters).toMatchObject(expected);
});

test('the status of a chapter and a note to oneself are seen by its author alone, and change nothing else', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { story, chapters } = await write.published(ana);
  const id = chapters[0]?._id ?? '';
  const [before] = await listed(ana, story._id);
  expect(before).toMatchObject({ stage: 'draft', privateNote: '' });
  const plan = (who: Person, privateNote = 'zqxnote') =>
    site.as(who).call(calls.planChapter, { params: { id }, body: { stage: 'revised', privateNote } });
  expect((await plan(ben)).status).toBe(403);
  expect((await plan(ana, 'x'.repeat(2001))).status).toBe(400);
  expect((await plan(ana)).status).toBe(200);
  expect(await listed(ana, story._id)).toEqual([{ ...before, stage: 'revised', privateNote: 'zqxnote' }]);
  for (const path of [
    `/api/v1/chapters/story/${story._id}`,
    `/api/v1/chapters/${id}`,
    `/api/v1/stories/${story._id}`,
    `/api/v1/search/chapters?q=zqxnote`,
    '/api/v1/chapters',
  ]) {
    const { body } = await site.app.http.inject({
      url: path,
      headers: { authorization: `Bearer ${ben.token}` },
    });
    expect(body.replaceAll('"zqxnote"', '')).not.toMatch(/zqxnote|revised|privateNote/);
  }
  // It is part of what saving keeps.
  await site.as(ana).call(calls.updateChapter, { params: { id }, body: { content: textOf(220) } });
  expect(await listed(ana, story._id)).toMatchObject([
    { stage: 'revised', privateNote: 'zqxnote', version: 2 },
  ]);
});
