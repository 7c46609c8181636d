import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/library';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { findPosition } from './library.queries.ts';
import { saveProgress } from './progress.queries.ts';

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

describe('the position in a chapter', () => {
  test('POST and GET /chapters/{id}/progress store it to the paragraph', async () => {
    const { bo, chapters } = await readerOf(2);
    const unopened = await site.as(bo).call(calls.getChapterProgress, idOf(chapters[0] ?? ''));
    expect(unopened.body.data).toMatchObject({ progress: 0, position: null });
    await savePosition(bo, chapters[0] ?? '', 40, 5);
    const saved = await site.as(bo).call(calls.getChapterProgress, idOf(chapters[0] ?? ''));
    expect(saved.body.data).toMatchObject({
      progress: 40,
      position: { paragraph: 5, offset: 3, version: 1 },
    });
  });

  test('moves to the last paragraph before it that still exists when its own is deleted', async () => {
    const { ana, bo, chapters } = await readerOf(1);
    const [chapter = ''] = chapters;
    const words = (name: string) => `${name} ${textOf(70, name)}`.replaceAll('\n', ' ');
    const rewrite = (names: string[]) =>
      site.as(ana).call(updateChapter, { ...idOf(chapter), body: { content: names.map(words).join('\n') } });
    const first = await rewrite(['ash', 'beech', 'cedar', 'elm']);
    const ids = first.body.data.paragraphIds;
    const at = async (paragraph: number | null | undefined, version: number) => {
      const position = { paragraph: paragraph ?? 0, offset: 7, version };
      await site
        .as(bo)
        .call(calls.saveChapterProgress, { ...idOf(chapter), body: { progress: 60, position } });
      return async () => (await site.as(bo).call(calls.getChapterProgress, idOf(chapter))).body.data.position;
    };
    const inCedar = await at(ids[2], 2);
    await rewrite(['fir', 'ash', 'beech', 'elm']);
    expect(await inCedar()).toEqual({ paragraph: ids[1], offset: 0, version: 3 });
    const inElm = await at(ids[3], 3);
    await rewrite(['gorse', 'elm']);
    expect(await inElm()).toEqual({ paragraph: ids[3], offset: 7, version: 3 });
  });

  test('is found in the longest chapters without loading their paragraph ids', async () => {
    const { ana, bo, chapters } = await readerOf(1);
    const [chapter = ''] = chapters;
    const rewrite = (letter: string) =>
      site.as(ana).call(updateChapter, {
        ...idOf(chapter),
        body: { content: `first\n${`${letter}\n`.repeat(100_000)}last` },
      });
    const { paragraphIds } = (await rewrite('a')).body.data;
    const position = { paragraph: paragraphIds[99_000] ?? 0, offset: 1, version: 2 };
    await site.as(bo).call(calls.saveChapterProgress, { ...idOf(chapter), body: { progress: 99, position } });
    await rewrite('b');
    const row = await findPosition(site.ctx.db, bo, chapter);
    expect(row).toMatchObject({ paragraph: paragraphIds[0], char_offset: 0 });
    expect(JSON.stringify(row).length).toBeLessThan(500);
  });

  test('is the last one saved, even if that is further back', async () => {
    const { bo, chapters } = await readerOf(1);
    await savePosition(bo, chapters[0] ?? '', 80, 9);
    await savePosition(bo, chapters[0] ?? '', 10, 2);
    const saved = await site.as(bo).call(calls.getChapterProgress, idOf(chapters[0] ?? ''));
    expect(saved.body.data).toMatchObject({ progress: 10, position: { paragraph: 2 } });
  });

  test('the story’s progress is (chapters before + share of this one) / published chapters', async () => {
    const { bo, chapters } = await readerOf(4);
    await savePosition(bo, chapters[1] ?? '', 50);
    const [entry] = await library(bo);
    expect(entry).toMatchObject({ progress: 37.5, status: 'reading', isCompleted: false });
    expect(entry?.lastChapterRead).toMatchObject({ _id: chapters[1], chapterNumber: 2 });
  });

  test('the end of the last chapter completes the story once no other chapter is unread', async () => {
    const { bo, chapters } = await readerOf(2);
    await savePosition(bo, chapters[1] ?? '', 100);
    expect((await library(bo))[0]).toMatchObject({ isCompleted: false, unread: 1 });
    await savePosition(bo, chapters[0] ?? '', 100);
    expect((await library(bo))[0]).toMatchObject({ progress: 100, isCompleted: true });
    expect(await continuing(bo)).toEqual([]);
  });
});

