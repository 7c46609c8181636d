import { createChapter } from '@inkling/contract/chapters';
import { getHome } from '@inkling/contract/home';
import * as calls from '@inkling/contract/library';
import { rateStory } from '@inkling/contract/ratings';
import { updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { findReader } from '../recommendations/recommendations.queries.ts';
import { findReadingTotals } from './reading-totals.queries.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });
type Status = 'reading' | 'completed' | 'on_hold' | 'dropped' | 'bookmarked';

async function readerOf(chapters: number) {
  const [ana, bo] = [await site.person(), await site.person()];
  const published = await write.published(ana, { chapters });
  return { ana, bo, story: published.story._id, chapters: published.chapters.map(({ _id }) => _id) };
}
const set = (reader: Person, story: string, status: Status) =>
  site.as(reader).call(calls.addToLibrary, { ...idOf(story), body: { status } });
const read = (reader: Person, chapter: string, progress: number) =>
  site.as(reader).call(calls.saveChapterProgress, { ...idOf(chapter), body: { progress } });
const listed = async (reader: Person, filter: calls.LibraryFilter) =>
  (await site.as(reader).call(calls.getMyLibrary, { query: { filter } })).body.data;
const continuing = async (reader: Person) =>
  (await site.as(reader).call(calls.listContinueReading, {})).body.data.length;
const inProgress = async (reader: Person) =>
  (await site.as(reader).call(calls.listInProgress, {})).body.data.length;
const opening = async (reader: Person, story: string) =>
  (await site.as(reader).call(calls.openStory, idOf(story))).body.data;

test('an entry has the reader’s own rating, and while it is completed, when all was read', async () => {
  const { bo, story, chapters } = await readerOf(2);
  await read(bo, chapters[0] ?? '', 100);
  await giveTime(site, bo, chapters);
  expect((await listed(bo, 'reading'))[0]).toMatchObject({ rating: null, finishedAt: null });
  const finishedAt = site.clock.now().toISOString();
  await read(bo, chapters[1] ?? '', 100);
  await site.as(bo).call(rateStory, { ...idOf(story), body: { rating: 4 } });
  expect((await listed(bo, 'completed'))[0]).toMatchObject({ rating: 4, finishedAt });
  await set(bo, story, 'dropped');
  expect((await listed(bo, 'dropped'))[0]).toMatchObject({ rating: 4, finishedAt: null });
});

describe('a story on hold or dropped', () => {
  test.each(['on_hold', 'dropped'] as const)(
    'is only in its own list when %s, and is read on where it was',
    async (status) => {
      const { bo, story, chapters } = await readerOf(4);
      await read(bo, chapters[1] ?? '', 50);
      const { data } = (await set(bo, story, status)).body;
      expect(data).toMatchObject({ status, progress: 37.5, isCompleted: false });
      expect(data.lastChapterRead?._id).toBe(chapters[1]);
      expect([await continuing(bo), await inProgress(bo)]).toEqual([0, 0]);
      const home = (await site.as(bo).call(getHome, {})).body.data.continueReading;
      expect(home).toEqual([]);
      expect(await listed(bo, 'reading')).toEqual([]);
      expect(await listed(bo, 'completed')).toEqual([]);
      expect(await listed(bo, status)).toHaveLength(1);
      expect(await listed(bo, 'all')).toHaveLength(1);
      expect(await opening(bo, story)).toMatchObject({
        ...{ status, isCompleted: false },
        lastChapterRead: chapters[1],
      });

      await read(bo, chapters[1] ?? '', 20);
      expect(await listed(bo, status)).toEqual([]);
      expect((await listed(bo, 'reading'))[0]).toMatchObject({ status: 'reading', progress: 37.5 });
      expect([await continuing(bo), await inProgress(bo)]).toEqual([1, 1]);
    },
  );

  test('is being read again by POST /stories/{id}/save-progress and PATCH …/progress', async () => {
    const { bo, story, chapters } = await readerOf(2);
    await set(bo, story, 'on_hold');
    await site.as(bo).call(calls.saveProgress, { ...idOf(story), body: { progress: 10 } });
    expect(await listed(bo, 'reading')).toHaveLength(1);
    await set(bo, story, 'dropped');
    await site.as(bo).call(calls.updateProgress, { ...idOf(story), body: { lastChapterRead: chapters[0] } });
    expect(await listed(bo, 'reading')).toHaveLength(1);
    await set(bo, story, 'dropped');
    await set(bo, story, 'reading');
    expect(await listed(bo, 'dropped')).toEqual([]);
    await set(bo, story, 'on_hold');
    const done = await site.as(bo).call(calls.markCompleted, idOf(story));
    expect(done.body.isCompleted).toBe(true);
    expect(await listed(bo, 'completed')).toHaveLength(1);
  });

  test('stays so when a chapter is published, and is completed again once read on', async () => {
    const { ana, bo, story, chapters } = await readerOf(1);
    await read(bo, chapters[0] ?? '', 100);
    await set(bo, story, 'on_hold');
    site.clock.advance(60_000);
    const body = { story, title: 'And then', content: textOf(210), isPublished: true };
    const added = (await site.as(ana).call(createChapter, { body })).body.data._id;
    expect(await continuing(bo)).toBe(0);
    expect((await listed(bo, 'on_hold'))[0]).toMatchObject({ status: 'on_hold', newChapters: 1 });
    expect(await listed(bo, 'new_chapters')).toHaveLength(1);
    await read(bo, added, 40);
    expect((await listed(bo, 'reading'))[0]).toMatchObject({ status: 'reading', newChapters: 0 });
    await read(bo, added, 100);
    expect((await listed(bo, 'completed'))[0]).toMatchObject({ isCompleted: true });
  });

  test('keeps its bookmark and its date', async () => {
    const { bo, story } = await readerOf(1);
    await set(bo, story, 'bookmarked');
    await set(bo, story, 'dropped');
    const saved = async (filter: calls.LibraryFilter) =>
      (await site.as(bo).call(calls.listBookmarkedStories, { query: { filter } })).body.data.length;
    expect([await saved('all'), await saved('dropped'), await saved('reading')]).toEqual([1, 1, 0]);
    expect((await listed(bo, 'saved'))[0]).toMatchObject({ status: 'dropped', isBookmarked: true });
  });

  test('is for published stories only', async () => {
    const { ana, bo, story } = await readerOf(1);
    await site.as(ana).call(updateStory, { ...idOf(story), body: { isPublished: false } });
    expect((await set(bo, story, 'on_hold')).status).toBe(404);
    expect(await listed(bo, 'all')).toEqual([]);
  });

  test('is never recommended, and does not shape recommendations', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    const { story: other } = await write.published(ana);
    await sql`insert into story_neighbours (story_id, neighbour_id, similarity)
      values (${story._id}, ${other._id}, 0.9), (${other._id}, ${story._id}, 0.9)`.execute(site.ctx.db);
    const contentFilter = { showsMature: false, hiddenTags: [], hiddenWarnings: [] };
    const recommended = async () => {
      const reader = await findReader(site.ctx.db, { id: bo.id, contentFilter }, { followed: 0 });
      return reader.neighbours.map(({ id }) => id).filter((id) => !reader.known?.includes(id));
    };
    await set(bo, story._id, 'reading');
    expect(await recommended()).toEqual([other._id]);
    await set(bo, story._id, 'dropped');
    expect(await recommended()).toEqual([]);
    await set(bo, other._id, 'reading');
    expect(await recommended()).toEqual([]);
  });
});

