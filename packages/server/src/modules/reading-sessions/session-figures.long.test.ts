import { getMe } from '@inkling/contract/account';
import { updateChapter } from '@inkling/contract/chapters';
import { getMyLibrary, saveChapterProgress } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { getMyProfile } from '@inkling/contract/profiles';
import { deleteHistory, deleteHistoryDay, listHistory } from '@inkling/contract/reading-history';
import * as calls from '@inkling/contract/reading-sessions';
import { updatePreferences, updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day, hour, minute, second } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { personalPart } from './personal-data.queries.ts';
import { deleteOldSessions, refreshAverages } from './reading-sessions.jobs.ts';

const site = testApp();
const write = writing(site);
const deviceType = 'desktop' as const;
const pass = (milliseconds: number) => site.clock.advance(milliseconds);
const ago = (milliseconds: number) => new Date(site.clock.now().getTime() - milliseconds);

interface Book {
  story: string;
  chapters: string[];
  author: Person;
}
/** A person who has had an account for a month. */
const oldReader = async (): Promise<Person> => {
  const person = await site.person();
  await sql`update users set created_at = ${ago(30 * day)} where id = ${person.id}`.execute(site.ctx.db);
  return person;
};
/** Chapters of 210 words, or of more as far as the database says. */
const publish = async (chapters = 1, words = 210): Promise<Book> => {
  const author = await site.person();
  const written = await write.published(author, { chapters });
  const before = ago(30 * day);
  await sql`
    update chapters set created_at = ${before}, published_at = ${before}, word_count = ${words}
    where story_id = ${written.story._id}`.execute(site.ctx.db);
  return { author, story: written.story._id, chapters: written.chapters.map(({ _id }) => _id) };
};

/** Reads a chapter for some seconds and ends the session. */
const read = async (who: Person, book: Book, seconds: number, { number = 1, endProgress = 100 } = {}) => {
  const body = { storyId: book.story, chapterId: book.chapters[number - 1] ?? '', deviceType };
  await site.as(who).call(calls.startSession, { body });
  for (let rest = seconds; rest > 60; rest -= 60) {
    pass(60 * second);
    await site.as(who).call(calls.syncSession, { body: { ...body, additionalDuration: 60 } });
  }
  const additionalDuration = seconds % 60 === 0 ? 60 : seconds % 60;
  pass(additionalDuration * second);
  await site.as(who).call(calls.endSession, { body: { ...body, additionalDuration, endProgress } });
};
const track = (who: Person, book: Book, startedAt: Date, duration: number, more: object = {}) =>
  site.as(who).call(calls.trackSession, {
    body: {
      _id: newId(startedAt.getTime()),
      storyId: book.story,
      chapterId: book.chapters[0] ?? '',
      deviceType,
      startedAt: startedAt.toISOString(),
      additionalDuration: duration,
      ...more,
    },
  });
const statsOf = async (who: Person, query = {}) =>
  (await site.as(who).call(calls.getSessionStats, { query })).body.data;
const sessionsOf = async (who: Person, { story }: Book) =>
  (await site.as(who).call(calls.listStorySessions, { params: { storyId: story } })).body.data.sessions;
const analyticsOf = async (who: Person) => (await site.as(who).call(getMyProfile, {})).body.data.analytics;

