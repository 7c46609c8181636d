import { login } from '@inkling/contract/account';
import * as chapterCalls from '@inkling/contract/chapters';
import * as libraryCalls from '@inkling/contract/library';
import * as storyCalls from '@inkling/contract/stories';
import { uploadBookCover } from '@inkling/contract/stories';
import * as calls from '@inkling/contract/trash';
import { createVolume, deleteVolume } from '@inkling/contract/volumes';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { pixel } from '../../testing/examples.ts';
import { firefox } from '../../testing/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { takeDownChapter } from '../chapters/index.ts';
import { takeDownStory } from '../stories/index.ts';
import { sweepImages } from '../uploads/uploads.service.ts';
import { eraseTrash } from './trash.service.ts';

const site = testApp();
const write = writing(site);

const remove = (who: Person, id: string) => site.as(who).call(chapterCalls.deleteChapter, { params: { id } });
const removeStory = (who: Person, id: string) =>
  site.as(who).call(storyCalls.deleteStory, { params: { id } });
const restore = (who: Person, id: string) => site.as(who).call(calls.restoreChapter, { params: { id } });
const restoreStory = (who: Person, id: string) => site.as(who).call(calls.restoreStory, { params: { id } });
const trashOf = async (who: Person) => (await site.as(who).call(calls.getTrash, {})).body.data;
const ownTitles = async (who: Person, storyId: string) =>
  (await site.as(who).call(chapterCalls.listChaptersForAuthor, { params: { storyId } })).body.data.map(
    ({ title, order }) => `${order} ${title}`,
  );
const publicTitles = async (storyId: string) =>
  (await site.as(null).call(chapterCalls.listChaptersOfStory, { params: { storyId } })).body.data.map(
    ({ title, order }) => `${order} ${title}`,
  );
const idsOf = (chapters: { _id: string }[]) => chapters.map(({ _id }) => _id);
const continueAt = async (who: Person) =>
  (await site.as(who).call(libraryCalls.getMyLibrary, {})).body.data[0]?.lastChapterRead?.title;