describe('a note', () => {
  const note = (reader: Person, story: string, text: string) =>
    site.as(reader).call(calls.setLibraryNote, { ...idOf(story), body: { note: text } });

  test('is shown to its reader only, and survives reading', async () => {
    const { ana, bo, story, chapters } = await readerOf(2);
    expect((await note(bo, story, 'For the train.')).status).toBe(404);
    await set(bo, story, 'bookmarked');
    expect((await note(bo, story, '  For the train.\r\n')).body.data.note).toBe('For the train.');
    await read(bo, chapters[0] ?? '', 30);
    expect((await listed(bo, 'all'))[0]?.note).toBe('For the train.');
    expect((await opening(bo, story)).note).toBe('For the train.');
    await set(ana, story, 'bookmarked');
    expect((await listed(ana, 'all'))[0]?.note).toBe('');
    expect((await opening(ana, story)).note).toBe('');
    await note(bo, story, '');
    expect((await listed(bo, 'all'))[0]?.note).toBe('');
  });

  test('has at most 2,000 characters', async () => {
    const { bo, story } = await readerOf(1);
    await set(bo, story, 'reading');
    expect((await note(bo, story, 'n'.repeat(2000))).status).toBe(200);
    const refused = await note(bo, story, 'n'.repeat(2001));
    expect(refused.status).toBe(400);
    expect(refused.failure.errors?.[0]?.message).toBe('Please use at most 2,000 characters.');
  });

  test('can be changed while the story is not available', async () => {
    const { ana, bo, story } = await readerOf(1);
    await set(bo, story, 'reading');
    await site.as(ana).call(updateStory, { ...idOf(story), body: { isPublished: false } });
    expect((await note(bo, story, 'Was about a lamp.')).status).toBe(200);
    expect((await listed(bo, 'all'))[0]).toMatchObject({ story: null, note: 'Was about a lamp.' });
  });
});