describe('POST /analytics/track/reading-session', () => {
  test('records a session that was made offline, once for its id, also when sent 20 times at once', async () => {
    const [ana, book] = [await oldReader(), await publish()];
    const _id = newId(site.clock.now().getTime());
    const startedAt = ago(hour);
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => track(ana, book, startedAt, 600, { _id, endProgress: 100 })),
    );
    expect(sent.map(({ body }) => body.data)).toEqual(sent.map(() => ({ _id, seconds: 600 })));
    expect(await statsOf(ana)).toMatchObject({ sessions: 1, seconds: 600, wordsRead: 210 });
    expect(await sessionsOf(ana, book)).toMatchObject([{ _id, seconds: 600, endProgress: 100 }]);
  });

  test('credits at most three slow readings of a chapter a day, by claims and reports together [R46]', async () => {
    const [eve, book] = [await oldReader(), await publish()];
    // Six calls, as if the chapter of 210 words had been read around the clock.
    for (let days = 6; days > 0; days -= 1) {
      const { data } = (await track(eve, book, ago(days * day), 24 * 3600)).body;
      expect(data.seconds).toBe(days % 2 === 0 ? 630 : 0);
    }
    site.clock.advance(2 * day);
    await track(eve, book, ago(hour), 600);
    await read(eve, book, 60);
    expect((await track(eve, book, ago(2 * hour), 600)).body.data.seconds).toBe(0);
    expect(await statsOf(eve)).toMatchObject({ seconds: 4 * 630 });
  });

  test('takes the session payload alone, as a session that has just ended', async () => {
    const [ada, book] = [await oldReader(), await publish()];
    const payload = {
      storyId: book.story,
      chapterId: book.chapters[0] ?? '',
      deviceType,
      userAgent: 'Lamp/1.0',
    };
    const body = { ...payload, currentProgress: 40, additionalDuration: 30, endProgress: 50 };
    const { data } = (await site.as(ada).call(calls.trackSession, { body })).body;
    expect(data.seconds).toBe(30);
    expect(await sessionsOf(ada, book)).toMatchObject([{ _id: data._id, seconds: 30, endProgress: 50 }]);
    expect((await site.as(ada).call(calls.trackSession, { body: payload })).body.data.seconds).toBe(0);
  });

  test('counts at most the time since it began, and nothing twice [R46]', async () => {
    const [ben, book] = [await oldReader(), await publish(1, 100_000)];
    expect((await track(ben, book, ago(10 * minute), 3600)).body.data.seconds).toBe(600);
    // Five minutes before that one are new.
    expect((await track(ben, book, ago(15 * minute), 900)).body.data.seconds).toBe(300);
    expect((await track(ben, book, ago(15 * minute), 900)).body.data.seconds).toBe(0);
    expect(await statsOf(ben)).toMatchObject({ seconds: 900, sessions: 2 });
    // Of a session that is running now, the moments just recorded are not counted again.
    await read(ben, book, 10);
    expect((await statsOf(ben)).seconds).toBe(910);
    expect((await track(ben, book, ago(20 * second), 20)).body.data.seconds).toBeLessThanOrEqual(10);
  });

  test('refuses what is too old, in the future, or of a chapter that can’t be read any more', async () => {
    const [cleo, book] = [await oldReader(), await publish(1, 100_000)];
    expect((await track(cleo, book, ago(8 * day), 60)).failure.code).toBe('BAD_INPUT');
    expect((await track(cleo, book, ago(-hour), 60)).failure.errors?.[0]?.path).toBe('startedAt');
    expect((await track(cleo, book, ago(hour), -1)).status).toBe(400);
    await site
      .as(book.author)
      .call(updateChapter, { params: { id: book.chapters[0] ?? '' }, body: { isPublished: false } });
    expect((await track(cleo, book, ago(hour), 60)).status).toBe(404);
  });

  test('counts at most four hours of a day in the reader’s time zone, however many claims and chapters; live time comes on top [R69]', async () => {
    const [dan, book] = [await oldReader(), await publish(6, 100_000)];
    await site.as(dan).call(updateProfile, { body: { timeZone: 'Asia/Tokyo' } });
    pass(2 * day);
    const creditOf = async (startedAt: Date, duration: number, number: number) => {
      const more = { chapterId: book.chapters[number] };
      return (await track(dan, book, startedAt, duration, more)).body.data.seconds;
    };
    // A day in Tokyo begins at 15:00 UTC.
    const begin = new Date(
      `${ago(3 * day)
        .toISOString()
        .slice(0, 10)}T15:00:00Z`,
    ).getTime();
    const at = (hours: number) => new Date(begin + hours * hour);
    expect(await creditOf(at(0), 3 * 3600, 0)).toBe(3 * 3600);
    expect(await creditOf(at(10), 2 * 3600, 1)).toBe(3600);
    expect(await creditOf(at(5), 3600, 2)).toBe(0);
    expect(await creditOf(at(-3), 3600, 3)).toBe(3600);
    expect(await creditOf(at(24), 86_400, 4)).toBe(4 * 3600);
    const { seconds } = await statsOf(dan);
    await read(dan, book, 60, { number: 6 });
    expect((await statsOf(dan)).seconds).toBe(seconds + 60);
  });

  test('counts no time before the account and the published chapter were there [R46]', async () => {
    const [eli, book] = [await site.person(), await publish(1, 100_000)];
    pass(2 * minute);
    expect((await track(eli, book, ago(3 * day), 86_400)).body.data.seconds).toBe(0);
    expect((await track(eli, book, ago(day), 86_400)).body.data.seconds).toBeCloseTo(120, 0);
    const [session] = await sessionsOf(eli, book);
    expect(new Date(session?.startedAt ?? 0).getTime()).toBeGreaterThan(ago(3 * minute).getTime());
    const [fay, later] = [await oldReader(), await publish()];
    await site.ctx.db
      .updateTable('chapters')
      .set({ published_at: ago(minute) })
      .where('story_id', '=', later.story)
      .execute();
    expect((await track(fay, later, ago(hour), 3600)).body.data.seconds).toBe(60);
    // It was published elsewhere before it was imported.
    const [gil, imported] = [await oldReader(), await publish()];
    await sql`update chapters set created_at = ${ago(minute)} where story_id = ${imported.story}`.execute(
      site.ctx.db,
    );
    expect((await track(gil, imported, ago(hour), 3600)).body.data.seconds).toBe(60);
  });
});

