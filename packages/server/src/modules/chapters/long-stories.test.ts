import * as calls from '@inkling/contract/chapters';
import { openStory, saveChapterProgress } from '@inkling/contract/library';
import { updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { lockStory } from '../stories/index.ts';
import { insertChapters, processChapters } from './index.ts';

const site = testApp();
const write = writing(site);
const text = textOf(210);

/** Creates a story with `count` chapters; returns its id and the ids of its chapters in order. */
async function longStory(author: Person, count: number, isPublished = true) {
  const { _id } = await write.draft(author);
  const chapters = Array.from({ length: count }, (_, index) => ({
    title: `Chapter ${index + 1}`,
    content: isPublished ? text : 'Short.',
    authorNotes: '',
    isPublished,
  }));
  const ids: string[] = [];
  for (let from = 0; from < count; from += 1000) {
    const added = await transaction(site.ctx.db, async (tx) => {
      const story = await lockStory(tx, _id);
      if (story === undefined) throw new Error('The story does not exist.');
      const processed = await processChapters(site.ctx, chapters.slice(from, from + 1000));
      return insertChapters(site.ctx, tx, story, processed);
    });
    ids.push(...added.map(({ id }) => id));
  }
  if (isPublished) await site.as(author).call(updateStory, { params: { id: _id }, body: { isPublished } });
  return { story: _id, ids };
}

const numbersOf = (chapters: calls.ChapterSummary[]): [number | undefined, number | undefined, number] => [
  chapters[0]?.chapterNumber,
  chapters.at(-1)?.chapterNumber,
  chapters.length,
];

describe('a story of 450 chapters', () => {
  test('is listed in pages of at most 200 chapters, for readers and for its author', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story, ids } = await longStory(ana, 450);
    await site.as(ana).call(calls.updateChapter, {
      params: { id: ids[0] ?? '' },
      body: { isPublished: false },
    });
    const lists = [
      { person: bo, call: calls.listChaptersOfStory, total: 449 },
      { person: ana, call: calls.listChaptersForAuthor, total: 450 },
    ];
    for (const { person, call, total } of lists) {
      const page = async (query: { page?: number; limit?: number }) =>
        (await site.as(person).call(call, { params: { storyId: story }, query })).body;
      const first = await page({});
      expect(numbersOf(first.data)).toEqual([1, 200, 200]);
      expect(first.pagination).toEqual({ page: 1, limit: 200, total, totalPages: 3, hasMore: true });
      const last = await page({ page: 3 });
      expect(numbersOf(last.data)).toEqual([401, total, total - 400]);
      expect(last.pagination.hasMore).toBe(false);
      expect(numbersOf((await page({ page: 300, limit: 1 })).data)).toEqual([300, 300, 1]);
      const tooMany = { params: { storyId: story }, query: { limit: 201 } };
      expect((await site.as(person).call(call, tooMany)).failure.code).toBe('BAD_INPUT');
    }
  });

  test('opens with the chapters around the current one, the positions in those, and the total', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story, ids } = await longStory(ana, 450);
    const open = async (query: { from?: number; chapter?: string } = {}) =>
      (await site.as(bo).call(openStory, { params: { id: story }, query })).body.data;
    const at = (number: number) => ids[number - 1] ?? '';
    expect(numbersOf((await open()).chapters)).toEqual([1, 200, 200]);
    expect(await open()).toMatchObject({ total: 450, opened: 0, places: [] });
    expect(numbersOf((await open({ chapter: at(199) })).chapters)).toEqual([1, 200, 200]);
    expect(numbersOf((await open({ chapter: at(200) })).chapters)).toEqual([100, 299, 200]);
    expect(numbersOf((await open({ chapter: at(450) })).chapters)).toEqual([251, 450, 200]);
    expect(numbersOf((await open({ chapter: story })).chapters)).toEqual([1, 200, 200]);
    expect((await open({ chapter: story })).unavailable).toBeNull();
    expect(numbersOf((await open({ from: 401 })).chapters)).toEqual([401, 450, 50]);
    for (const number of [2, 320]) {
      await site.as(bo).call(saveChapterProgress, { params: { id: at(number) }, body: { progress: 40 } });
    }
    const again = await open();
    expect(numbersOf(again.chapters)).toEqual([220, 419, 200]);
    expect(again).toMatchObject({ opened: 2, lastChapterRead: at(320) });
    expect(again.places.map(({ chapter }) => chapter)).toEqual([at(320)]);
  });

  test('can have one chapter moved to any other position [R50]', async () => {
    const ana = await site.person();
    const { story, ids } = await longStory(ana, 450, false);
    const move = (chapter: string, position: number) =>
      site.as(ana).call(calls.reorderChapters, { params: { id: story }, body: { chapter, position } });
    const order = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from chapters where story_id = ${story} order by position`.execute(site.ctx.db);
      return rows.map(({ id }) => id);
    };
    const expected = [...ids];
    const moves: [number, number][] = [
      [1, 450],
      [450, 1],
      [230, 231],
      [231, 230],
      [300, 10],
      [7, 7],
      [5, 9999],
    ];
    for (const [from, to] of moves) {
      const [chapter = ''] = expected.splice(from - 1, 1);
      expected.splice(to - 1, 0, chapter);
      const response = await move(chapter, to);
      expect(numbersOf(response.body.data)).toEqual([1, 200, 200]);
      expect(await order()).toEqual(expected);
    }
    expect((await move(story, 1)).failure.code).toBe('BAD_INPUT');
    const nothing = await site.as(ana).call(calls.reorderChapters, { params: { id: story }, body: {} });
    expect(nothing.failure.code).toBe('BAD_INPUT');
  });
});

test('a story holds at most ten thousand chapters, and those can be reordered [R66]', async () => {
  const ana = await site.person();
  const { story, ids } = await longStory(ana, 9_999, false);
  const body = { story, title: 'The last', content: 'Short.' };
  const both = await Promise.all([1, 2].map(() => site.as(ana).call(calls.createChapter, { body })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 413]);
  expect(both.find(({ status }) => status === 413)?.failure).toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('10,000 chapters'),
  });
  const last = both.find(({ status }) => status === 201)?.body.data._id ?? '';
  const chapterOrder = [last, ...ids.toReversed()];
  const response = await site
    .as(ana)
    .call(calls.reorderChapters, { params: { id: story }, body: { chapterOrder } });
  expect(response.body.data[0]?._id).toBe(last);
  expect(response.body.pagination.total).toBe(10_000);
  await expect(
    sql`update stories set chapters = 10001 where id = ${story}`.execute(site.ctx.db),
  ).rejects.toThrow('stories_chapters_limit');
});

test('lists contain the beginning of a note without half characters; the chapter contains all of it', async () => {
  const ana = await site.person();
  const story = await write.draft(ana);
  const { _id } = await write.chapter(ana, story._id);
  const authorNotes = `${'n'.repeat(198)}😀${'m'.repeat(100)}`;
  await site.as(ana).call(calls.updateChapter, { params: { id: _id }, body: { authorNotes } });
  const list = await site.as(ana).call(calls.listChaptersForAuthor, { params: { storyId: story._id } });
  expect(list.body.data[0]?.authorNotes).toBe(`${'n'.repeat(198)}…`);
  const read = await site.as(ana).call(calls.readChapter, { params: { id: _id } });
  expect(read.body.data.authorNotes).toBe(authorNotes);
});
