import { randomUUID } from 'node:crypto';
import {
  addToLibrary,
  markCompleted,
  removeFromLibrary,
  saveChapterProgress,
  saveProgress,
  toggleBookmark,
} from '@inkling/contract/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { chapterFinished, libraryAdded, wordsRead } from './library.events.ts';
import { emitWordsOfPastDays } from './library.listeners.ts';

const site = testApp();
const write = writing(site);
const days = (count: number) => site.clock.advance(count * 86_400_000);

const saveProgressIn = (reader: Person, id: string, progress: number) =>
  site.as(reader).call(saveChapterProgress, { params: { id }, body: { progress } });

/** A published story with a chapter of 3,000 words and a short one. */
async function longStory() {
  const author = await site.person();
  const draft = await write.draft(author);
  const long = await write.chapter(author, draft._id, { content: textOf(3_000) });
  const { story, chapters } = await write.published(author, { chapters: 3 });
  return { draft, long, story: story._id, chapters: chapters.map(({ _id }) => _id) };
}
const publish = (storyId: string) =>
  sql`update stories set is_published = true where id = ${storyId}`.execute(site.ctx.db);
/** A reader with time in these stories. */
async function readerOf(...stories: string[]): Promise<Person> {
  const reader = await site.person();
  await giveTime(site, reader, stories);
  return reader;
}
const words = async (reader: Person) =>
  (await emittedEvents(site, wordsRead, reader.id)).map((payload) => wordsRead.payload.parse(payload));

test('chapter.finished is emitted when a reader reaches the end for the first time, by either call [P16]', async () => {
  const { story, chapters } = await longStory();
  const [first = '', second = ''] = chapters;
  const reader = await readerOf(story);
  const payload = (chapterId: string) => ({ readerId: reader.id, chapterId, storyId: story });
  await saveProgressIn(reader, first, 99);
  expect(await emittedEvents(site, chapterFinished, reader.id)).toEqual([]);
  await Promise.all([1, 2, 3].map(() => saveProgressIn(reader, first, 100)));
  await saveProgressIn(reader, first, 10);
  await saveProgressIn(reader, first, 100);
  expect(await emittedEvents(site, chapterFinished, reader.id)).toEqual([payload(first)]);
  const body = { progress: 67, lastChapterRead: second };
  await site.as(reader).call(saveProgress, { params: { id: story }, body });
  await site.as(reader).call(saveProgress, { params: { id: story }, body });
  expect(await emittedEvents(site, chapterFinished, reader.id)).toEqual([payload(first), payload(second)]);
});

test('events are emitted for each reader when their progress is saved in one statement', async () => {
  const { story, chapters } = await longStory();
  const readers = await Promise.all(Array.from({ length: 12 }, () => readerOf(story)));
  const body = { progress: 33.34, lastChapterRead: chapters[0] };
  await Promise.all(readers.map((one) => site.as(one).call(saveProgress, { params: { id: story }, body })));
  expect(await emittedEvents(site, chapterFinished, chapters[0] ?? '')).toHaveLength(12);
  for (const one of readers) expect((await words(one)).map((payload) => payload.words)).toEqual([210]);
});

test('words.read is emitted per thousand words, at the end of a chapter, and for the rest after the day', async () => {
  const { draft, long } = await longStory();
  await publish(draft._id);
  const reader = await readerOf(draft._id);
  for (let progress = 1; progress <= 50; progress += 1) await saveProgressIn(reader, long._id, progress);
  // 1,500 words in fifty steps emit one event.
  expect(await words(reader)).toEqual([{ readerId: reader.id, day: '2026-03-02', words: 1_020 }]);
  await emitWordsOfPastDays(site.ctx);
  days(1);
  await emitWordsOfPastDays(site.ctx);
  expect(await words(reader)).toHaveLength(1);
  days(1);
  await Promise.all([emitWordsOfPastDays(site.ctx), emitWordsOfPastDays(site.ctx)]);
  expect((await words(reader)).map((payload) => payload.words)).toEqual([1_020, 480]);
  await saveProgressIn(reader, long._id, 100);
  expect((await words(reader)).slice(2)).toEqual([{ readerId: reader.id, day: '2026-03-04', words: 1_500 }]);
});

test('for random reading, the emitted words add up to the words of the reading days [P16]', async () => {
  const { draft, long, story, chapters } = await longStory();
  await publish(draft._id);
  const ids = [long._id, ...chapters];
  const step = fc.record({ chapter: fc.nat(ids.length - 1), progress: fc.nat(100), night: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const reader = await readerOf(draft._id, story);
      for (const { chapter, progress, night } of steps) {
        if (night) days(1);
        await saveProgressIn(reader, ids[chapter] ?? '', progress);
      }
      days(2);
      await emitWordsOfPastDays(site.ctx);
      const emitted: Record<string, number> = {};
      for (const payload of await words(reader))
        emitted[payload.day] = (emitted[payload.day] ?? 0) + payload.words;
      const { rows } = await sql<{ day: string; words: number }>`
        select day::text as day, words from reading_days where user_id = ${reader.id}`.execute(site.ctx.db);
      expect(emitted).toEqual(Object.fromEntries(rows.map((row) => [row.day, row.words])));
    }),
    { numRuns: 15 },
  );
});

test('library.added is emitted once each time that a story comes into the library', async () => {
  const author = await site.person();
  const [one, two] = [await write.published(author), await write.published(author)];
  const reader = await site.person();
  const as = site.as(reader);
  const idOf = ({ story }: typeof one) => ({ params: { id: story._id } });
  const added = () => emittedEvents(site, libraryAdded, reader.id);
  const payload = ({ story }: typeof one) => ({ readerId: reader.id, storyId: story._id });

  await as.call(toggleBookmark, idOf(one));
  await as.call(addToLibrary, { ...idOf(one), body: { status: 'reading' } });
  await as.call(markCompleted, idOf(one));
  expect(await added()).toEqual([payload(one)]);
  await as.call(removeFromLibrary, idOf(one));
  await as.call(addToLibrary, { ...idOf(one), body: { status: 'dropped' } });
  await Promise.all(
    [1, 2, 3].map(() => as.call(addToLibrary, { ...idOf(two), body: { status: 'bookmarked' } })),
  );
  expect(await added()).toEqual([payload(one), payload(one), payload(two)]);

  const other = await site.person();
  await site.as(other).call(addToLibrary, { params: { id: randomUUID() }, body: { status: 'reading' } });
  expect(await emittedEvents(site, libraryAdded, other.id)).toEqual([]);
});
