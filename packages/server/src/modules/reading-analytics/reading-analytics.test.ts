import { listAchievements } from '@inkling/contract/achievements';
import * as library from '@inkling/contract/library';
import * as calls from '@inkling/contract/reading-analytics';
import { endSession, startSession, syncSession, trackSession } from '@inkling/contract/reading-sessions';
import { updatePreferences, updateProfile } from '@inkling/contract/users';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { day, hour, minute, second } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { computeReadingMeans } from './reading-analytics.service.ts';

const site = testApp();
const write = writing(site);

const figuresOf = async (who: Person) => (await site.as(who).call(calls.getReaderAnalytics, {})).body.data;
const insightsOf = async (who: Person) => (await site.as(who).call(calls.getReadingInsights, {})).body.data;
const rangeOf = async (who: Person, from: string, to: string) =>
  (await site.as(who).call(calls.getReadingRange, { query: { from, to } })).body.data;
const prefer = (who: Person, body: { isMeasured?: boolean; hidesRewards?: boolean }) =>
  site.as(who).call(updatePreferences, { body });

const dateOf = (ago: number) => new Date(site.clock.now().getTime() - ago * day).toISOString().slice(0, 10);

/** A day so many days ago, as sessions and saved progress leave it. */
async function readDay(who: Person, ago: number, { minutes = 0, words = 0, sessions = 1, chapters = 0 }) {
  const date = dateOf(ago);
  if (words > 0)
    await sql`insert into reading_days (user_id, day, words, chapters) values (${who.id}, ${date}, ${words}, ${chapters})`.execute(
      site.ctx.db,
    );
  if (minutes > 0)
    await sql`insert into reading_session_days (user_id, day, seconds, sessions, last_at)
      values (${who.id}, ${date}, ${minutes * 60}, ${sessions}, ${site.clock.now()})`.execute(site.ctx.db);
}

/** An ended session in which a chapter of so many words was finished, unless there are none. */
const addSession = (who: Person, startedAt: Date, seconds: number, words = 0) =>
  sql`insert into reading_sessions (user_id, story_id, chapter_id, device, day, started_at, last_sync_at, credited_until,
      ended_at, seconds, words)
    values (${who.id}, uuidv7(), uuidv7(), 'desktop', ${startedAt.toISOString().slice(0, 10)}, ${startedAt}, ${startedAt},
      ${startedAt}, ${startedAt}, ${seconds}, ${words})`.execute(site.ctx.db);

const addBook = (who: Person, caughtUpAt: Date, status = 'completed', lastReadAt = caughtUpAt) =>
  sql`insert into library_entries (user_id, story_id, status, created_at, last_read_at, caught_up_at)
    values (${who.id}, uuidv7(), ${status}, ${caughtUpAt}, ${lastReadAt}, ${caughtUpAt})`.execute(
    site.ctx.db,
  );

const reading = (story: string, chapter: string) => ({
  storyId: story,
  chapterId: chapter,
  deviceType: 'desktop' as const,
});
/** Reads a chapter to its end in a session of so many seconds. */
async function readChapter(who: Person, story: string, chapter: string, seconds = 120) {
  const body = reading(story, chapter);
  await site.as(who).call(startSession, { body });
  for (let passed = 0; passed < seconds; passed += 60) {
    site.clock.advance(minute);
    await site.as(who).call(syncSession, { body: { ...body, additionalDuration: 60 } });
  }
  await site.as(who).call(library.saveChapterProgress, { params: { id: chapter }, body: { progress: 100 } });
  await site.as(who).call(endSession, { body: { ...body, endProgress: 100 } });
}

beforeEach(() => {
  site.clock.set(new Date('2026-06-17T12:00:00Z'));
});

