import { getMe } from '@inkling/contract/account';
import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/library';
import { getMyProfile } from '@inkling/contract/profiles';
import { updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

const stats = async (reader: Person) => (await site.as(reader).call(getMe, {})).body.user.readingStats;
const savePosition = (reader: Person, id: string | undefined, progress: number) =>
  site.as(reader).call(calls.saveChapterProgress, { params: { id: id ?? '' }, body: { progress } });
const save = (reader: Person, id: string, progress: number, lastChapterRead?: string) =>
  site.as(reader).call(calls.saveProgress, { params: { id }, body: { progress, lastChapterRead } });
const daysOf = async (reader: Person) => {
  const { rows } = await sql<{ day: string; words: number; chapters: number }>`
    select day::text as day, words, chapters from reading_days where user_id = ${reader.id} order by day`.execute(
    site.ctx.db,
  );
  return rows;
};

/** A story whose chapters have 210 words each, and a reader with time in them. */
async function readerOf(chapters: number) {
  const [author, reader] = [await site.person(), await site.person()];
  const published = await write.published(author, { chapters });
  await giveTime(site, reader, [published.story._id]);
  return { author, reader, story: published.story._id, chapters: published.chapters.map(({ _id }) => _id) };
}

describe('words read', () => {
  test('are counted once per chapter, up to the furthest position [R46]', async () => {
    const { reader, chapters } = await readerOf(2);
    await savePosition(reader, chapters[0], 50);
    expect(await stats(reader)).toMatchObject({ wordsRead: 105, readingStreak: 1, minutesRead: 1 });
    // Go back, and read the same words again.
    await savePosition(reader, chapters[0], 10);
    await savePosition(reader, chapters[0], 50);
    expect((await stats(reader)).wordsRead).toBe(105);
    await savePosition(reader, chapters[0], 100);
    await savePosition(reader, chapters[0], 100);
    expect(await daysOf(reader)).toMatchObject([{ words: 210, chapters: 1 }]);
    await savePosition(reader, chapters[1], 100);
    expect(await stats(reader)).toMatchObject({ wordsRead: 420, totalBooksRead: 1, minutesRead: 2 });
  });

  test('that were read offline count for no day before the account and the published chapter were there [R46]', async () => {
    const { reader, chapters } = await readerOf(3);
    const now = site.clock.now().getTime();
    const before = (days: number) => new Date(now - days * day).toISOString();
    const readOffline = (chapter: number, days: number) =>
      site.as(reader).call(calls.saveChapterProgress, {
        params: { id: chapters[chapter] ?? '' },
        body: { progress: 100, readAt: before(days) },
      });
    await readOffline(0, 3);
    const today = before(0).slice(0, 10);
    expect(await daysOf(reader)).toMatchObject([{ day: today, words: 210 }]);
    await sql`update users set created_at = ${before(30)} where id = ${reader.id}`.execute(site.ctx.db);
    await readOffline(1, 3);
    expect(await daysOf(reader)).toMatchObject([{ day: today, words: 420 }]);
    await sql`update chapters set created_at = ${before(5)}, published_at = ${before(5)} where id = ${chapters[2]}`.execute(
      site.ctx.db,
    );
    await readOffline(2, 6);
    expect(await daysOf(reader)).toMatchObject([{ day: before(5).slice(0, 10) }, { day: today, words: 420 }]);
  });

  test('are at most as many a day as a person can read [R46]', async () => {
    const { reader, chapters } = await readerOf(2);
    await savePosition(reader, chapters[0], 100);
    await sql`update reading_days set words = 479900 where user_id = ${reader.id}`.execute(site.ctx.db);
    await savePosition(reader, chapters[1], 100);
    expect(await daysOf(reader)).toMatchObject([{ words: 480_000, chapters: 2 }]);
  });

  test('add up to the chapter’s words, in any number of steps and by either call', async () => {
    const { author, story, chapters } = await readerOf(3);
    expect(author).toBeDefined();
    const step = fc.record({
      chapter: fc.integer({ min: 0, max: 2 }),
      progress: fc.integer({ min: 0, max: 10_000 }).map((share) => share / 100),
      whole: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const reader = await site.person();
        await giveTime(site, reader, chapters);
        for (const { chapter, progress, whole } of steps) {
          if (whole) await save(reader, story, (100 * (chapter + progress / 100)) / 3, chapters[chapter]);
          else await savePosition(reader, chapters[chapter], progress);
        }
        for (const chapter of chapters) await savePosition(reader, chapter, 100);
        const [day] = await daysOf(reader);
        expect(day).toMatchObject({ words: 630, chapters: 3 });
      }),
      { numRuns: 15 },
    );
  });

  test('POST /stories/{id}/save-progress counts the words of the given chapter up to the story’s progress', async () => {
    const { reader, story, chapters } = await readerOf(4);
    await save(reader, story, 37.5, chapters[1]);
    expect(await daysOf(reader)).toMatchObject([{ words: 105, chapters: 0 }]);
    await save(reader, story, 37.5, chapters[1]);
    await save(reader, story, 20, chapters[0]);
    expect((await stats(reader)).wordsRead).toBe(105);
    // Without a chapter it is unknown which words were read.
    await save(reader, story, 60);
    expect((await stats(reader)).wordsRead).toBe(105);
    await save(reader, story, 100, chapters[3]);
    expect(await daysOf(reader)).toMatchObject([{ words: 315, chapters: 1 }]);
  });

  test('are counted exactly once with many concurrent calls [R46]', async () => {
    const { reader, story, chapters } = await readerOf(3);
    const shares = Array.from({ length: 60 }, (_, index) => (index * 37) % 101);
    const responses = await Promise.all(
      shares.flatMap((share, index) => [
        savePosition(reader, chapters[index % 3], share),
        save(reader, story, (100 * ((index % 3) + share / 100)) / 3, chapters[index % 3]),
      ]),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all([0, 1, 2, 0, 1, 2].map((index) => savePosition(reader, chapters[index], 100)));
    expect(await daysOf(reader)).toMatchObject([{ words: 630, chapters: 3 }]);
  });

  test('are not counted for a story that is marked as completed, which counts as a book', async () => {
    const { reader, story } = await readerOf(2);
    await site.as(reader).call(calls.markCompleted, { params: { id: story } });
    expect(await stats(reader)).toEqual({
      totalBooksRead: 1,
      readingStreak: 0,
      minutesRead: 0,
      wordsRead: 0,
    });
  });

  test('do not change when the author extends the chapter; new words count when they are read', async () => {
    const { author, reader, chapters } = await readerOf(1);
    const [id = ''] = chapters;
    await savePosition(reader, id, 50);
    await site.as(author).call(updateChapter, { params: { id }, body: { content: textOf(1000) } });
    await savePosition(reader, id, 100);
    expect((await stats(reader)).wordsRead).toBe(105 + 500);
  });
});

describe('a reader’s day', () => {
  test('is the day in their time zone, which streaks use too', async () => {
    const { reader, chapters } = await readerOf(6);
    await site.as(reader).call(updateProfile, { body: { timeZone: 'America/Los_Angeles' } });
    // Late evening in Los Angeles, the next morning in UTC.
    site.clock.set(new Date('2026-03-07T07:30:00Z'));
    await savePosition(reader, chapters[0], 100);
    // The night in which daylight saving time starts.
    site.clock.set(new Date('2026-03-08T06:30:00Z'));
    await savePosition(reader, chapters[1], 100);
    site.clock.set(new Date('2026-03-09T06:59:00Z'));
    await savePosition(reader, chapters[2], 100);
    expect((await daysOf(reader)).map(({ day }) => day)).toEqual(['2026-03-06', '2026-03-07', '2026-03-08']);
    expect((await stats(reader)).readingStreak).toBe(3);
    site.clock.set(new Date('2026-03-10T06:59:00Z'));
    expect((await stats(reader)).readingStreak).toBe(3);
    // Monday to Wednesday are missed there, and then Thursday.
    site.clock.set(new Date('2026-03-13T06:59:00Z'));
    expect((await stats(reader)).readingStreak).toBe(3);
    site.clock.set(new Date('2026-03-13T07:00:00Z'));
    expect((await stats(reader)).readingStreak).toBe(0);
  });

  test('go on after a move over the date line that skips a day [P07]', async () => {
    const { reader, chapters } = await readerOf(4);
    const move = (timeZone: string) => site.as(reader).call(updateProfile, { body: { timeZone } });
    site.clock.set(new Date('2026-03-16T12:00:00Z'));
    await move('Pacific/Niue');
    site.clock.set(new Date('2026-03-18T10:00:00Z'));
    await savePosition(reader, chapters[0], 50);
    // It is the evening of the 18th in Niue, and already the 20th in Kiritimati.
    site.clock.set(new Date('2026-03-19T10:30:00Z'));
    await savePosition(reader, chapters[1], 50);
    await move('Pacific/Kiritimati');
    site.clock.set(new Date('2026-03-20T09:30:00Z'));
    await savePosition(reader, chapters[2], 50);
    expect((await daysOf(reader)).map(({ day }) => day)).toEqual(['2026-03-17', '2026-03-18', '2026-03-20']);
    expect((await stats(reader)).readingStreak).toBe(3);
    expect((await site.as(reader).call(getMyProfile, {})).body.data.analytics.longestStreak).toBe(3);
    // The next week: Thursday the 26th is over in Kiritimati.
    site.clock.set(new Date('2026-03-26T09:30:00Z'));
    expect((await stats(reader)).readingStreak).toBe(3);
    site.clock.set(new Date('2026-03-26T10:30:00Z'));
    expect((await stats(reader)).readingStreak).toBe(0);
  });
});
