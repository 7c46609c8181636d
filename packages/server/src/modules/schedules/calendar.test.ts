import { deleteChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/schedules';
import { updateProfile } from '@inkling/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

let author: Person;
let story: string;
beforeEach(async () => {
  author = await site.person();
  story = (await write.published(author, { title: 'The Lamp', chapters: 1 })).story._id;
});

const draft = async (title: string, of = story) =>
  (await write.chapter(author, of, { title, isPublished: false }))._id;
const schedule = (id: string, date: string, time: string, timeZone = 'UTC') =>
  site.as(author).call(calls.scheduleChapter, { params: { id }, body: { date, time, timeZone } });
const calendar = async (month?: string, who = author) =>
  (await site.as(who).call(calls.getCalendar, { query: month === undefined ? {} : { month } })).body.data;
const shown = async (month?: string, who = author) =>
  (await calendar(month, who)).entries.map(
    ({ local, chapter, story, state }) =>
      `${local.date} ${local.time} ${chapter.title} (${story.title}): ${state}`,
  );

test('an author sees what was published and is scheduled in all of their stories, by time', async () => {
  const other = (await write.published(author, { title: 'The Harbor' })).story._id;
  await schedule(await draft('Second'), '2031-05-20', '18:00');
  await schedule(await draft('First', other), '2031-05-03', '09:30');
  await schedule(await draft('Next month'), '2031-06-01', '00:00');
  expect(await shown('2031-05')).toEqual([
    '2031-05-03 09:30 First (The Harbor): scheduled',
    '2031-05-20 18:00 Second (The Lamp): scheduled',
  ]);
  const now = await calendar();
  expect(now.month).toBe(site.clock.now().toISOString().slice(0, 7));
  expect(now.entries.map(({ state, chapter }) => [state, chapter.title])).toEqual([
    ['published', 'Chapter 1'],
    ['published', 'Chapter 1'],
  ]);
  expect(await shown('2031-05', await site.person())).toEqual([]);
});

test('days and months are those of the author’s time zone', async () => {
  await schedule(await draft('Late'), '2031-05-31', '23:30');
  await site.as(author).call(updateProfile, { body: { timeZone: 'Asia/Tokyo' } });
  // Until then days are those of the earlier zone.
  site.clock.advance(2 * day);
  expect([await shown('2031-05'), await shown('2031-06')]).toEqual([
    [],
    ['2031-06-01 08:30 Late (The Lamp): scheduled'],
  ]);
});

test('paused schedules and those with a problem say so; deleted chapters are left out', async () => {
  const [paused, deleted] = [await draft('Paused'), await draft('Deleted')];
  await schedule(paused, '2031-05-03', '09:30');
  await schedule(deleted, '2031-05-04', '09:30');
  await site.as(author).call(calls.changeSchedules, { params: { id: story }, body: { action: 'pause' } });
  await site.as(author).call(deleteChapter, { params: { id: deleted } });
  expect((await calendar('2031-05')).entries).toMatchObject([
    { chapter: { _id: paused }, isPaused: true, hasProblem: false },
  ]);
});

test('a month lists at most five hundred chapters, and counts the rest', async () => {
  await sql`
    insert into chapters (id, story_id, position, title, word_count, created_at, updated_at)
    select uuidv7(), ${story}, 10 + n, 'Part ' || n, 0, now(), now() from generate_series(1, 501) n`.execute(
    site.ctx.db,
  );
  await sql`
    insert into chapter_schedules (story_id, chapter_id, publish_at, scheduled_at)
    select story_id, id, '2031-05-03 09:30Z', now() from chapters where story_id = ${story} and position > 10`.execute(
    site.ctx.db,
  );
  const { entries, total } = await calendar('2031-05');
  expect([entries.length, total]).toEqual([calls.maxCalendarEntries, 501]);
});