describe('the figures', () => {
  test('are empty for a newcomer, and nothing is made up', async () => {
    const figures = await figuresOf(await site.person());
    expect(figures).toMatchObject({
      hasReadingActivity: false,
      totalBooksRead: 0,
      totalMinutesRead: 0,
      readingStreak: 0,
      longestStreak: 0,
      readingHabits: {
        favoriteGenres: [],
        preferredReadingTime: null,
        averageSessionLength: null,
        daysActive: null,
      },
      achievements: { completed: 0, inProgress: 0 },
      comparisonToAverage: { readingSpeed: null, booksCompleted: null, consistency: null },
      goal: { minutesADay: null, booksAYear: null, minutesToday: 0, booksThisYear: 0 },
      firstDay: null,
    });
  });

  test('equal a known year of reading', async () => {
    const ana = await site.person();
    // Every third day of a year; before the first measured day, 100 days ago, only words are known.
    const expected = { minutes: 0, estimated: 0, words: 0 };
    const days = Array.from({ length: 122 }, (_, index) => index * 3);
    for (const ago of days) {
      const [words, minutes] = [1000 + ago, ago < 100 ? 10 + (ago % 7) : 0];
      await readDay(ana, ago, { words, minutes });
      if (ago <= 99) expected.minutes += minutes;
      else expected.estimated += words;
    }
    for (const ago of [3, 40, 200]) await addBook(ana, new Date(site.clock.now().getTime() - ago * day));
    await addBook(ana, site.clock.now(), 'reading');
    const estimated = Math.round(expected.estimated / 200);
    const figures = await figuresOf(ana);
    expect(figures).toMatchObject({
      hasReadingActivity: true,
      totalBooksRead: 3,
      totalMinutesRead: expected.minutes + estimated,
      estimatedMinutes: estimated,
      readingHabits: { daysActive: 2.5 },
      goal: { minutesToday: 10, booksThisYear: 2 },
      firstDay: dateOf(363),
    });
    const year = await rangeOf(ana, dateOf(365), dateOf(0));
    expect(year.days).toHaveLength(122);
    expect(year.totals).toMatchObject({
      words: days.reduce((sum, ago) => sum + 1000 + ago, 0),
      activeDays: 122,
      sessions: 34,
      books: 3,
    });
    expect(year.days[0]).toMatchObject({ date: dateOf(363), isEstimated: true, minutes: 7 });
    const { body } = await site.as(ana).call(calls.exportReadingDays, {});
    const text = await (body as unknown as Blob).text();
    const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows).toHaveLength(122);
    expect(rows.at(-1)).toEqual({
      Day: dateOf(0),
      Minutes: '10',
      Estimated: 'no',
      Sessions: '1',
      Words: '1000',
      'Chapters finished': '0',
    });
    // Of others, nothing.
    expect((await rangeOf(await site.person(), dateOf(365), dateOf(0))).days).toEqual([]);
  });

  test('have no achievements while rewards are switched off', async () => {
    const [bo, eva] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(eva, { chapters: 1 });
    await readChapter(bo, story._id, chapters[0]?._id ?? '', 120);
    const all = (await site.as(bo).call(listAchievements, {})).body.data;
    const { achievements } = await figuresOf(bo);
    expect(achievements?.completed).toBe(all.filter(({ isCompleted }) => isCompleted).length);
    expect(achievements?.inProgress).toBeGreaterThan(0);
    const { title, progress } = achievements?.nextMilestone ?? { title: '', progress: 0 };
    const next = all.find(({ name, isCompleted }) => name === title && !isCompleted);
    expect(progress).toBe(Math.floor((100 * (next?.progress ?? 0)) / (next?.target ?? 1)));
    await prefer(bo, { hidesRewards: true });
    expect((await figuresOf(bo)).achievements).toBeNull();
  });

  test.each([
    // The same moments are another part of the day elsewhere, also in a zone of three quarters of an hour.
    ['UTC', '2026-06-10T11:50:00Z', 'Morning'],
    ['Asia/Kathmandu', '2026-06-10T11:50:00Z', 'Evening'],
    ['Asia/Kathmandu', '2026-06-10T11:10:00Z', 'Afternoon'],
    ['America/New_York', '2026-06-10T02:00:00Z', 'Night'],
    // New York is five hours behind in winter and four in summer.
    ['America/New_York', '2026-11-02T21:30:00Z', 'Afternoon'],
    ['America/New_York', '2026-10-30T21:30:00Z', 'Evening'],
  ])('tell the preferred time in %s at %s', async (timeZone, at, part) => {
    site.clock.set(new Date(new Date(at).getTime() + 3 * day));
    const cy = await site.person();
    await site.as(cy).call(updateProfile, { body: { timeZone } });
    // The new zone begins with the next day.
    site.clock.advance(day);
    await addSession(cy, new Date(at), 600);
    await addSession(cy, new Date(new Date(at).getTime() + 9 * 60 * minute), 300);
    expect((await figuresOf(cy)).readingHabits).toMatchObject({
      preferredReadingTime: part,
      averageSessionLength: 8,
    });
  });
});