describe('a completed story that is read again', () => {
  const again = (reader: Person, chapter: string, readAt?: Date) =>
    site.as(reader).call(calls.saveChapterProgress, {
      ...idOf(chapter),
      body: { progress: 0, readsAgain: true, ...(readAt && { readAt: readAt.toISOString() }) },
    });
  const completed = async (count = 4) => {
    const all = await readerOf(count);
    for (const chapter of all.chapters) await read(all.bo, chapter, 100);
    site.clock.advance(minute);
    return all;
  };

  test('begins without places, continues where its reader is, and is completed at the end of the last chapter', async () => {
    const { bo, story, chapters } = await completed();
    const [one = '', two = '', three = '', four = ''] = chapters;
    await read(bo, four, 40);
    expect(await opening(bo, story)).toMatchObject({ isCompleted: true, continueWith: null });
    site.clock.advance(minute);
    await again(bo, one);
    expect(await listed(bo, 'completed')).toEqual([]);
    expect(await listed(bo, 'reading')).toMatchObject([
      { status: 'reading', progress: 0, isCompleted: false, continueWith: one, unread: 0, finishedAt: null },
    ]);
    const begun = await opening(bo, story);
    expect(begun).toMatchObject({ isCompleted: false, opened: 4, lastChapterRead: one, continueWith: one });
    for (const place of begun.places) expect(place).toMatchObject({ progress: 0, furthest: 100 });
    site.clock.advance(day);
    for (const chapter of [one, two, three]) await read(bo, chapter, 100);
    expect((await site.as(bo).call(calls.listContinueReading, {})).body.data).toMatchObject([
      { progress: 75, continueWith: four, lastChapterRead: { _id: three } },
    ]);
    expect((await site.as(bo).call(getHome, {})).body.data.continueReading).toMatchObject([
      { progress: 75, continueWith: four },
    ]);
    expect((await opening(bo, story)).continueWith).toBe(four);
    await read(bo, four, 100);
    expect(await listed(bo, 'completed')).toMatchObject([{ progress: 100, isCompleted: true }]);
    expect(await continuing(bo)).toBe(0);
  });

  test('counts no word, chapter or book twice, and stays reached', async () => {
    const { bo, story, chapters } = await readerOf(2);
    await giveTime(site, bo, chapters);
    for (const chapter of chapters) await read(bo, chapter, 100);
    const figures = async () => {
      const totals = await findReadingTotals(site.ctx.db, bo.id);
      const days = await sql<{ words: number; chapters: number }>`
        select sum(words)::int as words, sum(chapters)::int as chapters from reading_days where user_id = ${bo.id}`.execute(
        site.ctx.db,
      );
      return [totals.books, totals.words, days.rows[0]];
    };
    const before = await figures();
    expect(before).toMatchObject([1, expect.any(Number), { chapters: 2 }]);
    site.clock.advance(minute);
    await again(bo, chapters[0] ?? '');
    expect(await figures()).toEqual(before);
    for (const chapter of chapters) await read(bo, chapter, 100);
    expect(await figures()).toEqual(before);
    expect(await opening(bo, story)).toMatchObject({ isCompleted: true, unread: 0 });
  });

  test('can be set aside, resumed and marked as completed', async () => {
    const { bo, story, chapters } = await completed();
    await again(bo, chapters[0] ?? '');
    await read(bo, chapters[1] ?? '', 50);
    await set(bo, story, 'on_hold');
    expect(await listed(bo, 'on_hold')).toMatchObject([{ progress: 37.5 }]);
    await set(bo, story, 'reading');
    expect(await listed(bo, 'reading')).toMatchObject([{ progress: 37.5, continueWith: chapters[1] }]);
    await site.as(bo).call(calls.markCompleted, idOf(story));
    expect(await listed(bo, 'completed')).toMatchObject([{ progress: 100 }]);
  });

  test('is begun by no place in an unfinished one, by none that was sent again, and by none from before it was completed', async () => {
    const { bo, chapters } = await readerOf(2);
    const [one = '', two = ''] = chapters;
    await read(bo, two, 50);
    await again(bo, one);
    expect(await listed(bo, 'reading')).toMatchObject([{ progress: 75 }]);
    const before = site.clock.now();
    site.clock.advance(minute);
    for (const chapter of chapters) await read(bo, chapter, 100);
    await again(bo, one, before);
    expect(await listed(bo, 'completed')).toHaveLength(1);
    site.clock.advance(minute);
    await again(bo, one);
    await read(bo, one, 100);
    await again(bo, one);
    expect(await listed(bo, 'reading')).toMatchObject([{ progress: 50 }]);
  });

  test('opens a new chapter first, and goes on after the place once the reader has been there', async () => {
    const { ana, bo, story, chapters } = await completed();
    await again(bo, chapters[0] ?? '');
    site.clock.advance(minute);
    const body = { story, title: 'Fifth', content: textOf(210), isPublished: true };
    const { _id: fifth } = (await site.as(ana).call(createChapter, { body })).body.data;
    expect(await listed(bo, 'reading')).toMatchObject([{ newChapters: 1, unread: 1, continueWith: fifth }]);
    site.clock.advance(minute);
    await read(bo, chapters[1] ?? '', 100);
    expect(await listed(bo, 'reading')).toMatchObject([{ unread: 1, continueWith: chapters[2] }]);
    await read(bo, fifth, 100);
    expect(await listed(bo, 'completed')).toHaveLength(1);
  });
});
