import { getMe } from '@inkling/contract/account';
import {
  getChapterProgress,
  markCompleted,
  saveChapterProgress,
  saveProgress,
} from '@inkling/contract/library';
import { listReviews, rateStory } from '@inkling/contract/ratings';
import { deleteHistory } from '@inkling/contract/reading-history';
import { endSession, startSession, syncSession, trackSession } from '@inkling/contract/reading-sessions';
import { updatePreferences } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { day, minute, second } from '../../platform/clock.ts';
import { dayIn } from '../../platform/days.ts';
import { sql } from '../../platform/db/db.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { chapterFinished } from '../library/library.events.ts';
import { closeSilent } from './reading-sessions.jobs.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });
const pass = (seconds: number) => site.clock.advance(seconds * second);

/** A reader, and a story with chapters of 210 words that are older than any session here. */
async function readerOf(chapters = 1) {
  const { story, chapters: written } = await write.published(await site.person(), { chapters });
  const reader = await site.person();
  pass(600);
  return { reader, story: story._id, chapters: written.map(({ _id }) => _id) };
}
type Book = Awaited<ReturnType<typeof readerOf>>;

const bodyOf = ({ story, chapters }: Book, number: number) => ({
  storyId: story,
  chapterId: chapters[number - 1] ?? '',
  deviceType: 'desktop' as const,
});
const save = ({ reader, chapters }: Book, progress = 100, number = 1) =>
  site.as(reader).call(saveChapterProgress, { ...idOf(chapters[number - 1] ?? ''), body: { progress } });
const start = (book: Book, number = 1) =>
  site.as(book.reader).call(startSession, { body: bodyOf(book, number) });
const sync = async (book: Book, seconds: number, number = 1) => {
  pass(seconds);
  await site
    .as(book.reader)
    .call(syncSession, { body: { ...bodyOf(book, number), additionalDuration: seconds } });
};
const end = (book: Book, number = 1) => site.as(book.reader).call(endSession, { body: bodyOf(book, number) });
/** A session of one chapter that has ended. */
const session = async (book: Book, seconds: number, number = 1) => {
  await start(book, number);
  await sync(book, seconds, number);
  await end(book, number);
};
const track = (book: Book, seconds: number, number = 1) =>
  site.as(book.reader).call(trackSession, { body: { ...bodyOf(book, number), additionalDuration: seconds } });

const wordsOf = async (reader: Person) =>
  (await site.as(reader).call(getMe, {})).body.user.readingStats.wordsRead;
const mayRate = async ({ reader, story }: Book) =>
  (await site.as(reader).call(listReviews, idOf(story))).body.refusal === null;
const finishedBy = async (reader: Person) => (await emittedEvents(site, chapterFinished, reader.id)).length;
const countedOf = async (book: Book) => [
  await wordsOf(book.reader),
  await mayRate(book),
  await finishedBy(book.reader),
];

test('progress alone counts no words and gives no right to rate; the place is saved [R46]', async () => {
  const book = await readerOf(2);
  await save(book);
  const body = { progress: 100, lastChapterRead: book.chapters[1] ?? '' };
  await site.as(book.reader).call(saveProgress, { ...idOf(book.story), body });
  await site.as(book.reader).call(markCompleted, idOf(book.story));
  expect(await countedOf(book)).toEqual([0, false, 0]);
  const rated = await site.as(book.reader).call(rateStory, { ...idOf(book.story), body: { rating: 1 } });
  expect(rated.status).toBe(403);
  const place = await site.as(book.reader).call(getChapterProgress, idOf(book.chapters[0] ?? ''));
  expect(place.body.data.progress).toBe(100);
});

test('words and the right to rate come with time in the chapter, in either order and once [R46]', async () => {
  const ways = {
    reading: (book: Book) => session(book, 10),
    silence: async (book: Book) => {
      await start(book);
      await sync(book, 10);
      site.clock.advance(3 * minute);
      await closeSilent(site.ctx);
    },
  };
  for (const [way, spend] of Object.entries(ways))
    for (const placeFirst of [true, false]) {
      const book = await readerOf(2);
      for (const act of placeFirst ? [save, spend] : [spend, save]) {
        expect(await countedOf(book), way).toEqual([0, false, 0]);
        await act(book);
      }
      expect(await countedOf(book), way).toEqual([210, true, 1]);
      await spend(book);
      await save(book);
      expect(await countedOf(book), way).toEqual([210, true, 1]);
    }
});