describe('the last seven days', () => {
  test('are drawn with today last, and compare the speed with the week before', async () => {
    const di = await site.person();
    const at = (ago: number) => new Date(site.clock.now().getTime() - ago * day);
    await readDay(di, 0, { minutes: 5, sessions: 2, words: 100 });
    await readDay(di, 6, { minutes: 20, sessions: 3 });
    await readDay(di, 7, { minutes: 90, sessions: 9 });
    await addSession(di, at(1), 300, 1000);
    await addSession(di, at(6), 300, 1400);
    await addSession(di, at(8), 600, 2000);
    // Without a finished chapter, time says nothing about speed.
    await addSession(di, at(9), 3000);
    const insights = await insightsOf(di);
    expect(insights).toMatchObject({
      totalMinutes: 25,
      totalSessions: 5,
      activeDays: 2,
      readingSpeed: 240,
      readingSpeedInsights: { speedCategory: 'Steady', improvement: 20 },
      completionRate: null,
    });
    // 17 June 2026 is a Wednesday.
    expect(insights.dailyHabits.map((one) => [one.day, one.minutes])).toEqual([
      ['Thu', 20],
      ['Fri', 0],
      ['Sat', 0],
      ['Sun', 0],
      ['Mon', 0],
      ['Tue', 0],
      ['Wed', 5],
    ]);
  });

  test('have no speed and no change without a finished chapter', async () => {
    const ed = await site.person();
    await addSession(ed, site.clock.now(), 300);
    expect(await insightsOf(ed)).toMatchObject({
      readingSpeed: null,
      readingSpeedInsights: { speedCategory: 'No Data', improvement: null },
    });
    await addSession(ed, site.clock.now(), 300, 1000);
    expect(await insightsOf(ed)).toMatchObject({
      readingSpeed: 200,
      readingSpeedInsights: { speedCategory: 'Steady', improvement: null },
    });
    await addBook(ed, site.clock.now());
    await addBook(ed, site.clock.now(), 'reading');
    expect((await insightsOf(ed)).completionRate).toBe(50);
  });

  test('follow the reader’s days over a change of the clocks', async () => {
    const [fay, gil] = [await site.person(), await site.person()];
    await site.as(fay).call(updateProfile, { body: { timeZone: 'Europe/Berlin' } });
    // On 29 March clocks are set forward: the day has 23 hours.
    site.clock.set(new Date('2026-03-29T21:40:00Z'));
    const { story, chapters } = await write.published(gil, { chapters: 1 });
    await readChapter(fay, story._id, chapters[0]?._id ?? '', 600);
    site.clock.set(new Date('2026-03-29T22:30:00Z'));
    const { dailyHabits } = await insightsOf(fay);
    expect(dailyHabits.map(({ date }) => date).slice(-2)).toEqual(['2026-03-29', '2026-03-30']);
    expect(dailyHabits.map(({ minutes }) => minutes).slice(-2)).toEqual([10, 0]);
  });
});

describe('a range of days', () => {
  test('ends after it begins and has at most two years', async () => {
    const hal = await site.person();
    const get = (from: string, to: string) =>
      site.as(hal).call(calls.getReadingRange, { query: { from, to } });
    expect((await get('2024-01-01', '2025-12-31')).status).toBe(200);
    const long = await get('2024-01-01', '2026-01-01');
    expect(long.status).toBe(400);
    expect(long.failure.message).toContain('at most two years');
    expect((await get('2024-01-02', '2024-01-01')).status).toBe(400);
    expect((await get('2024-02-30', '2024-03-01')).status).toBe(400);
  });
});

describe('the comparison', () => {
  test('begins with 50 readers, of whom each counts once', async () => {
    const me = await site.person();
    await readDay(me, 1, { minutes: 30, words: 500 });
    await readDay(me, 2, { minutes: 30, words: 500 });
    await addSession(me, site.clock.now(), 300, 1000);
    await addBook(me, site.clock.now());
    const add = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const other = await site.person();
        await readDay(other, 3, { minutes: 10, words: 500 });
        await addSession(other, site.clock.now(), 600, 1000);
        await addBook(other, site.clock.now());
        await addBook(other, site.clock.now());
      }
    };
    await sql`update users set is_measured = false where id <> ${me.id}`.execute(site.ctx.db);
    await add(48);
    await computeReadingMeans(site.ctx);
    const nothing = { readingSpeed: null, booksCompleted: null, consistency: null };
    expect((await figuresOf(me)).comparisonToAverage).toEqual(nothing);
    await add(1);
    expect((await figuresOf(me)).comparisonToAverage).toEqual(nothing);
    await computeReadingMeans(site.ctx);
    // Means: 49 readers at 100 words a minute and one at 200; 49 with two books and one with one; likewise the days.
    expect((await figuresOf(me)).comparisonToAverage).toEqual({
      readingSpeed: Math.round((100 * (200 - 102)) / 102),
      booksCompleted: Math.round((100 * (1 - 1.98)) / 1.98),
      consistency: Math.round((100 * (2 - 1.02)) / 1.02),
    });
    expect((await figuresOf(await site.person())).comparisonToAverage).toMatchObject({
      readingSpeed: null,
      consistency: null,
    });
  });
});