describe('GET /reacting-sessions/stats', () => {
  test('has the totals of everything, a story and a chapter', async () => {
    const [eva, one, two] = [await site.person(), await publish(2), await publish()];
    await read(eva, one, 120);
    await read(eva, one, 60, { number: 2 });
    await read(eva, two, 30, { endProgress: 40 });
    expect(await statsOf(eva)).toEqual({
      sessions: 3,
      seconds: 210,
      averageSeconds: 70,
      lastReadAt: site.clock.now().toISOString(),
      chaptersFinished: 2,
      wordsRead: 420,
    });
    expect(await statsOf(eva, { storyId: one.story })).toMatchObject({ sessions: 2, seconds: 180 });
    expect(await statsOf(eva, { storyId: one.story, chapterId: one.chapters[1] })).toMatchObject({
      seconds: 60,
    });
    expect(await statsOf(await site.person())).toMatchObject({ sessions: 0, seconds: 0, lastReadAt: null });
  });
});

describe('GET /reacting-sessions/user-story/{storyId}', () => {
  test('lists the reader’s own sessions, the latest first, without titles of what is gone', async () => {
    const [fay, other, book] = [await site.person(), await site.person(), await publish(2)];
    await read(fay, book, 60);
    await read(fay, book, 30, { number: 2 });
    await read(other, book, 30);
    expect(await sessionsOf(fay, book)).toMatchObject([
      { seconds: 30, chapter: { chapterNumber: 2, title: 'Chapter 2' } },
      { seconds: 60, chapter: { chapterNumber: 1 } },
    ]);
    await site
      .as(book.author)
      .call(updateChapter, { params: { id: book.chapters[1] ?? '' }, body: { isPublished: false } });
    expect((await sessionsOf(fay, book)).map(({ chapter }) => chapter?.title)).toEqual([
      undefined,
      'Chapter 1',
    ]);
  });
});

describe('GET /reacting-sessions/quality-metrics', () => {
  test('has speed, long sessions, chapters per session and the longest session', async () => {
    const [gil, book] = [await site.person(), await publish(2)];
    const metrics = async () =>
      (await site.as(gil).call(calls.getQualityMetrics, {})).body.data.qualityMetrics;
    expect(await metrics()).toEqual({
      sessions: 0,
      wordsPerMinute: null,
      longSessionShare: null,
      chaptersPerSession: null,
      longestSeconds: 0,
      averageSeconds: 0,
    });
    await read(gil, book, 60, { endProgress: 50 });
    await read(gil, book, 60);
    await read(gil, book, 360, { number: 2, endProgress: 10 });
    expect(await metrics()).toEqual({
      sessions: 3,
      wordsPerMinute: 105,
      longSessionShare: 33,
      chaptersPerSession: 0.33,
      longestSeconds: 360,
      averageSeconds: 160,
    });
  });
});