describe('progress of a story', () => {
  test('POST /stories/{id}/save-progress and PATCH …/progress never lower it [P06]', async () => {
    const { bo, story, chapters } = await readerOf(2);
    const save = (progress: number) =>
      site.as(bo).call(calls.saveProgress, { ...idOf(story), body: { progress } });
    expect((await save(60)).body).toMatchObject({ progress: 60, isCompleted: false, lastChapterRead: null });
    expect((await save(20)).body.progress).toBe(60);
    const opened = await site.as(bo).call(calls.updateProgress, {
      ...idOf(story),
      body: { lastChapterRead: chapters[0], timeSpent: 0 },
    });
    expect(opened.body).toMatchObject({ progress: 60, lastChapterRead: chapters[0] });
    expect((await save(100)).body.isCompleted).toBe(true);
  });

  test('concurrent saves in any order leave the highest value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 12 }),
        async (steps) => {
          const { bo, story } = await readerOf(1);
          await Promise.all(
            steps.map((progress) =>
              site.as(bo).call(calls.saveProgress, { ...idOf(story), body: { progress } }),
            ),
          );
          expect((await library(bo))[0]?.progress).toBe(Math.max(...steps));
        },
      ),
      { numRuns: 8 },
    );
  });

  test('a chapter of another story is rejected [R46]', async () => {
    const { bo, story } = await readerOf(1);
    const other = await readerOf(1);
    const response = await site
      .as(bo)
      .call(calls.updateProgress, { ...idOf(story), body: { lastChapterRead: other.chapters[0] } });
    expect(response.status).toBe(404);
    expect(await library(bo)).toEqual([]);
  });
});

describe('POST /stories/{id}/save-progress, concurrently', () => {
  const save = (reader: Person, story: string, progress: number, lastChapterRead?: string) =>
    site.as(reader).call(calls.saveProgress, {
      ...idOf(story),
      body: { progress, ...(lastChapterRead && { lastChapterRead }) },
    });

  test('each reader’s own progress is saved, with their last chapter', async () => {
    const { bo, story, chapters } = await readerOf(3);
    const readers = [bo, ...(await Promise.all(Array.from({ length: 7 }, () => site.person())))];
    const saved = await Promise.all(
      Array.from({ length: 120 }, (_, turn) =>
        save(readers[turn % readers.length] ?? bo, story, turn % 97, chapters[Math.floor(turn / 8) % 3]),
      ),
    );
    expect(saved.every(({ status }) => status === 200)).toBe(true);
    for (const [index, reader] of readers.entries()) {
      const turns = Array.from({ length: 15 }, (_, round) => (round * readers.length + index) % 97);
      const [entry] = await library(reader);
      expect(entry?.progress).toBe(Math.max(...turns));
      expect(entry?.lastChapterRead?._id).toBe(chapters[14 % 3]);
    }
  });

  test('a rejected save affects only its own reader', async () => {
    const { ana, bo, story, chapters } = await readerOf(1);
    const draft = await write.draft(ana);
    const responses = await Promise.all([
      save(bo, story, 30, chapters[0]),
      save(ana, story, 20, draft._id),
      save(bo, draft._id, 50),
      save(ana, story, 40),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 404, 200]);
    expect((await library(bo))[0]?.progress).toBe(30);
    expect((await library(ana))[0]).toMatchObject({ progress: 40, lastChapterRead: null });
  });

  test('a locked row of one reader does not delay other readers', async () => {
    const { bo, story } = await readerOf(1);
    const others = await Promise.all(Array.from({ length: 5 }, () => site.person()));
    await Promise.all([bo, ...others].map((reader) => save(reader, story, 1)));
    const release = Promise.withResolvers<void>();
    const held = site.ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('library_entries').set({ progress: 2 }).where('user_id', '=', bo.id).execute();
      await release.promise;
    });
    const waiting = save(bo, story, 60);
    const saved = await Promise.all(others.map((reader) => save(reader, story, 50)));
    expect(saved.every(({ status }) => status === 200)).toBe(true);
    release.resolve();
    await held;
    expect((await waiting).body.progress).toBe(60);
  });

  test('a statement for several readers waits only briefly for a lock, and changes no later statement', async () => {
    const { bo, story } = await readerOf(1);
    const other = await site.person();
    const inputs = [bo, other].map((reader) => ({
      userId: reader.id,
      storyId: story,
      progress: 10,
      chapterId: null,
      now: new Date(),
      day: '2026-01-01',
      site: site.ctx,
    }));
    await site.ctx.db.connection().execute(async (one) => {
      // Without its own lock timeout, the statement would end by the statement timeout, another error.
      await sql`set lock_timeout = 0`.execute(one);
      await saveProgress(one, inputs);
      await site.ctx.db.transaction().execute(async (tx) => {
        await tx.updateTable('library_entries').set({ progress: 2 }).where('user_id', '=', bo.id).execute();
        await expect(saveProgress(one, inputs)).rejects.toMatchObject({ code: '55P03' });
      });
      expect((await sql`show lock_timeout`.execute(one)).rows).toEqual([{ lock_timeout: '0' }]);
      await sql`reset lock_timeout`.execute(one);
    });
  });
});