describe('goals', () => {
  test('are set and removed one by one', async () => {
    const ida = await site.person();
    const set = (minutesADay: number | null, booksAYear: number | null) =>
      site.as(ida).call(calls.setReadingGoal, { body: { minutesADay, booksAYear } });
    await readDay(ida, 0, { minutes: 12 });
    await addBook(ida, new Date('2026-01-01T00:00:00Z'));
    await addBook(ida, new Date('2025-12-31T23:59:59Z'));
    // Imported this year, and read before.
    await addBook(ida, new Date('2026-01-02T00:00:00Z'), 'completed', new Date('2019-05-06T12:00:00Z'));
    await set(20, null);
    await set(30, 12);
    expect((await figuresOf(ida)).goal).toEqual({
      minutesADay: 30,
      booksAYear: 12,
      minutesToday: 12,
      booksThisYear: 1,
    });
    await set(null, 12);
    expect((await figuresOf(ida)).goal).toMatchObject({ minutesADay: null, booksAYear: 12 });
    for (const wrong of [0, -1, 1.5, 1441]) expect((await set(wrong, null)).status, `${wrong}`).toBe(400);
  });
});

describe('the switch', () => {
  /** What is stored of a reader. */
  const stored = async (who: Person) => {
    const { rows } = await sql<{ sessions: number; totals: number; days: number; words: number }>`
      select (select count(*) from reading_sessions where user_id = ${who.id}) as sessions,
        (select count(*) from reading_session_totals where user_id = ${who.id}) as totals,
        (select count(*) from reading_session_days where user_id = ${who.id}) as days,
        (select coalesce(sum(words), 0) from reading_days where user_id = ${who.id}) as words`.execute(
      site.ctx.db,
    );
    return rows[0];
  };

  test('leaves nothing of a session but its words once it is off', async () => {
    const [jo, kim] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(kim, { chapters: 3 });
    const ids = chapters.map(({ _id }) => _id);
    await prefer(jo, { isMeasured: false });
    await readChapter(jo, story._id, ids[0] ?? '');
    const first = await stored(jo);
    expect(first).toMatchObject({ sessions: 0, totals: 0, days: 0 });
    expect(first?.words).toBeGreaterThan(0);
    // One that was made offline.
    site.clock.advance(hour);
    const tracked = await site.as(jo).call(trackSession, {
      body: {
        ...reading(story._id, ids[1] ?? ''),
        startedAt: new Date(site.clock.now().getTime() - 10 * minute).toISOString(),
        additionalDuration: 300,
        endProgress: 100,
      },
    });
    expect(tracked.body.data.seconds).toBe(0);
    await site
      .as(jo)
      .call(library.saveChapterProgress, { params: { id: ids[1] ?? '' }, body: { progress: 100 } });
    const later = await stored(jo);
    expect(later).toMatchObject({ sessions: 0, totals: 0, days: 0 });
    expect(later?.words).toBeGreaterThan(first?.words ?? 0);
    await prefer(jo, { isMeasured: true });
    await readChapter(jo, story._id, ids[2] ?? '');
    expect(await stored(jo)).toMatchObject({ sessions: 1, totals: 1, days: 1 });
  });

  test('takes effect at once, also in a session that is running', async () => {
    const [lea, max] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(max, { chapters: 1 });
    const body = reading(story._id, chapters[0]?._id ?? '');
    await site.as(lea).call(startSession, { body });
    const sync = async () => {
      site.clock.advance(30 * second);
      await site.as(lea).call(syncSession, { body: { ...body, additionalDuration: 30 } });
    };
    await sync();
    await prefer(lea, { isMeasured: false });
    await sync();
    await site.as(lea).call(endSession, { body });
    expect(await stored(lea)).toMatchObject({ sessions: 0, totals: 0, days: 1 });
    expect((await insightsOf(lea)).totalMinutes).toBe(1);
  });

  test('erasing leaves words, books and goals, and nothing of others', async () => {
    const [nia, oz, pam] = [await site.person(), await site.person(), await site.person()];
    const { story, chapters } = await write.published(pam, { chapters: 1 });
    for (const who of [nia, oz]) await readChapter(who, story._id, chapters[0]?._id ?? '');
    const before = await figuresOf(nia);
    expect(before).toMatchObject({ totalMinutesRead: 2, estimatedMinutes: 0 });
    await site.as(nia).call(startSession, { body: reading(story._id, chapters[0]?._id ?? '') });
    expect((await site.as(nia).call(calls.eraseReadingTimes, {})).status).toBe(200);
    const words = (await stored(oz))?.words;
    expect(await stored(nia)).toEqual({ sessions: 0, totals: 0, days: 0, words });
    expect(await stored(oz)).toMatchObject({ sessions: 1, totals: 1, days: 1 });
    const after = await figuresOf(nia);
    expect(after).toMatchObject({ totalBooksRead: before.totalBooksRead, readingStreak: 1 });
    expect(after.totalMinutesRead).toBe(after.estimatedMinutes);
    await site.as(nia).call(calls.eraseReadingTimes, {});
  });
});