describe('GET /reacting-sessions/average-time/{storyId}', () => {
  const averageOf = async (book: Book, chapterId?: string, who: Person | null = null) => {
    await site.runEvents();
    await refreshAverages(site.ctx);
    const input = { params: { storyId: book.story }, query: { ...(chapterId && { chapterId }) } };
    return (await site.as(who).call(calls.getAverageTime, input)).body.data;
  };
  const unknown = { averageMinutes: null, readers: null };

  test('is the mean of readers who finished, and unknown for fewer than five, without the author', async () => {
    const book = await publish(2);
    const readers = await Promise.all(Array.from({ length: 5 }, () => site.person()));
    await read(book.author, book, 1800);
    for (const [index, reader] of readers.entries()) {
      expect(await averageOf(book, book.chapters[0])).toEqual(unknown);
      await read(reader, book, 60 * (index + 1));
    }
    expect(await averageOf(book, book.chapters[0])).toEqual({ averageMinutes: 3, readers: 5 });
    expect(await averageOf(book)).toEqual(unknown);
    for (const reader of readers) await read(reader, book, 60, { number: 2 });
    expect(await averageOf(book)).toEqual({ averageMinutes: 4, readers: 5 });
  });

  test('follows what is published and withdrawn, and readers who delete their history or account', async () => {
    const book = await publish(2);
    const readers = await Promise.all(Array.from({ length: 7 }, () => site.person()));
    for (const [index, reader] of readers.entries()) {
      await read(reader, book, 60 * (index + 1));
      await read(reader, book, 60, { number: 2 });
    }
    expect(await averageOf(book)).toEqual({ averageMinutes: 5, readers: 7 });
    const show = (isPublished: boolean) =>
      site
        .as(book.author)
        .call(updateChapter, { params: { id: book.chapters[1] ?? '' }, body: { isPublished } });
    await show(false);
    expect(await averageOf(book)).toEqual({ averageMinutes: 4, readers: 7 });
    await show(true);
    expect(await averageOf(book)).toEqual({ averageMinutes: 5, readers: 7 });
    const [first, second, third] = readers as [Person, Person, Person];
    const extra = await write.chapter(book.author, book.story);
    expect(await averageOf(book)).toEqual(unknown);
    // The number of published chapters is the same as before.
    await site
      .as(book.author)
      .call(updateChapter, { params: { id: extra._id }, body: { isPublished: false } });
    expect(await averageOf(book)).toEqual({ averageMinutes: 5, readers: 7 });
    await show(false);
    await site
      .as(book.author)
      .call(updateChapter, { params: { id: extra._id }, body: { isPublished: true } });
    expect(await averageOf(book)).toEqual(unknown);
    await site
      .as(book.author)
      .call(updateChapter, { params: { id: extra._id }, body: { isPublished: false } });
    await show(true);
    await site.as(first).call(deleteHistory, {});
    expect(await averageOf(book)).toEqual({ averageMinutes: 6, readers: 6 });
    await site
      .as(second)
      .call(deleteHistoryDay, { params: { day: site.clock.now().toISOString().slice(0, 10) } });
    expect(await averageOf(book)).toEqual({ averageMinutes: 6, readers: 5 });
    await transaction(site.ctx.db, async (tx) => {
      await personalPart.forget?.(site.ctx, tx, { id: third.id, names: [], ownEmail: null });
    });
    expect(await averageOf(book)).toEqual(unknown);
  });

  test('is of no chapter or story that the viewer can’t open', async () => {
    const book = await publish(2);
    const other = await publish();
    const draft = await write.draft(book.author);
    const statusOf = async (storyId: string, chapterId?: string, who: Person | null = null) =>
      (
        await site
          .as(who)
          .call(calls.getAverageTime, { params: { storyId }, query: { ...(chapterId && { chapterId }) } })
      ).status;
    expect(await statusOf(draft._id)).toBe(404);
    expect(await statusOf(draft._id, undefined, book.author)).toBe(200);
    expect(await statusOf(book.story, other.chapters[0])).toBe(404);
    await site
      .as(book.author)
      .call(updateChapter, { params: { id: book.chapters[1] ?? '' }, body: { isPublished: false } });
    expect(await statusOf(book.story, book.chapters[1])).toBe(404);
  });
});

