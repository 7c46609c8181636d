import { getMe } from '@inkling/contract/account';
import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { saveChapterProgress } from '@inkling/contract/library';
import * as calls from '@inkling/contract/reading-history';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { eraseFromTrash } from '@inkling/contract/trash';
import { updatePreferences, updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { deleteOldest } from './reading-history.queries.ts';

const site = testApp();
const write = writing(site);

const read = (reader: Person, chapter: string, progress = 40) =>
  site.as(reader).call(saveChapterProgress, { params: { id: chapter }, body: { progress } });
const history = async (reader: Person, query: { limit?: number; after?: string } = {}) =>
  (await site.as(reader).call(calls.listHistory, { query })).body;
const today = () => site.clock.now().toISOString().slice(0, 10);

async function storyWith(chapters: number, title = 'The Lamp') {
  const author = await site.person();
  const { story, chapters: written } = await write.published(author, { chapters, title });
  return { author, story: story._id, chapters: written.map(({ _id }) => _id) };
}
const [reader, other] = [() => site.person(), () => site.person()];

describe('GET /library/history', () => {
  test('lists what was read by day and story, newest first', async () => {
    const bo = await reader();
    const [lamp, sea] = [await storyWith(3), await storyWith(1, 'The Sea')];
    await read(bo, lamp.chapters[0] ?? '');
    site.clock.advance(minute);
    await read(bo, sea.chapters[0] ?? '');
    site.clock.advance(minute);
    await read(bo, lamp.chapters[1] ?? '');
    const first = today();
    site.clock.advance(day);
    await read(bo, lamp.chapters[1] ?? '');
    const { data, next, isOn } = await history(bo);
    expect([next, isOn]).toEqual([null, true]);
    expect(data.map((item) => [item.day, item.story?.title, item.chapterCount])).toEqual([
      [today(), 'The Lamp', 1],
      [first, 'The Lamp', 2],
      [first, 'The Sea', 1],
    ]);
    expect(data[1]?.chapters.map(({ chapter }) => chapter?.title)).toEqual(['Chapter 2', 'Chapter 1']);
    expect(data[0]?.lastRead).toBe(site.clock.now().toISOString());
    expect((await history(await other())).data).toEqual([]);
  });

  test('has a chapter once a day, however often its position is saved', async () => {
    const bo = await reader();
    const { chapters } = await storyWith(1);
    const at = site.clock.now().toISOString();
    await Promise.all(Array.from({ length: 20 }, (_, index) => read(bo, chapters[0] ?? '', index)));
    site.clock.advance(minute);
    await read(bo, chapters[0] ?? '', 90);
    const { data } = await history(bo);
    expect(data.map(({ chapterCount, lastRead }) => [chapterCount, lastRead])).toEqual([[1, at]]);
  });

  test('uses the days of the reader’s time zone, and leaves past days as they were', async () => {
    const bo = await reader();
    const { chapters } = await storyWith(2);
    site.clock.advance(23 * hour + 30 * minute - (site.clock.now().getTime() % day));
    const utc = today();
    const tomorrow = new Date(Date.parse(utc) + day).toISOString().slice(0, 10);
    const days = async () => (await history(bo)).data.map((item) => item.day);
    await read(bo, chapters[0] ?? '');
    // Tomorrow there already: today goes on until it would have ended.
    await site.as(bo).call(updateProfile, { body: { timeZone: 'Asia/Tokyo' } });
    await read(bo, chapters[1] ?? '');
    expect(await days()).toEqual([utc]);
    site.clock.advance(hour);
    await read(bo, chapters[1] ?? '');
    expect(await days()).toEqual([tomorrow, utc]);
    expect((await history(bo)).data[0]?.chapters[0]?.time).toBe('09:30');
    // Still the day before there.
    await site.as(bo).call(updateProfile, { body: { timeZone: 'America/New_York' } });
    await read(bo, chapters[0] ?? '');
    expect(await days()).toEqual([tomorrow, utc]);
  });

  test('shows nothing of a story or chapter that is not available, until it returns', async () => {
    const bo = await reader();
    const { author, story, chapters } = await storyWith(2);
    for (const chapter of chapters) await read(bo, chapter);
    const publish = (isPublished: boolean) =>
      site.as(author).call(updateStory, { params: { id: story }, body: { isPublished } });
    await site
      .as(author)
      .call(updateChapter, { params: { id: chapters[1] ?? '' }, body: { isPublished: false } });
    const titles = async () =>
      (await history(bo)).data.map((item) => [
        item.story?.title,
        item.chapters.map(({ chapter }) => chapter?.title).sort(),
      ]);
    expect(await titles()).toEqual([['The Lamp', ['Chapter 1', undefined]]]);
    await publish(false);
    expect(await titles()).toEqual([[undefined, [undefined, undefined]]]);
    const { data } = await history(bo);
    expect(JSON.stringify(data)).not.toMatch(/Lamp|Chapter/);
    expect(data[0]?.storyId).toBe(story);
    await publish(true);
    expect(await titles()).toEqual([['The Lamp', ['Chapter 1', undefined]]]);
  });

  test('keeps its rows when the chapter or the story is erased', async () => {
    const bo = await reader();
    const { author, story, chapters } = await storyWith(2);
    for (const chapter of chapters) await read(bo, chapter);
    const erase = async (kind: 'story' | 'chapter', id: string) => {
      await site.as(author).call(kind === 'story' ? deleteStory : deleteChapter, { params: { id } });
      await site.as(author).call(eraseFromTrash, { params: { kind, id } });
      await site.runJobs();
    };
    await erase('chapter', chapters[0] ?? '');
    await erase('story', story);
    expect((await history(bo)).data).toMatchObject([{ storyId: story, story: null, chapterCount: 2 }]);
  });

  test('pages do not repeat or skip an item while more is read', async () => {
    const bo = await reader();
    const stories = [await storyWith(2, 'One'), await storyWith(2, 'Two'), await storyWith(2, 'Three')];
    for (const { chapters } of stories) {
      await read(bo, chapters[0] ?? '');
      site.clock.advance(minute);
    }
    const first = await history(bo, { limit: 1 });
    expect(first.data.map(({ story }) => story?.title)).toEqual(['Three']);
    site.clock.advance(minute);
    // Would be the first item now.
    await read(bo, stories[0]?.chapters[1] ?? '');
    const second = await history(bo, { limit: 1, after: first.next ?? '' });
    const third = await history(bo, { limit: 1, after: second.next ?? '' });
    expect(
      [...second.data, ...third.data].map(({ story, chapterCount }) => [story?.title, chapterCount]),
    ).toEqual([
      ['Two', 1],
      ['One', 1],
    ]);
    expect(third.next).toBeNull();
  });

  test('refuses a position that is not its own', async () => {
    for (const after of ['x', Buffer.from('["a","b","c","d"]').toString('base64url')]) {
      const { status, failure } = await site.as(await reader()).call(calls.listHistory, { query: { after } });
      expect([status, failure.code]).toEqual([400, 'BAD_INPUT']);
    }
  });

  test('lists at most 50 chapters of an item, and counts all', async () => {
    const bo = await reader();
    const { story } = await storyWith(1);
    await sql`insert into reading_history (user_id, day, story_id, chapter_id, read_at)
      select ${bo.id}, ${today()}, ${story}, uuidv7(), ${site.clock.now()} from generate_series(1, 60)`.execute(
      site.ctx.db,
    );
    const { data } = await history(bo);
    expect([data[0]?.chapterCount, data[0]?.chapters.length]).toEqual([60, 50]);
  });
});

describe('the switch', () => {
  test('records nothing while it is off, and keeps what exists', async () => {
    const bo = await reader();
    const { chapters } = await storyWith(2);
    await read(bo, chapters[0] ?? '');
    const turn = (keepsHistory: boolean) => site.as(bo).call(updatePreferences, { body: { keepsHistory } });
    expect((await turn(false)).body.data.keepsHistory).toBe(false);
    await read(bo, chapters[1] ?? '');
    const off = await history(bo);
    expect([off.isOn, off.data[0]?.chapterCount]).toEqual([false, 1]);
    await turn(true);
    await read(bo, chapters[1] ?? '');
    const on = await history(bo);
    expect([on.isOn, on.data[0]?.chapterCount]).toEqual([true, 2]);
  });
});

describe('DELETE /library/history, /{day} and /{day}/{storyId}', () => {
  test('delete a story of a day, a day, or everything, and nothing of others', async () => {
    const [bo, cy] = [await reader(), await other()];
    const [lamp, sea] = [await storyWith(2), await storyWith(1, 'The Sea')];
    const readBoth = async (who: Person) => {
      await read(who, lamp.chapters[0] ?? '');
      await read(who, sea.chapters[0] ?? '');
    };
    const first = today();
    await readBoth(bo);
    await readBoth(cy);
    site.clock.advance(day);
    await readBoth(bo);
    const left = async () => (await history(bo)).data.map((item) => [item.day, item.story?.title]);
    const as = site.as(bo);
    await as.call(calls.deleteHistoryItem, { params: { day: first, storyId: lamp.story } });
    expect(await left()).toHaveLength(3);
    expect(await left()).not.toContainEqual([first, 'The Lamp']);
    await as.call(calls.deleteHistoryDay, { params: { day: today() } });
    expect(await left()).toEqual([[first, 'The Sea']]);
    expect((await as.call(calls.deleteHistoryDay, { params: { day: today() } })).status).toBe(200);
    await as.call(calls.deleteHistory, {});
    expect(await left()).toEqual([]);
    expect((await history(cy)).data).toHaveLength(2);
  });

  test('leave progress, words and days as they are', async () => {
    const bo = await reader();
    const { story, chapters } = await storyWith(1);
    await giveTime(site, bo, [story]);
    await read(bo, chapters[0] ?? '', 100);
    const me = async () => (await site.as(bo).call(getMe, {})).body.user.readingStats;
    const before = await me();
    expect(before).toMatchObject({ totalBooksRead: 1, readingStreak: 1 });
    await site.as(bo).call(calls.deleteHistory, {});
    expect(await me()).toEqual(before);
  });
});

test('a reader has at most 20,000 rows, of which the oldest are deleted', async () => {
  const bo = await reader();
  const { story, chapters } = await storyWith(1);
  await sql`insert into reading_history (user_id, day, story_id, chapter_id, read_at)
    select ${bo.id}, ${today()}::date - n / 100, ${story}, uuidv7(), ${site.clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 20000) n`.execute(site.ctx.db);
  const count = async () =>
    (
      await sql<{ rows: number; oldest: string }>`
        select count(*) as rows, min(read_at)::text as oldest from reading_history where user_id = ${bo.id}`.execute(
        site.ctx.db,
      )
    ).rows[0];
  const before = await count();
  await read(bo, chapters[0] ?? '');
  const after = await count();
  expect(after?.rows).toBe(20_000);
  expect(Date.parse(after?.oldest ?? '') - Date.parse(before?.oldest ?? '')).toBe(minute);
  await deleteOldest(site.ctx.db, bo.id, 3);
  expect((await history(bo)).data[0]?.chapterCount).toBe(3);
  expect((await history(bo)).data[0]?.chapters[0]?._id).toBe(chapters[0]);
});
