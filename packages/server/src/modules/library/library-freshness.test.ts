import { updateChapter } from '@inkling/contract/chapters';
import {
  addToLibrary,
  getMyLibrary,
  type LibraryEntry,
  removeFromLibrary,
  saveChapterProgress,
  saveProgress,
  setLibraryNote,
  toggleBookmark,
} from '@inkling/contract/library';
import { toggleStoryLike, updateStory } from '@inkling/contract/stories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

/** A reader whose library, with one story, has been listed. */
async function listed() {
  const [author, reader] = [await site.person(), await site.person()];
  const { story, chapters } = await write.published(author, { title: 'Kept' });
  const params = { id: story._id };
  await site.as(reader).call(saveProgress, { params, body: { progress: 20 } });
  const entry = async (): Promise<LibraryEntry | undefined> =>
    (await site.as(reader).call(getMyLibrary, {})).body.data[0];
  await entry();
  return { author, reader, params, entry, chapter: { id: chapters[0]?._id ?? '' } };
}

test('what the reader does is in the library at once', async () => {
  const { reader, params, entry, chapter } = await listed();
  const as = site.as(reader);
  await as.call(toggleBookmark, { params });
  expect((await entry())?.isBookmarked).toBe(true);
  await as.call(toggleStoryLike, { params });
  expect((await entry())?.story).toMatchObject({ isLiked: true, likes: 1 });
  await as.call(setLibraryNote, { params, body: { note: 'From Ada' } });
  expect((await entry())?.note).toBe('From Ada');
  await as.call(saveChapterProgress, { params: chapter, body: { progress: 60 } });
  expect((await entry())?.progress).toBe(60);
  await as.call(addToLibrary, { params, body: { status: 'on_hold' } });
  expect((await entry())?.status).toBe('on_hold');
  await as.call(removeFromLibrary, { params });
  expect(await entry()).toBeUndefined();
});

test('what the author does is in the library at once', async () => {
  const { author, reader, params, entry, chapter } = await listed();
  await site.as(reader).call(saveChapterProgress, { params: chapter, body: { progress: 100 } });
  const as = site.as(author);
  await as.call(updateStory, { params, body: { title: 'Renamed' } });
  expect((await entry())?.story?.title).toBe('Renamed');
  await as.call(updateChapter, { params: chapter, body: { title: 'The lamp' } });
  expect((await entry())?.lastChapterRead?.title).toBe('The lamp');
  site.clock.advance(60_000);
  await write.chapter(author, params.id, { title: 'The next one' });
  expect((await entry())?.newChapters).toBe(1);
  await sql`update users set display_name = 'Ada' where id = ${author.id}`.execute(site.ctx.db);
  expect((await entry())?.story?.author.displayName).toBe('Ada');
  await as.call(updateStory, { params, body: { isPublished: false } });
  expect((await entry())?.story).toBeNull();
});

test('views are current', async () => {
  const { params, entry } = await listed();
  expect((await entry())?.story?.viewCount).toBe(0);
  await setCounts(site.ctx.db, params.id, { views: 7 });
  expect((await entry())?.story?.viewCount).toBe(7);
});

test('nobody gets the library of another reader', async () => {
  const { params } = await listed();
  const other = await site.person();
  expect((await site.as(other).call(getMyLibrary, {})).body.data).toEqual([]);
  await site.as(other).call(toggleBookmark, { params });
  expect((await site.as(other).call(getMyLibrary, {})).body.data).toMatchObject([{ progress: 0, note: '' }]);
});
