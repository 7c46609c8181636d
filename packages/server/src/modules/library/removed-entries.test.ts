import * as calls from '@inkling/contract/library';
import { libraryLimits } from '@inkling/contract/limits';
import { updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { hour } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { eraseRemovedHourly } from './library.listeners.ts';
import { maxRemoved, removeEntries } from './removed-entries.queries.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });

const library = async (reader: Person) => (await site.as(reader).call(calls.getMyLibrary, {})).body.data;
const remove = (reader: Person, story: string) => site.as(reader).call(calls.removeFromLibrary, idOf(story));
const restore = (reader: Person, story: string) => site.as(reader).call(calls.restoreToLibrary, idOf(story));
const bookmark = (reader: Person, story: string) => site.as(reader).call(calls.toggleBookmark, idOf(story));
const removed = async (reader: Person) => (await site.as(reader).call(calls.listRemoved, {})).body.data;
const read = (reader: Person, chapter: string, progress: number) =>
  site.as(reader).call(calls.saveChapterProgress, { ...idOf(chapter), body: { progress } });
const note = (reader: Person, story: string, text: string) =>
  site.as(reader).call(calls.setLibraryNote, { ...idOf(story), body: { note: text } });
const rowsOf = async (table: 'library_entries' | 'removed_library_entries', reader: Person) =>
  (
    await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} where user_id = ${reader.id}`.execute(site.ctx.db)
  ).rows;

/** A reader in the first of two chapters of a saved story, with a note. */
async function readerOfNoted() {
  const [ana, bo] = [await site.person(), await site.person()];
  const published = await write.published(ana, { chapters: 2 });
  const [story, chapters] = [published.story._id, published.chapters.map(({ _id }) => _id)] as const;
  await read(bo, chapters[0] ?? '', 50);
  await bookmark(bo, story);
  await note(bo, story, 'For the train.');
  return { ana, bo, story, first: chapters[0] ?? '' };
}

describe('a removed story', () => {
  test('comes back with all its fields, and its position was never gone', async () => {
    const { bo, story, first } = await readerOfNoted();
    const before = [await library(bo), await rowsOf('library_entries', bo)];
    await remove(bo, story);
    expect(await library(bo)).toEqual([]);
    expect(await removed(bo)).toMatchObject([{ storyId: story, story: { _id: story, isBookmarked: false } }]);
    const position = await site.as(bo).call(calls.getChapterProgress, idOf(first));
    expect(position.body.data.progress).toBe(50);
    site.clock.advance((libraryLimits.undo - 1) * hour);
    expect((await restore(bo, story)).status).toBe(200);
    expect([await library(bo), await rowsOf('library_entries', bo)]).toEqual(before);
    expect(await removed(bo)).toEqual([]);
    expect((await restore(bo, story)).status).toBe(404);
  });

  test('can be restored for a day, by its reader only, and is then erased', async () => {
    const { ana, bo, story } = await readerOfNoted();
    await remove(bo, story);
    expect((await restore(ana, story)).status).toBe(404);
    expect(await removed(ana)).toEqual([]);
    await runJobsNow(site.ctx, eraseRemovedHourly);
    expect(await rowsOf('removed_library_entries', bo)).toHaveLength(1);
    site.clock.advance(libraryLimits.undo * hour);
    expect((await restore(bo, story)).status).toBe(404);
    expect(await removed(bo)).toEqual([]);
    await runJobsNow(site.ctx, eraseRemovedHourly);
    expect(await rowsOf('removed_library_entries', bo)).toEqual([]);
  });

  test('read again in between keeps the new reading and gets its bookmark and note back', async () => {
    const { bo, story, first } = await readerOfNoted();
    await remove(bo, story);
    await read(bo, first, 10);
    await restore(bo, story);
    expect(await library(bo)).toMatchObject([
      { progress: 5, status: 'reading', isBookmarked: true, note: 'For the train.' },
    ]);
  });

  test('saved again in between gets its reading back and keeps the new note', async () => {
    const { bo, story } = await readerOfNoted();
    await remove(bo, story);
    await bookmark(bo, story);
    await note(bo, story, 'On the shelf.');
    await restore(bo, story);
    expect(await library(bo)).toMatchObject([{ progress: 25, status: 'reading', note: 'On the shelf.' }]);
  });

  test('shows nothing of a story that is no longer available', async () => {
    const { ana, bo, story } = await readerOfNoted();
    await remove(bo, story);
    await site.as(ana).call(updateStory, { ...idOf(story), body: { isPublished: false, title: 'zqxlater' } });
    expect(await removed(bo)).toMatchObject([{ storyId: story, story: null }]);
    expect((await restore(bo, story)).status).toBe(200);
    expect(await library(bo)).toMatchObject([{ story: null, note: 'For the train.' }]);
  });

  test('comes back without a last chapter that was erased', async () => {
    const { bo, story } = await readerOfNoted();
    await remove(bo, story);
    await sql`update removed_library_entries set entry = entry || '{"last_chapter_id": "01900000-0000-7000-8000-000000000000"}'
      where user_id = ${bo.id}`.execute(site.ctx.db);
    expect((await restore(bo, story)).status).toBe(200);
    expect(await library(bo)).toMatchObject([{ progress: 25, lastChapterRead: null }]);
  });

  test('is one of at most a thousand, the latest', async () => {
    const { bo, story } = await readerOfNoted();
    const ana = await site.person();
    await sql`
      with added as (
        insert into stories (author_id, title, description, created_at, updated_at)
        select ${ana.id}, 'Story', 'A lamp.', now(), now() from generate_series(1, ${maxRemoved}::int) returning id)
      insert into removed_library_entries (user_id, story_id, removed_at, entry)
      select ${bo.id}, id, ${site.clock.now()}::timestamptz - interval '1 minute', '{}' from added`.execute(
      site.ctx.db,
    );
    await removeEntries(site.ctx.db, bo.id, [story], site.clock.now());
    expect(await rowsOf('removed_library_entries', bo)).toHaveLength(maxRemoved);
    expect((await restore(bo, story)).status).toBe(200);
  });
});

describe('concurrent changes', () => {
  test('of one entry end as if one after the other, and none fails', async () => {
    const { bo, story, first } = await readerOfNoted();
    const changes = [
      () => remove(bo, story),
      () => restore(bo, story),
      () => read(bo, first, 60),
      () => site.as(bo).call(calls.saveProgress, { ...idOf(story), body: { progress: 30 } }),
    ];
    const done = await Promise.all(Array.from({ length: 200 }, (_, index) => changes[index % 4]?.()));
    const statuses = done.map((one) => one?.status ?? 0);
    // Only a removal without an entry and a restoration without a removed one are refused.
    expect(new Set(statuses.filter((_, index) => index % 4 > 1))).toEqual(new Set([200]));
    for (const status of statuses) expect([200, 404]).toContain(status);
    await restore(bo, story);
    const entries = await library(bo);
    expect(entries).toMatchObject([{ note: 'For the train.', isBookmarked: true, status: 'reading' }]);
    expect(await removed(bo)).toEqual([]);
  });

  test('of many stories of one reader remove and restore each once', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const stories: string[] = [];
    for (let n = 0; n < 8; n += 1) stories.push((await write.published(ana)).story._id);
    for (const story of stories) await bookmark(bo, story);
    const twice = [...stories, ...stories];
    const removals = await Promise.all(twice.map((story) => remove(bo, story)));
    expect(removals.filter(({ status }) => status === 200)).toHaveLength(stories.length);
    const restorations = await Promise.all(twice.map((story) => restore(bo, story)));
    expect(restorations.filter(({ status }) => status === 200)).toHaveLength(stories.length);
    expect((await library(bo)).map(({ storyId }) => storyId).toSorted()).toEqual(stories.toSorted());
  });
});

describe('a bookmark that is removed', () => {
  test('comes back at its place when it is set again within a day', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const [one, two] = [(await write.published(ana)).story._id, (await write.published(ana)).story._id];
    await bookmark(bo, one);
    site.clock.advance(1000);
    await bookmark(bo, two);
    const saved = async () =>
      (await site.as(bo).call(calls.listBookmarkedStories, {})).body.data.map(({ storyId }) => storyId);
    await bookmark(bo, one);
    expect(await saved()).toEqual([two]);
    site.clock.advance(hour);
    await bookmark(bo, one);
    expect(await saved()).toEqual([two, one]);
    await bookmark(bo, one);
    site.clock.advance(libraryLimits.undo * hour);
    await bookmark(bo, one);
    expect(await saved()).toEqual([one, two]);
  });
});