describe('the reading history', () => {
  test('shows the time of each story and day, and so does the library', async () => {
    const [hal, book] = [await site.person(), await publish()];
    await site
      .as(hal)
      .call(saveChapterProgress, { params: { id: book.chapters[0] ?? '' }, body: { progress: 40 } });
    const entry = async () => (await site.as(hal).call(getMyLibrary, {})).body.data[0];
    expect((await entry())?.secondsRead).toBe(0);
    await read(hal, book, 90);
    expect((await entry())?.secondsRead).toBe(90);
    expect((await site.as(hal).call(listHistory, {})).body.data).toMatchObject([{ secondsRead: 90 }]);
  });

  test('that is deleted takes the sessions with it, and leaves the time of the day', async () => {
    const [ida, book] = [await site.person(), await publish(2)];
    await read(ida, book, 60);
    const today = site.clock.now().toISOString().slice(0, 10);
    pass(day);
    await read(ida, book, 120, { number: 2 });
    await site.as(ida).call(deleteHistoryDay, { params: { day: today } });
    await site.runEvents();
    expect(await sessionsOf(ida, book)).toMatchObject([{ seconds: 120 }]);
    expect(await statsOf(ida, { storyId: book.story })).toMatchObject({ seconds: 120, wordsRead: 210 });
    await site.as(ida).call(deleteHistory, {});
    await site.runEvents();
    expect(await sessionsOf(ida, book)).toEqual([]);
    expect(await statsOf(ida, { storyId: book.story })).toMatchObject({ seconds: 0, sessions: 0 });
    expect(await statsOf(ida)).toMatchObject({ seconds: 180, sessions: 2 });
  });

  test('that is switched off keeps only the time of the day, and a session sent again still counts once', async () => {
    const [jo, book] = [await oldReader(), await publish()];
    await site.as(jo).call(updatePreferences, { body: { keepsHistory: false } });
    await read(jo, book, 60);
    const _id = newId(site.clock.now().getTime());
    const startedAt = ago(hour);
    for (let sent = 0; sent < 2; sent += 1) await track(jo, book, startedAt, 60, { _id, endProgress: 100 });
    expect(await sessionsOf(jo, book)).toEqual([]);
    expect(await statsOf(jo, { storyId: book.story })).toMatchObject({ seconds: 0 });
    expect(await statsOf(jo)).toMatchObject({ seconds: 120, wordsRead: 0 });
    const rows = await site.ctx.db
      .selectFrom('reading_sessions')
      .select(['story_id', 'chapter_id'])
      .where('user_id', '=', jo.id)
      .execute();
    expect(rows).toEqual([1, 2].map(() => ({ story_id: null, chapter_id: null })));
    const totals = site.ctx.db.selectFrom('reading_session_totals').selectAll().where('user_id', '=', jo.id);
    expect(await totals.execute()).toEqual([]);
  });
});

describe('minutes and streaks of the profile', () => {
  test('come from sessions, and are estimated for days before the first one', async () => {
    const [kit, book] = [await site.person(), await publish(2)];
    const save = (id: string | undefined) =>
      site.as(kit).call(saveChapterProgress, { params: { id: id ?? '' }, body: { progress: 100 } });
    await giveTime(site, kit, [book.story]);
    await save(book.chapters[0]);
    expect(await analyticsOf(kit)).toMatchObject({ totalMinutesRead: 1, estimatedMinutes: 1 });
    pass(day);
    await save(book.chapters[1]);
    await read(kit, book, 300, { number: 2 });
    const analytics = await analyticsOf(kit);
    expect(analytics).toMatchObject({ totalMinutesRead: 6, estimatedMinutes: 1, readingStreak: 2 });
    expect(analytics.dailyHabits.slice(-2)).toMatchObject([
      { minutes: 1, isEstimated: true },
      { minutes: 5, isEstimated: false },
    ]);
    // Reading the same again: no new words.
    pass(day);
    await read(kit, book, 60);
    expect(await analyticsOf(kit)).toMatchObject({ totalMinutesRead: 7, readingStreak: 3, activeDays: 3 });
    const { readingStats } = (await site.as(kit).call(getMe, {})).body.user;
    expect(readingStats).toMatchObject({ minutesRead: 7, readingStreak: 3 });
  });

  test('count an evening once, in whatever time zones it is read', async () => {
    const [mia, book] = [await site.person(), await publish()];
    const streak = async () => (await analyticsOf(mia)).readingStreak;
    for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
      await read(mia, book, 60);
      expect(await streak()).toBe(1);
      await site.as(mia).call(updateProfile, { body: { timeZone } });
    }
    await read(mia, book, 60);
    expect(await streak()).toBe(1);
    pass(day);
    await read(mia, book, 60);
    expect(await streak()).toBe(2);
  });
});

test('old sessions are deleted, and what they add up to stays', async () => {
  const [lea, book] = [await site.person(), await publish()];
  await read(lea, book, 60);
  pass(181 * day);
  site.clock.now();
  pass(2 * hour);
  await deleteOldSessions(site.ctx);
  const again = { ...lea };
  const rows = site.ctx.db.selectFrom('reading_sessions').select('id').where('user_id', '=', again.id);
  expect(await rows.execute()).toEqual([]);
  const totals = site.ctx.db
    .selectFrom('reading_session_totals')
    .select('seconds')
    .where('user_id', '=', lea.id);
  expect(await totals.execute()).toEqual([{ seconds: 60 }]);
});
