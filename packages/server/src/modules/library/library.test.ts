import { createChapter, deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { getHome } from '@inkling/contract/home';
import * as calls from '@inkling/contract/library';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { transaction } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { takeDownStory } from '../stories/index.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });

const library = async (reader: Person) => (await site.as(reader).call(calls.getMyLibrary, {})).body.data;
const continuing = async (reader: Person) =>
  (await site.as(reader).call(calls.listContinueReading, {})).body.data;
const savePosition = (reader: Person, chapter: string, progress: number, paragraph?: number) =>
  site.as(reader).call(calls.saveChapterProgress, {
    ...idOf(chapter),
    body: { progress, ...(paragraph && { position: { paragraph, offset: 3, version: 1 } }) },
  });

async function readerOf(chapters: number) {
  const [ana, bo] = [await site.person(), await site.person()];
  const published = await write.published(ana, { chapters });
  return { ana, bo, story: published.story._id, chapters: published.chapters.map(({ _id }) => _id) };
}

describe('reading status and bookmarks', () => {
  test('bookmarking does not start reading, and reading does not bookmark', async () => {
    const { bo, story } = await readerOf(1);
    expect((await site.as(bo).call(calls.toggleBookmark, idOf(story))).body.isBookmarked).toBe(true);
    expect((await library(bo))[0]).toMatchObject({ status: 'none', isBookmarked: true, lastRead: null });
    await site.as(bo).call(calls.addToLibrary, { ...idOf(story), body: { status: 'reading' } });
    expect((await site.as(bo).call(calls.toggleBookmark, idOf(story))).body.isBookmarked).toBe(false);
    expect((await library(bo))[0]).toMatchObject({ status: 'reading', isBookmarked: false });
    expect((await site.as(bo).call(calls.listBookmarkedStories, {})).body.data).toEqual([]);
  });

  test('a body without a status is refused, and adds nothing', async () => {
    const { bo, story } = await readerOf(1);
    const refused = await site.as(bo).call(calls.addToLibrary, { ...idOf(story), body: {} as never });
    expect([refused.status, refused.failure.errors?.[0]?.path]).toEqual([400, 'status']);
    expect(await library(bo)).toEqual([]);
  });

  test('100 concurrent toggles have the same result as sequential ones', async () => {
    const { bo, story } = await readerOf(1);
    await Promise.all(Array.from({ length: 100 }, () => site.as(bo).call(calls.toggleBookmark, idOf(story))));
    expect(await library(bo)).toEqual([]);
  });

  test('DELETE /stories/{id}/library removes the entry', async () => {
    const { bo, story, chapters } = await readerOf(1);
    await savePosition(bo, chapters[0] ?? '', 30);
    expect((await site.as(bo).call(calls.removeFromLibrary, idOf(story))).status).toBe(200);
    expect(await library(bo)).toEqual([]);
    expect((await site.as(bo).call(calls.removeFromLibrary, idOf(story))).status).toBe(404);
  });

  test('a story is in progress once a position was saved', async () => {
    const { bo, story, chapters } = await readerOf(2);
    await site.as(bo).call(calls.addToLibrary, { ...idOf(story), body: { status: 'reading' } });
    const inProgress = async () => (await site.as(bo).call(calls.listInProgress, {})).body.data.length;
    expect(await inProgress()).toBe(0);
    await savePosition(bo, chapters[0] ?? '', 30);
    expect(await inProgress()).toBe(1);
  });
});

describe('what is unread', () => {
  const left = async (reader: Person) => {
    const [entry] = await library(reader);
    return [entry?.unread, entry?.unreadBefore, entry?.nextUnread?._id];
  };

  test('counts the chapters not read to their end, and names the next one at or after the place', async () => {
    const { ana, bo, story, chapters } = await readerOf(3);
    const [first = '', second = '', third = ''] = chapters;
    await site.as(bo).call(calls.toggleBookmark, idOf(story));
    expect(await left(bo)).toEqual([3, 0, first]);
    await savePosition(bo, second, 50);
    expect(await left(bo)).toEqual([3, 1, second]);
    await savePosition(bo, second, 100);
    expect(await left(bo)).toEqual([2, 1, third]);
    await savePosition(bo, third, 100);
    // Going back in a chapter that was read to its end leaves it read.
    await savePosition(bo, third, 10);
    expect(await left(bo)).toEqual([1, 1, first]);
    // The place of a withdrawn chapter is before the one that followed it.
    await savePosition(bo, second, 100);
    await site.as(ana).call(updateChapter, { ...idOf(second), body: { isPublished: false } });
    const fourth = await write.chapter(ana, story);
    expect(await left(bo)).toEqual([2, 1, fourth._id]);
  });

  test('is only what came after the story was marked as completed', async () => {
    const { ana, bo, story } = await readerOf(2);
    await site.as(bo).call(calls.markCompleted, idOf(story));
    expect(await left(bo)).toEqual([0, 0, undefined]);
    site.clock.advance(60_000);
    const third = await write.chapter(ana, story);
    expect(await left(bo)).toEqual([1, 0, third._id]);
  });
});

describe('a story that changes while it is being read', () => {
  test('has new chapters since the last visit, also for a reader who is behind', async () => {
    const { ana, bo, story, chapters } = await readerOf(3);
    const row = async (filter: calls.LibraryFilter) =>
      (await site.as(bo).call(calls.getMyLibrary, { query: { filter } })).body.data[0];
    await savePosition(bo, chapters[0] ?? '', 50);
    expect(await row('reading')).toMatchObject({ newChapters: 0, unread: 3 });
    expect(await row('new_chapters')).toBeUndefined();
    site.clock.advance(60_000);
    const body = { story, title: 'And then', content: textOf(210), isPublished: true };
    await site.as(ana).call(createChapter, { body });
    expect(await row('new_chapters')).toMatchObject({ newChapters: 1, unread: 4, status: 'reading' });
    site.clock.advance(60_000);
    await savePosition(bo, chapters[0] ?? '', 100);
    expect(await row('reading')).toMatchObject({ newChapters: 0, unread: 3 });
  });

  test('returns to Continue Reading with new chapters after it was completed, and leaves Completed', async () => {
    const { ana, bo, story } = await readerOf(1);
    const publish = async () => {
      const body = { story, title: 'And then', content: textOf(210), isPublished: true };
      return (await site.as(ana).call(createChapter, { body })).body.data._id;
    };
    const titlesOf = async (filter: 'reading' | 'completed') =>
      (await site.as(bo).call(calls.getMyLibrary, { query: { filter } })).body.data.map(
        ({ storyId }) => storyId,
      );
    await site.as(bo).call(calls.markCompleted, idOf(story));
    expect(await continuing(bo)).toEqual([]);
    expect(await titlesOf('completed')).toEqual([story]);
    site.clock.advance(60_000);
    const [second, third] = [await publish(), await publish()];
    expect((await continuing(bo))[0]).toMatchObject({
      ...{ newChapters: 2, status: 'reading', isCompleted: false },
      story: { _id: story },
    });
    expect(await titlesOf('completed')).toEqual([]);
    expect(await titlesOf('reading')).toEqual([story]);
    expect((await site.as(bo).call(calls.listInProgress, {})).body.data).toHaveLength(1);
    const open = async () => (await site.as(bo).call(calls.openStory, idOf(story))).body.data;
    expect(await open()).toMatchObject({ newChapters: 2, isCompleted: false });

    // After a visit nothing of it is new, but it is completed only when all of it is read.
    await savePosition(bo, second, 50);
    expect(await open()).toMatchObject({ newChapters: 0, isCompleted: false });
    await savePosition(bo, second, 100);
    expect(await open()).toMatchObject({ newChapters: 0, isCompleted: false });
    const saved = await site.as(bo).call(calls.saveProgress, { ...idOf(story), body: { progress: 80 } });
    expect(saved.body.isCompleted).toBe(false);
    // A new chapter that is withdrawn is no new chapter.
    await site.as(ana).call(updateChapter, { ...idOf(third), body: { isPublished: false } });
    expect(await open()).toMatchObject({ newChapters: 0, isCompleted: true });
    await site.as(ana).call(updateChapter, { ...idOf(third), body: { isPublished: true } });
    expect(await open()).toMatchObject({ newChapters: 0, isCompleted: false });
    await savePosition(bo, third, 100);
    expect(await open()).toMatchObject({ newChapters: 0, isCompleted: true });
    expect(await continuing(bo)).toEqual([]);
    expect(await titlesOf('completed')).toEqual([story]);
  });

  /** A reader in the third of five chapters, with a position in the second one too. */
  async function readerInTheThird() {
    const { ana, bo, story, chapters } = await readerOf(5);
    await savePosition(bo, chapters[1] ?? '', 70, 5);
    await savePosition(bo, chapters[2] ?? '', 10, 3);
    const act = site.as(ana);
    const setPublished = (index: number, isPublished: boolean) =>
      act.call(updateChapter, { ...idOf(chapters[index] ?? ''), body: { isPublished } });
    const remove = (index: number) => act.call(deleteChapter, idOf(chapters[index] ?? ''));
    const continuesWith = async () => {
      const id = (await continuing(bo))[0]?.lastChapterRead?._id;
      const { data } = (await site.as(bo).call(calls.openStory, idOf(story))).body;
      expect(data.lastChapterRead).toBe(id ?? null);
      return chapters.indexOf(id ?? '');
    };
    return { ...{ ana, bo, story, chapters }, setPublished, remove, continuesWith };
  }

  test('continues at the chapter before an unpublished one, and in that one when it is republished [P06]', async () => {
    const { bo, setPublished, continuesWith, chapters } = await readerInTheThird();
    expect(await continuesWith()).toBe(2);
    await setPublished(2, false);
    expect(await continuesWith()).toBe(1);
    expect((await continuing(bo))[0]?.lastChapterRead).toEqual({
      _id: chapters[1],
      title: expect.any(String),
      chapterNumber: 2,
    });
    await setPublished(1, false);
    expect(await continuesWith()).toBe(0);
    await setPublished(0, false);
    expect(await continuesWith()).toBe(3);
    for (const index of [0, 1, 2]) await setPublished(index, true);
    expect(await continuesWith()).toBe(2);
  });

  test('a chapter that was published and is not now is named as such when it is opened, with the one before it', async () => {
    const { bo, story, chapters, setPublished, remove } = await readerInTheThird();
    const unavailable = async (index: number) =>
      (await site.as(bo).call(calls.openStory, { ...idOf(story), query: { chapter: chapters[index] ?? '' } }))
        .body.data.unavailable;
    expect(await unavailable(2)).toBeNull();
    await setPublished(2, false);
    expect(await unavailable(2)).toEqual({ before: chapters[1] });
    await remove(3);
    expect(await unavailable(3)).toEqual({ before: chapters[1] });
    await remove(0);
    await remove(1);
    expect(await unavailable(3)).toEqual({ before: chapters[4] });
    expect(await unavailable(0)).toEqual({ before: null });
    // Nobody could read a draft, whatever date of its source it keeps.
    await site.database.pool.query(
      "update chapters set published_at = created_at - interval '1 day', public_version = null where id = $1",
      [chapters[2]],
    );
    expect(await unavailable(2)).toBeNull();
  });

  test('continues at the chapter before a deleted one, even if later chapters are deleted too', async () => {
    const { remove, continuesWith } = await readerInTheThird();
    await remove(2);
    expect(await continuesWith()).toBe(1);
    await remove(4);
    expect(await continuesWith()).toBe(1);
    await remove(3);
    await remove(1);
    expect(await continuesWith()).toBe(0);
  });

  test('continues at the same chapter when an unpublished chapter is deleted', async () => {
    const { setPublished, remove, continuesWith } = await readerInTheThird();
    await setPublished(2, false);
    await remove(2);
    expect(await continuesWith()).toBe(1);
  });

  test('a deleted chapter does not appear in the library', async () => {
    const { ana, bo, chapters } = await readerOf(1);
    await savePosition(bo, chapters[0] ?? '', 10);
    await site.as(ana).call(deleteChapter, idOf(chapters[0] ?? ''));
    expect((await library(bo))[0]?.lastChapterRead).toBeNull();
  });
});

describe('an unpublished story in a library', () => {
  const secret = 'zqxlater';
  const publish = (reader: Person, story: string, isPublished: boolean) =>
    site.as(reader).call(updateStory, { ...idOf(story), body: { isPublished } });
  const bookmarks = async (reader: Person) =>
    (await site.as(reader).call(calls.listBookmarkedStories, {})).body.data;
  const inProgress = async (reader: Person) =>
    (await site.as(reader).call(calls.listInProgress, {})).body.data;
  const home = async (reader: Person) => (await site.as(reader).call(getHome, {})).body.data.continueReading;

  /** A reader half-way through a saved story that its author then unpublishes and edits. */
  async function unpublishedHalfWay() {
    const published = await readerOf(2);
    const { ana, bo, story, chapters } = published;
    await savePosition(bo, chapters[0] ?? '', 50);
    await site.as(bo).call(calls.toggleBookmark, idOf(story));
    const before = (await library(bo))[0];
    await publish(ana, story, false);
    site.clock.advance(60_000);
    await site.as(ana).call(updateStory, {
      ...idOf(story),
      body: { title: `${secret} title`, description: secret, status: 'completed' },
    });
    await site.as(ana).call(updateChapter, { ...idOf(chapters[0] ?? ''), body: { title: `${secret} one` } });
    return { ...published, before };
  }

  test('stays as a placeholder with the reader’s own dates and progress, without the story’s content [R13]', async () => {
    const { bo, story, before } = await unpublishedHalfWay();
    for (const list of [await library(bo), await inProgress(bo), await bookmarks(bo)]) {
      expect(list).toEqual([
        {
          _id: before?._id,
          storyId: story,
          story: null,
          status: 'reading',
          progress: 25,
          isCompleted: false,
          isBookmarked: true,
          newChapters: 0,
          lastRead: before?.lastRead,
          lastChapterRead: null,
          unread: 0,
          unreadBefore: 0,
          nextUnread: null,
          continueWith: null,
          note: '',
          secondsRead: 0,
          rating: null,
          finishedAt: null,
        },
      ]);
      expect(JSON.stringify(list)).not.toMatch(/zqxlater|The Lamp|Chapter 1/);
    }
  });

  test('is not in Continue Reading, and cannot be saved by readers without an entry', async () => {
    const { bo, story, chapters } = await unpublishedHalfWay();
    expect(await continuing(bo)).toEqual([]);
    expect(await home(bo)).toEqual([]);
    expect((await savePosition(bo, chapters[0] ?? '', 60)).status).toBe(404);
    const again = { ...idOf(story), body: { status: 'completed' as const } };
    expect((await site.as(bo).call(calls.addToLibrary, again)).status).toBe(404);
    const cy = await site.person();
    expect((await site.as(cy).call(calls.toggleBookmark, idOf(story))).status).toBe(404);
    expect((await site.as(cy).call(calls.removeFromLibrary, idOf(story))).status).toBe(404);
    expect(await library(cy)).toEqual([]);
  });

  test.each(['unpublished', 'deleted'] as const)('can be removed when it is %s', async (how) => {
    const { ana, bo, story } = await unpublishedHalfWay();
    if (how === 'deleted') await site.as(ana).call(deleteStory, idOf(story));
    expect((await site.as(bo).call(calls.toggleBookmark, idOf(story))).body.isBookmarked).toBe(false);
    expect(await bookmarks(bo)).toEqual([]);
    expect(await library(bo)).toMatchObject([{ storyId: story, story: null }]);
    expect((await site.as(bo).call(calls.removeFromLibrary, idOf(story))).status).toBe(200);
    expect(await library(bo)).toEqual([]);
    expect((await site.as(bo).call(calls.toggleBookmark, idOf(story))).status).toBe(404);
  });

  test('is shown in full when it is published again', async () => {
    const { ana, bo, story, chapters } = await unpublishedHalfWay();
    await publish(ana, story, true);
    const [entry] = await continuing(bo);
    expect(entry).toMatchObject({
      story: { _id: story, title: `${secret} title` },
      progress: 25,
      isBookmarked: true,
      lastChapterRead: { _id: chapters[0], title: `${secret} one` },
    });
    expect((await library(bo))[0]).toEqual(entry);
  });

  test('is hidden in its author’s own library', async () => {
    const { ana, story, chapters } = await readerOf(1);
    await savePosition(ana, chapters[0] ?? '', 50);
    await publish(ana, story, false);
    expect(await library(ana)).toEqual([]);
    await publish(ana, story, true);
    expect(await library(ana)).toHaveLength(1);
  });
});

describe('GET /home', () => {
  test('has every shelf, and no duplicates on a shelf', async () => {
    const { bo, chapters } = await readerOf(2);
    await savePosition(bo, chapters[0] ?? '', 50);
    const { data } = (await site.as(bo).call(getHome, {})).body;
    expect(data.continueReading).toHaveLength(1);
    for (const shelf of [
      data.recentlyUpdated,
      data.popular,
      data.newReleases,
      data.completed,
      data.short,
      data.long,
    ]) {
      expect(new Set(shelf.map(({ _id }) => _id)).size).toBe(shelf.length);
    }
    expect(data.recentlyUpdated.length).toBeGreaterThan(0);
    expect((await site.as(null).call(getHome, {})).status).toBe(401);
  });
});

describe('opening a story to read it', () => {
  const open = async (reader: Person, story: string) => site.as(reader).call(calls.openStory, idOf(story));

  test('returns the story, its chapters, the chapter to continue with and the positions', async () => {
    const { bo, story, chapters } = await readerOf(3);
    expect((await open(bo, story)).body.data).toMatchObject({
      lastChapterRead: null,
      isCompleted: false,
      places: [],
    });
    await savePosition(bo, chapters[1] ?? '', 40, 5);
    const { data } = (await open(bo, story.toUpperCase())).body;
    expect(data.story._id).toBe(story);
    expect(data.chapters.map(({ _id }) => _id)).toEqual(chapters);
    expect(data.lastChapterRead).toBe(chapters[1]);
    const place = (await site.as(bo).call(calls.getChapterProgress, idOf(chapters[1] ?? ''))).body.data;
    expect(data.places).toEqual([{ ...place, furthest: 40 }]);
  });

  test('brings the reading settings of its reader, and of no one else', async () => {
    const { ana, bo, story } = await readerOf(1);
    const readingSettings = {
      theme: { value: 'system', age: 0 },
      layout: { value: 'paged', age: 0 },
    } as const;
    await site.as(bo).call(updatePreferences, { body: { readingSettings } });
    const chosen = { theme: 'system', layout: 'paged' };
    expect((await open(bo, story)).body.data.reader).toEqual({ _id: bo.id, readingSettings: chosen });
    expect((await open(ana, story)).body.data.reader).toEqual({ _id: ana.id, readingSettings: {} });
  });

  test('a completed story starts from the beginning, and continues when a chapter is added', async () => {
    const { ana, bo, story, chapters } = await readerOf(1);
    await savePosition(bo, chapters[0] ?? '', 100);
    expect((await open(bo, story)).body.data).toMatchObject({ lastChapterRead: null, isCompleted: true });
    site.clock.advance(60_000);
    await write.chapter(ana, story);
    expect((await open(bo, story)).body.data.lastChapterRead).toBe(chapters[0]);
  });

  test('a draft is returned only to its author, and positions only to their own reader', async () => {
    const { ana, bo, story, chapters } = await readerOf(2);
    await savePosition(bo, chapters[0] ?? '', 40, 5);
    expect((await open(ana, story)).body.data.places).toEqual([]);
    await site.as(ana).call(updateStory, { ...idOf(story), body: { isPublished: false } });
    expect((await open(bo, story)).status).toBe(404);
    expect((await open(ana, story)).status).toBe(200);
  });

  test('a story that was taken down or deleted is a 404 for its readers, whose devices then remove what they keep', async () => {
    const { ana, bo, story } = await readerOf(1);
    await transaction(site.ctx.db, (tx) => takeDownStory(site.ctx, tx, story, 'Copied'));
    expect((await open(bo, story)).status).toBe(404);
    const { story: other } = await write.published(ana);
    expect((await open(bo, other._id)).status).toBe(200);
    await site.as(ana).call(deleteStory, idOf(other._id));
    expect((await open(bo, other._id)).status).toBe(404);
  });
});

describe('GET /stories/{id}/readers', () => {
  test('counts the people who opened a chapter once each, without the author; only the author may ask', async () => {
    const { ana, bo, story, chapters } = await readerOf(2);
    const readers = async () => (await site.as(ana).call(calls.countReaders, idOf(story))).body.data.readers;
    expect(await readers()).toBe(0);
    for (const chapter of chapters) {
      await savePosition(ana, chapter, 10);
      await savePosition(bo, chapter, 10);
    }
    await savePosition(await site.person(), chapters[0] ?? '', 100);
    expect(await readers()).toBe(2);
    expect((await site.as(bo).call(calls.countReaders, idOf(story))).status).toBe(403);
  });
});