/** Moves the clock; people sign in again, since sessions end before the trash is erased. */
async function later(milliseconds: number, ...people: Person[]): Promise<void> {
  site.clock.advance(milliseconds);
  for (const who of people) {
    const body = { email: who.username, password: testPassword };
    who.token = (await site.as(null).call(login, { body })).body.token;
  }
}
const countRows = async (table: string, id: string) =>
  (
    await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} x
      where x.story_id = ${id}`.execute(site.ctx.db)
  ).rows[0]?.n;

describe('a deleted chapter', () => {
  test('is in its author’s trash with the date when it is erased, and in nobody else’s', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    const id = chapters[0]?._id ?? '';
    await remove(ana, id);
    const now = site.clock.now();
    expect(await trashOf(ana)).toEqual([
      {
        _id: id,
        kind: 'chapter',
        title: 'Chapter 1',
        words: 210,
        chapters: null,
        story: { _id: story._id, title: 'The Lamp', isDeleted: false },
        deletedAt: now.toISOString(),
        eraseAt: new Date(now.getTime() + 30 * day).toISOString(),
      },
    ]);
    expect(await trashOf(ben)).toEqual([]);
    expect((await restore(ben, id)).status).toBe(404);
    const params = { kind: 'chapter', id };
    expect((await site.as(ben).call(calls.eraseFromTrash, { params })).status).toBe(404);
    expect((await site.as(null).call(calls.getTrash, {})).status).toBe(401);
  });

  test('returns to its old place, published as it was, with its likes and its readers', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 3 });
    const [first = '', second = ''] = idsOf(chapters);
    await site.as(ben).call(chapterCalls.likeChapter, { params: { id: second } });
    const place = { progress: 40, position: { paragraph: 2, offset: 3, version: 1 } };
    await site.as(ben).call(libraryCalls.saveChapterProgress, { params: { id: second }, body: place });
    const before = (await site.as(ben).call(storyCalls.getStory, { params: { id: story._id } })).body.data;
    const library = (await site.as(ben).call(libraryCalls.getMyLibrary, {})).body.data;

    await remove(ana, second);
    expect(await publicTitles(story._id)).toEqual(['1 Chapter 1', '2 Chapter 3']);
    expect(await continueAt(ben)).toBe('Chapter 1');
    await site.as(ana).call(chapterCalls.updateChapter, { params: { id: first }, body: { title: 'One' } });

    const restored = (await restore(ana, second)).body.data;
    expect(restored).toMatchObject({
      draftBecause: null,
      chapter: { order: 2, isPublished: true, likes: 1 },
    });
    expect(await publicTitles(story._id)).toEqual(['1 One', '2 Chapter 2', '3 Chapter 3']);
    const after = (await site.as(ben).call(storyCalls.getStory, { params: { id: story._id } })).body.data;
    expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
    expect((await site.as(ben).call(libraryCalls.getMyLibrary, {})).body.data).toMatchObject(
      library.map(({ progress, status, lastChapterRead }) => ({ progress, status, lastChapterRead })),
    );
    const opened = await site.as(ben).call(libraryCalls.getChapterProgress, { params: { id: second } });
    expect(opened.body.data).toMatchObject({ progress: 40 });
    expect(await trashOf(ana)).toEqual([]);
  });

  test('returns to its place among chapters that were deleted and restored in any order', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 5 });
    const all = await ownTitles(ana, story._id);
    const ids = idsOf(chapters);
    // Without a record of the place among deleted chapters, the last of these would return before the first.
    for (const order of [
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
    ]) {
      for (const index of [1, 2, 3]) await remove(ana, ids[index] ?? '');
      for (const index of order) await restore(ana, ids[index] ?? '');
      expect(await ownTitles(ana, story._id)).toEqual(all);
    }
    for (const index of [4, 0, 2]) await remove(ana, ids[index] ?? '');
    for (const index of [2, 4, 0]) await restore(ana, ids[index] ?? '');
    expect(await ownTitles(ana, story._id)).toEqual(all);
    for (const id of ids) await remove(ana, id);
    for (const id of ids.slice(3)) await restore(ana, id);
    expect(await ownTitles(ana, story._id)).toEqual(['1 Chapter 4', '2 Chapter 5']);
  });

  test('returns to its place and volume after many were deleted at once', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 6 });
    const ids = idsOf(chapters);
    const params = { id: story._id };
    const volume = (title: string, index: number) =>
      site.as(ana).call(createVolume, { params, body: { title, firstChapter: ids[index] } });
    await volume('One', 1);
    const volumes = (await volume('Two', 4)).body.data;
    const listed = async () =>
      (
        await site.as(ana).call(chapterCalls.listChaptersForAuthor, { params: { storyId: story._id } })
      ).body.data.map(({ order, title, volume: inVolume }) => ({ order, title, inVolume }));
    const all = await listed();
    await remove(ana, ids[2] ?? '');
    const chosen = [5, 1, 3].map((index) => ids[index] ?? '');
    await site
      .as(ana)
      .call(chapterCalls.changeChapters, { params, body: { action: 'delete', chapters: chosen } });
    expect(await listed()).toHaveLength(2);
    for (const index of [3, 5, 2, 1]) await restore(ana, ids[index] ?? '');
    expect(await listed()).toEqual(all);
    // The same in one call each.
    const bulk = async (action: 'delete' | 'restore') =>
      (await site.as(ana).call(chapterCalls.changeChapters, { params, body: { action, chapters: chosen } }))
        .body.data;
    await bulk('delete');
    expect(await bulk('restore')).toEqual({ done: 3, unchanged: 0, refused: [], draftBecause: null });
    expect(await listed()).toEqual(all);
    expect(await bulk('restore')).toEqual({ done: 0, unchanged: 3, refused: [], draftBecause: null });
    // Without its volume, a chapter joins that of the chapter before it.
    await remove(ana, ids[3] ?? '');
    const first = { id: story._id, volumeId: volumes[0]?._id ?? '' };
    await site.as(ana).call(deleteVolume, { params: first });
    await restore(ana, ids[3] ?? '');
    const inVolumes = (await listed()).map(({ inVolume }) => inVolume);
    const second = volumes[1]?._id;
    expect(inVolumes).toEqual([null, null, null, null, second, second]);
  });

  test('that was a draft or was taken down returns as a draft', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    const draft = await write.chapter(ana, story._id, { title: 'Draft', isPublished: false });
    const takenDown = { id: chapters[1]?._id ?? '', storyId: story._id };
    await transaction(site.ctx.db, (tx) => takeDownChapter(site.ctx, tx, takenDown, 'Copied'));
    for (const id of [draft._id, takenDown.id]) {
      await remove(ana, id);
      const { draftBecause, chapter } = (await restore(ana, id)).body.data;
      expect([draftBecause, chapter.isPublished]).toEqual([null, false]);
    }
    const publish = { params: { id: takenDown.id }, body: { isPublished: true } };
    expect((await site.as(ana).call(chapterCalls.updateChapter, publish)).failure.code).toBe('TAKEN_DOWN');
  });

  test('is restored once, and a repeated request changes nothing', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 3 });
    const id = chapters[0]?._id ?? '';
    await remove(ana, id);
    const responses = await Promise.all([restore(ana, id), restore(ana, id), restore(ana, id)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await ownTitles(ana, story._id)).toEqual(['1 Chapter 1', '2 Chapter 2', '3 Chapter 3']);
  });

  test('is restored only within the limit of chapters', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    const id = chapters[0]?._id ?? '';
    await remove(ana, id);
    await sql`update stories set chapters = 10000 where id = ${story._id}`.execute(site.ctx.db);
    expect((await restore(ana, id)).failure.code).toBe('TOO_LARGE');
    expect(await trashOf(ana)).toHaveLength(1);
  });
});

describe('a deleted story', () => {
  test('returns as it was, without the chapters that were deleted before it', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 3 });
    await site.as(ben).call(storyCalls.likeStory, { params: { id: story._id } });
    await site.as(ben).call(libraryCalls.toggleBookmark, { params: { id: story._id } });
    const second = chapters[1]?._id ?? '';
    await remove(ana, second);
    const before = (await site.as(ben).call(storyCalls.getStory, { params: { id: story._id } })).body.data;
    site.clock.advance(hour);
    await removeStory(ana, story._id);
    expect((await trashOf(ana)).map(({ title, story: of }) => [title, of?.isDeleted])).toEqual([
      ['The Lamp', undefined],
      ['Chapter 2', true],
    ]);
    const refused = await restore(ana, second);
    expect([refused.status, refused.failure.message]).toEqual([
      409,
      'The story of this chapter is in the trash too. Restore the story first.',
    ]);
    expect((await site.as(ben).call(libraryCalls.getMyLibrary, {})).body.data).toMatchObject([
      { story: null },
    ]);

    const { draftBecause, story: restored } = (await restoreStory(ana, story._id)).body.data;
    expect([draftBecause, restored.isPublished]).toEqual([null, true]);
    const after = (await site.as(ben).call(storyCalls.getStory, { params: { id: story._id } })).body.data;
    expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
    expect(await publicTitles(story._id)).toEqual(['1 Chapter 1', '2 Chapter 3']);
    expect((await trashOf(ana)).map(({ title }) => title)).toEqual(['Chapter 2']);
    expect((await restore(ana, second)).body.data.chapter.order).toBe(2);
  });

  test('returns as a draft, with the reason, if it may no longer be published', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana);
    await remove(ana, chapters[0]?._id ?? '');
    await removeStory(ana, story._id);
    const { draftBecause, story: restored } = (await restoreStory(ana, story._id)).body.data;
    expect([draftBecause, restored.isPublished]).toEqual(['Add a published chapter first.', false]);
  });

  test('that was taken down stays taken down', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    await transaction(site.ctx.db, (tx) => takeDownStory(site.ctx, tx, story._id, 'Copied'));
    await removeStory(ana, story._id);
    expect((await restoreStory(ana, story._id)).body.data.story.isPublished).toBe(false);
    const publish = { params: { id: story._id }, body: { isPublished: true } };
    expect((await site.as(ana).call(storyCalls.updateStory, publish)).failure.code).toBe('TAKEN_DOWN');
  });
});

describe('with REQUIRE_VERIFICATION', () => {
  const strict = testApp({ REQUIRE_VERIFICATION: 'on' });

  test('a published chapter of an author who is no longer verified returns as a draft, with the reason', async () => {
    const ana = await strict.person();
    const { chapters } = await writing(strict).published(ana, { chapters: 2 });
    const params = { id: chapters[0]?._id ?? '' };
    await strict.as(ana).call(chapterCalls.deleteChapter, { params });
    await sql`update users set is_verified = false where id = ${ana.id}`.execute(strict.ctx.db);
    const { draftBecause, chapter } = (await strict.as(ana).call(calls.restoreChapter, { params })).body.data;
    expect(draftBecause).toMatch(/^Please verify your email address/);
    expect([chapter.isPublished, chapter.order]).toEqual([false, 1]);
  });
});

describe('after 30 days', () => {
  test('nothing can be restored, even before it is erased', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    await remove(ana, chapters[0]?._id ?? '');
    await later(30 * day - hour, ana);
    expect(await trashOf(ana)).toHaveLength(1);
    await removeStory(ana, story._id);
    site.clock.advance(hour);
    expect((await trashOf(ana)).map(({ kind }) => kind)).toEqual(['story']);
    expect((await restore(ana, chapters[0]?._id ?? '')).status).toBe(404);
    await later(30 * day, ana);
    expect(await trashOf(ana)).toEqual([]);
    expect((await restoreStory(ana, story._id)).status).toBe(404);
  });

  test('a chapter is erased, and its readers continue in the one before it', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 3 });
    const third = chapters[2]?._id ?? '';
    const body = { progress: 10 };
    await site.as(ben).call(libraryCalls.saveChapterProgress, { params: { id: third }, body });
    await remove(ana, third);
    await later(30 * day - hour, ana);
    await eraseTrash(site.ctx);
    expect((await restore(ana, third)).status).toBe(200);
    await remove(ana, third);
    await later(30 * day, ben);
    expect(await eraseTrash(site.ctx)).toBeGreaterThan(0);
    expect(await countRows('chapter_versions', story._id)).toBe(2);
    expect(await countRows('chapters', story._id)).toBe(2);
    expect(await continueAt(ben)).toBe('Chapter 2');
    expect(await publicTitles(story._id)).toEqual(['1 Chapter 1', '2 Chapter 2']);
  });

  test('a story is erased with everything about it, its cover included', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    await site.as(ana).call(uploadBookCover, { body: { storyId: story._id }, file: pixel } as never);
    await site.as(ben).call(storyCalls.likeStory, { params: { id: story._id } });
    await site
      .as(ben)
      .call(storyCalls.viewStory, { params: { id: story._id }, body: {} }, { 'user-agent': firefox });
    await site.as(ben).call(libraryCalls.toggleBookmark, { params: { id: story._id } });
    await remove(ana, chapters[0]?._id ?? '');
    await removeStory(ana, story._id);
    const images = async () =>
      (await site.ctx.db.selectFrom('uploads').selectAll().where('owner_id', '=', ana.id).execute()).length;
    // A story that can be restored keeps its cover, although nothing shows it.
    site.clock.advance(20 * day);
    await sweepImages(site.ctx);
    site.clock.advance(2 * day);
    await sweepImages(site.ctx);
    expect(await images()).toBe(1);

    await later(10 * day, ben);
    await eraseTrash(site.ctx);
    for (const table of [
      'chapters',
      'chapter_versions',
      'story_likes',
      'analytics_views',
      'reading_positions',
    ])
      expect(await countRows(table, story._id)).toBe(0);
    const entries = (await site.as(ben).call(libraryCalls.getMyLibrary, {})).body.data;
    expect(entries).toMatchObject([{ story: null, isBookmarked: true }]);
    await sweepImages(site.ctx);
    site.clock.advance(2 * day);
    await sweepImages(site.ctx);
    expect(await images()).toBe(0);
  });

  test('an interrupted run is continued by the next one', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana, { chapters: 3 });
    await removeStory(ana, story._id);
    site.clock.advance(31 * day);
    const controller = new AbortController();
    let checks = 0;
    const signal = Object.assign(controller.signal, {
      throwIfAborted: () => {
        checks += 1;
        // After the first chapter: there is a check for each erasure, and a few more.
        if (checks > 4 + 2 * site.ctx.modules.flatMap(({ erasures = [] }) => erasures).length)
          throw new Error('stopped');
      },
    });
    await expect(eraseTrash(site.ctx, signal)).rejects.toThrow('stopped');
    const left = await countRows('chapters', story._id);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(3);
    // Part of it is gone, so it cannot be restored, whatever the clock says.
    site.clock.advance(-20 * day);
    await later(0, ana);
    expect((await restoreStory(ana, story._id)).status).toBe(404);
    site.clock.advance(21 * day);
    await eraseTrash(site.ctx);
    expect(await countRows('chapters', story._id)).toBe(0);
  });

  test('nothing is erased by a clock that cannot be trusted', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    await removeStory(ana, story._id);
    site.clock.advance(31 * day);
    const databaseTime = async () => new Date(site.clock.now().getTime() - 31 * day);
    expect(await eraseTrash({ ...site.ctx, databaseTime })).toBe(0);
    expect(await countRows('chapters', story._id)).toBe(1);
  });
});

test('what is deleted for good cannot be restored, and the next run erases it', async () => {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana, { chapters: 3 });
  const [first = '', second = ''] = idsOf(chapters);
  await remove(ana, first);
  await remove(ana, second);
  const params = { kind: 'chapter', id: first };
  expect((await site.as(ana).call(calls.eraseFromTrash, { params })).status).toBe(200);
  expect((await restore(ana, first)).status).toBe(404);
  expect((await trashOf(ana)).map(({ title }) => title)).toEqual(['Chapter 2']);
  site.clock.advance(hour);
  await eraseTrash(site.ctx);
  expect(await countRows('chapters', story._id)).toBe(2);
  expect((await restore(ana, second)).body.data.chapter.order).toBe(1);
  await removeStory(ana, story._id);
  await site.as(ana).call(calls.eraseFromTrash, { params: { kind: 'story', id: story._id } });
  expect(await trashOf(ana)).toEqual([]);
  await eraseTrash(site.ctx);
  expect(await countRows('chapters', story._id)).toBe(0);
});
