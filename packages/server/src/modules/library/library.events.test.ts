import { saveChapterProgress, saveProgress } from '@inkling/contract/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { chapterFinished, wordsRead } from './library.events.ts';
import { emitWordsOfPastDays } from './words-sweep.ts';

const site = testApp();
const write = writing(site);
const days = (count: number) => site.clock.advance(count * 86_400_000);

const place = (who: Person, id: string, progress: number) =>
  site.as(who).call(saveChapterProgress, { params: { id }, body: { progress } });

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
const words = async (who: Person) =>
  (await emittedEvents(site, wordsRead, who.id)).map((payload) => wordsRead.payload.parse(payload));

test('chapter.finished is emitted the first time that a reader comes to the end, by either call', async () => {
  const { story, chapters } = await longStory();
  const [first = '', second = ''] = chapters;
  const reader = await site.person();
  const fact = (chapterId: string) => ({ readerId: reader.id, chapterId, storyId: story });
  await place(reader, first, 99);
  expect(await emittedEvents(site, chapterFinished, reader.id)).toEqual([]);
  await Promise.all([1, 2, 3].map(() => place(reader, first, 100)));
  await place(reader, first, 10);
  await place(reader, first, 100);
  expect(await emittedEvents(site, chapterFinished, reader.id)).toEqual([fact(first)]);
  const body = { progress: 67, lastChapterRead: second };
  await site.as(reader).call(saveProgress, { params: { id: story }, body });
  await site.as(reader).call(saveProgress, { params: { id: story }, body });
  expect(await emittedEvents(site, chapterFinished, reader.id)).toEqual([fact(first), fact(second)]);
});

test('many readers whose progress shares a statement are each told of', async () => {
  const { story, chapters } = await longStory();
  const readers = await Promise.all(Array.from({ length: 12 }, () => site.person()));
  const body = { progress: 33.34, lastChapterRead: chapters[0] };
  await Promise.all(readers.map((one) => site.as(one).call(saveProgress, { params: { id: story }, body })));
  expect(await emittedEvents(site, chapterFinished, chapters[0] ?? '')).toHaveLength(12);
  for (const one of readers) expect((await words(one)).map((fact) => fact.words)).toEqual([210]);
});

test('words.read comes in portions of a thousand, at the end of a chapter, and for the rest when the day is over', async () => {
  const { draft, long } = await longStory();
  await publish(draft._id);
  const reader = await site.person();
  for (let progress = 1; progress <= 50; progress += 1) await place(reader, long._id, progress);
  // 1,500 words in fifty steps: one event.
  expect(await words(reader)).toEqual([{ readerId: reader.id, day: '2026-03-02', words: 1_020 }]);
  await emitWordsOfPastDays(site.ctx);
  days(1);
  await emitWordsOfPastDays(site.ctx);
  expect(await words(reader)).toHaveLength(1);
  days(1);
  await Promise.all([emitWordsOfPastDays(site.ctx), emitWordsOfPastDays(site.ctx)]);
  expect((await words(reader)).map((fact) => fact.words)).toEqual([1_020, 480]);
  await place(reader, long._id, 100);
  expect((await words(reader)).slice(2)).toEqual([{ readerId: reader.id, day: '2026-03-04', words: 1_500 }]);
});

test('however someone reads, the words that are told of are the words of their days', async () => {
  const { draft, long, chapters } = await longStory();
  await publish(draft._id);
  const ids = [long._id, ...chapters];
  const step = fc.record({ chapter: fc.nat(ids.length - 1), progress: fc.nat(100), night: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const reader = await site.person();
      for (const { chapter, progress, night } of steps) {
        if (night) days(1);
        await place(reader, ids[chapter] ?? '', progress);
      }
      days(2);
      await emitWordsOfPastDays(site.ctx);
      const told: Record<string, number> = {};
      for (const fact of await words(reader)) told[fact.day] = (told[fact.day] ?? 0) + fact.words;
      const { rows } = await sql<{ day: string; words: number }>`
        select day::text as day, words from reading_days where user_id = ${reader.id}`.execute(site.ctx.db);
      expect(told).toEqual(Object.fromEntries(rows.map((row) => [row.day, row.words])));
    }),
    { numRuns: 15 },
  );
});