test('time offline counts words for oneself; the chapter’s end, and the right to rate, wait for time that the server measured [R69]', async () => {
  for (const placeFirst of [true, false]) {
    const book = await readerOf(2);
    const offline = () => track(book, 60);
    for (const act of placeFirst ? [save, offline] : [offline, save]) await act(book);
    expect(await countedOf(book)).toEqual([210, false, 0]);
    const rated = await site.as(book.reader).call(rateStory, { ...idOf(book.story), body: { rating: 1 } });
    expect([rated.status, rated.failure.message]).toEqual([403, 'Read a chapter online to rate this story.']);
    await session(book, 10);
    expect(await countedOf(book)).toEqual([210, true, 1]);
    await offline();
    await session(book, 10);
    expect(await countedOf(book)).toEqual([210, true, 1]);
  }
});

test('a reader may rate while the session goes on, as soon as it has eight seconds', async () => {
  const book = await readerOf();
  await start(book);
  await save(book);
  await sync(book, 7);
  expect(await mayRate(book)).toBe(false);
  await sync(book, 1);
  expect(await mayRate(book)).toBe(true);
});

test('a session of less than eight seconds, or in another chapter, gives nothing', async () => {
  const book = await readerOf(2);
  await save(book);
  await session(book, 7);
  await session(book, 60, 2);
  expect(await countedOf(book)).toEqual([0, false, 0]);
  // What is claimed without passing time is at most five seconds.
  await start(book);
  await site.as(book.reader).call(syncSession, { body: { ...bodyOf(book, 1), additionalDuration: 3600 } });
  await end(book);
  expect(await countedOf(book)).toEqual([0, false, 0]);
});

test('words are for the day of the place if the time is there already, otherwise for that of the session', async () => {
  const book = await readerOf(2);
  const [placed, read] = [2, 3].map((later) =>
    dayIn('UTC', new Date(site.clock.now().getTime() + later * day)),
  );
  await session(book, 10);
  site.clock.advance(2 * day);
  await save(book, 100, 1);
  await save(book, 50, 2);
  site.clock.advance(day);
  await session(book, 10, 2);
  const { rows } = await sql<{ day: string; words: number }>`
    select day::text as day, words from reading_days where user_id = ${book.reader.id} order by day`.execute(
    site.ctx.db,
  );
  expect(rows).toEqual([
    { day: placed, words: 210 },
    { day: read, words: 105 },
  ]);
});

test('time stays for readers who keep no history, or delete it', async () => {
  const off = await readerOf();
  await site.as(off.reader).call(updatePreferences, { body: { keepsHistory: false } });
  const deleted = await readerOf();
  for (const book of [off, deleted]) await session(book, 10);
  await site.as(deleted.reader).call(deleteHistory, {});
  await site.runEvents();
  for (const book of [off, deleted]) {
    await save(book);
    expect(await countedOf(book)).toEqual([210, true, 1]);
  }
});

test('a session creates no place: one that was read offline before it is still saved', async () => {
  const book = await readerOf();
  const chapter = idOf(book.chapters[0] ?? '');
  const readAt = site.clock.now().toISOString();
  pass(60);
  await session(book, 10);
  const before = await site.as(book.reader).call(getChapterProgress, chapter);
  expect(before.body.data).toMatchObject({ progress: 0, position: null, updatedAt: null });
  const position = { paragraph: 1, offset: 4, version: 1 };
  const body = { progress: 70, position, readAt };
  await site.as(book.reader).call(saveChapterProgress, { ...chapter, body });
  const { data } = (await site.as(book.reader).call(getChapterProgress, chapter)).body;
  expect(data).toMatchObject({ progress: 70, position });
});

test('with places and sessions at the same moment, each chapter counts once and none is missed', async () => {
  for (let round = 0; round < 6; round += 1) {
    const book = await readerOf(3);
    const numbers = [1, 2, 3];
    for (const number of numbers) {
      await start(book, number);
      await sync(book, 10, number);
      await Promise.all([end(book, number), ...[40, 100, 70].map((share) => save(book, share, number))]);
    }
    expect(await countedOf(book)).toEqual([630, true, 3]);
    const offline = await readerOf(3);
    const whole = (number: number) =>
      site.as(offline.reader).call(saveProgress, {
        ...idOf(offline.story),
        body: { progress: 100, lastChapterRead: offline.chapters[number - 1] ?? '' },
      });
    await Promise.all(
      numbers.flatMap((number) => [track(offline, 10, number), save(offline, 100, number), whole(number)]),
    );
    const words = await wordsOf(offline.reader);
    // Their time is the same, so the one that came first has it.
    expect([words, await finishedBy(offline.reader)]).toEqual([210, 0]);
  }
});
