import * as chapterCalls from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/schedules';
import * as storyCalls from '@inkling/contract/stories';
import { restoreChapter } from '@inkling/contract/trash';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { day } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { secondApp } from '../../testing/more-apps.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { chapterPublished } from '../chapters/chapters.events.ts';
import { takeDownChapter } from '../chapters/index.ts';
import { takeDownStory } from '../stories/index.ts';
import { publishDue, schedulePublication } from './schedules.listeners.ts';

const site = testApp();
const write = writing(site);
const berlin = 'Europe/Berlin';

/** A published story with one published chapter and drafts that are named from 1. */
async function withDrafts(author: Person, count: number) {
  const { story, chapters } = await write.published(author);
  const drafts: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const more = { title: `Draft ${number}`, isPublished: false, content: textOf(210, `d${number}x`) };
    drafts.push((await write.chapter(author, story._id, more))._id);
  }
  return { story: story._id, published: chapters[0]?._id ?? '', drafts };
}

const schedule = (who: Person, id: string, date: string, time = '18:00', timeZone = berlin) =>
  site.as(who).call(calls.scheduleChapter, { params: { id }, body: { date, time, timeZone } });
const schedulesOf = async (who: Person, id: string) =>
  (await site.as(who).call(calls.listSchedules, { params: { id } })).body.data;
const publicTitles = async (storyId: string) =>
  (await site.as(null).call(chapterCalls.listChaptersOfStory, { params: { storyId } })).body.data.map(
    ({ title }) => title,
  );
const nextDate = async (who: Person | null, id: string) =>
  (await site.as(who).call(storyCalls.getPublicStory, { params: { id } })).body.data.nextChapterAt;
const isoDay = (offset: number) =>
  new Date(site.clock.now().getTime() + offset * day).toISOString().slice(0, 10);
/** Moves the clock to a moment in the future and runs the job of every minute. */
async function runAt(at: string): Promise<void> {
  site.clock.set(new Date(at));
  await runJobsNow(site.ctx, schedulePublication);
}

describe('a scheduled chapter', () => {
  test('is published at its time and not before, with events, and visitors see the date only', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 1);
    const [draft = ''] = drafts;
    const date = isoDay(2);
    expect((await schedule(ana, draft, date, '18:00', 'UTC')).body.data).toEqual({
      chapter: draft,
      publishAt: `${date}T18:00:00.000Z`,
      local: { date, time: '18:00' },
      problem: null,
      isPaused: false,
      announce: true,
    });
    expect(await nextDate(null, story)).toBe(`${date}T18:00:00.000Z`);
    const page = await site.app.http.inject(`/api/v1/stories/public/${story}`);
    expect(page.body).not.toContain('Draft 1');
    await runAt(`${date}T17:59:59Z`);
    expect(await publicTitles(story)).toEqual(['Chapter 1']);
    await runAt(`${date}T18:00:00Z`);
    expect(await publicTitles(story)).toEqual(['Chapter 1', 'Draft 1']);
    expect(await nextDate(null, story)).toBeNull();
    expect(await schedulesOf(ana, story)).toEqual([]);
    expect(await emittedEvents(site, chapterPublished, draft)).toMatchObject([
      { storyId: story, isFirst: true },
    ]);
  });

  test('tells no followers if its author chose so, whatever happens to the schedule in between', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 3);
    const [one = '', two = ''] = drafts;
    const at = { date: isoDay(2), time: '18:00', timeZone: 'UTC' };
    await site.as(ana).call(calls.scheduleSeveral, {
      params: { id: story },
      body: {
        from: one,
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        start: at.date,
        time: at.time,
        timeZone: 'UTC',
        announce: false,
      },
    });
    await schedule(ana, two, isoDay(2), '19:00', 'UTC');
    for (const action of ['pause', 'resume', 'shift'] as const)
      await site.as(ana).call(calls.changeSchedules, { params: { id: story }, body: { action, days: 1 } });
    expect(await schedulesOf(ana, story)).toMatchObject([
      { announce: false },
      { announce: true },
      { announce: false },
    ]);
    await runAt(`${isoDay(10)}T18:00:00Z`);
    const { rows } = await sql<{ title: string; announced: boolean }>`
      select title, announced_at is not null as announced from chapters
      where story_id = ${story} and is_published order by position`.execute(site.ctx.db);
    expect(rows.map(({ title, announced }) => [title, announced])).toEqual([
      ['Chapter 1', true],
      ['Draft 1', false],
      ['Draft 2', true],
      ['Draft 3', false],
    ]);
  });

  test('can be rescheduled and unscheduled, only by its author, only as a draft, only in the future', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story, published, drafts } = await withDrafts(ana, 1);
    const [draft = ''] = drafts;
    expect((await schedule(ben, draft, isoDay(2))).status).toBe(404);
    expect((await schedule(ben, published, isoDay(2))).status).toBe(403);
    expect((await schedule(ana, published, isoDay(2))).failure.code).toBe('CONFLICT');
    expect((await schedule(ana, draft, isoDay(-1))).failure.message).toMatch(/in the future/);
    expect((await schedule(ana, draft, '9999-01-01')).failure.message).toMatch(/within the next 10 years/);
    await schedule(ana, draft, isoDay(2), '18:00', 'UTC');
    await schedule(ana, draft, isoDay(3), '18:00', 'UTC');
    expect((await schedulesOf(ana, story)).map(({ publishAt }) => publishAt)).toEqual([
      `${isoDay(3)}T18:00:00.000Z`,
    ]);
    expect((await site.as(ben).call(calls.listSchedules, { params: { id: story } })).status).toBe(403);
    expect((await site.as(ana).call(calls.unscheduleChapter, { params: { id: draft } })).status).toBe(200);
    expect(await schedulesOf(ana, story)).toEqual([]);
    expect(await nextDate(null, story)).toBeNull();
  });

  test('has a date and time of its author’s zone, which mean the same moment when they are sent back', async () => {
    const ana = await site.person();
    await site.as(ana).call(updateProfile, { body: { timeZone: 'America/Edmonton' } });
    const { story, drafts } = await withDrafts(ana, 1);
    const [draft = ''] = drafts;
    const [date, zone] = [isoDay(3), 'America/Edmonton'];
    const { publishAt } = (await schedule(ana, draft, date, '18:30', zone)).body.data;
    const [found] = await schedulesOf(ana, story);
    expect(found).toMatchObject({ publishAt, local: { date, time: '18:30' } });
    const again = await schedule(ana, draft, found?.local.date ?? '', found?.local.time ?? '', zone);
    expect(again.body.data).toEqual(found);
  });

  test('that is published by hand has no schedule any more', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 1);
    const [id = ''] = drafts;
    await schedule(ana, id, isoDay(2));
    const change = (isPublished: boolean) =>
      site.as(ana).call(chapterCalls.updateChapter, { params: { id }, body: { isPublished } });
    await change(true);
    expect(await schedulesOf(ana, story)).toEqual([]);
    expect(await nextDate(null, story)).toBeNull();
    await site.runEvents();
    await change(false);
    expect(await schedulesOf(ana, story)).toEqual([]);
  });

  test('keeps a schedule that it gets after it was published and unpublished by hand', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 1);
    const [id = ''] = drafts;
    await schedule(ana, id, isoDay(2));
    for (const isPublished of [true, false]) {
      await site.as(ana).call(chapterCalls.updateChapter, { params: { id }, body: { isPublished } });
      site.clock.advance(1000);
    }
    await schedule(ana, id, isoDay(3));
    await site.runEvents();
    expect(await schedulesOf(ana, story)).toMatchObject([{ chapter: id }]);
  });

  test('is not ready to be published with the others, until it has missed its time', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 3);
    const [scheduled = '', missed = '', ready = ''] = drafts;
    await schedule(ana, scheduled, isoDay(2));
    await schedule(ana, missed, isoDay(2));
    await sql`update chapter_schedules set problem = 'too_short' where chapter_id = ${missed}`.execute(
      site.ctx.db,
    );
    const listed = async () => {
      const of = { params: { storyId: story }, query: { filter: 'ready' as const } };
      const { data, counts } = (await site.as(ana).call(chapterCalls.listChaptersForAuthor, of)).body;
      expect(counts.ready).toBe(data.length);
      return data.map(({ _id }) => _id);
    };
    expect(await listed()).toEqual([missed, ready]);
    const body = { action: 'publish' as const, chapters: 'ready' as const };
    const { data } = (await site.as(ana).call(chapterCalls.changeChapters, { params: { id: story }, body }))
      .body;
    expect(data).toMatchObject({ done: 2, refused: [] });
    expect(await listed()).toEqual([]);
    expect(await schedulesOf(ana, story)).toMatchObject([{ chapter: scheduled, problem: null }]);
  });

  test('is no longer announced once it was published otherwise, even if it was unpublished at once', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 1);
    const [id = ''] = drafts;
    await schedule(ana, id, isoDay(2), '18:00', 'UTC');
    const publish = (isPublished: boolean) =>
      site.as(ana).call(chapterCalls.updateChapter, { params: { id }, body: { isPublished } });
    expect([(await publish(true)).status, (await publish(false)).status]).toEqual([200, 200]);
    expect(await nextDate(null, story)).toBe(`${isoDay(2)}T18:00:00.000Z`);
    await site.runEvents();
    expect(await nextDate(null, story)).toBeNull();
  });

  test('is not announced from the trash, and keeps its schedule when it is restored in time', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 1);
    const [id = ''] = drafts;
    await schedule(ana, id, isoDay(2), '18:00', 'UTC');
    await site.as(ana).call(chapterCalls.deleteChapter, { params: { id } });
    expect(await nextDate(null, story)).toBeNull();
    expect(await schedulesOf(ana, story)).toEqual([]);
    await site.as(ana).call(restoreChapter, { params: { id } });
    expect(await nextDate(null, story)).toBe(`${isoDay(2)}T18:00:00.000Z`);
  });
});

describe('a chapter that cannot be published when it is due', () => {
  type Setting = Awaited<ReturnType<typeof withDrafts>> & { author: Person; draft: string };
  const update = (who: Person, id: string, body: object) =>
    site.as(who).call(storyCalls.updateStory, { params: { id }, body });
  test.each<[string, (setting: Setting) => Promise<unknown>]>([
    [
      'too_short',
      ({ author, draft }) =>
        site
          .as(author)
          .call(chapterCalls.updateChapter, { params: { id: draft }, body: { content: 'Short.' } }),
    ],
    ['story_unpublished', ({ author, story }) => update(author, story, { isPublished: false })],
    [
      'story_taken_down',
      ({ story }) => transaction(site.ctx.db, (tx) => takeDownStory(site.ctx, tx, story, 'Copied')),
    ],
    [
      'chapter_taken_down',
      ({ draft, story }) =>
        transaction(site.ctx.db, (tx) =>
          takeDownChapter(site.ctx, tx, { id: draft, storyId: story }, 'Copied'),
        ),
    ],
    [
      'author_suspended',
      ({ author }) => sql`update users set suspended_at = now() where id = ${author.id}`.execute(site.ctx.db),
    ],
    [
      'deleted',
      ({ author, draft }) => site.as(author).call(chapterCalls.deleteChapter, { params: { id: draft } }),
    ],
  ])('stays a draft and says why: %s', async (problem, prevent) => {
    const author = await site.person();
    const setting = await withDrafts(author, 2);
    const [draft = '', next = ''] = setting.drafts;
    await schedule(author, draft, isoDay(1), '18:00', 'UTC');
    const date = isoDay(1);
    await prevent({ ...setting, author, draft });
    await runAt(`${date}T18:00:00Z`);
    const { rows } = await sql<{ problem: string; is_published: boolean }>`
      select d.problem, c.is_published from chapter_schedules d join chapters c on c.id = d.chapter_id
      where c.id = ${draft}`.execute(site.ctx.db);
    expect(rows).toEqual([{ problem, is_published: false }]);
    if (problem !== 'too_short') return;
    // It is not tried again, is no longer announced, and does not hold up the next one.
    expect(await schedulesOf(author, setting.story)).toMatchObject([{ chapter: draft, problem }]);
    expect(await nextDate(null, setting.story)).toBeNull();
    const body = { content: textOf(210) };
    await site.as(author).call(chapterCalls.updateChapter, { params: { id: draft }, body });
    await schedule(author, next, isoDay(1), '18:00', 'UTC');
    await runAt(`${isoDay(1)}T18:00:00Z`);
    expect(await publicTitles(setting.story)).toEqual(['Chapter 1', 'Draft 2']);
    await schedule(author, draft, isoDay(1), '18:00', 'UTC');
    expect(await schedulesOf(author, setting.story)).toMatchObject([{ problem: null }]);
  });

  test('with REQUIRE_VERIFICATION because its author is not verified', async () => {
    const author = await site.person();
    const { story, drafts } = await withDrafts(author, 1);
    await schedule(author, drafts[0] ?? '', isoDay(1), '18:00', 'UTC');
    await sql`update users set is_verified = false where id = ${author.id}`.execute(site.ctx.db);
    site.clock.advance(2 * day);
    await publishDue({ ...site.ctx, config: { ...site.ctx.config, REQUIRE_VERIFICATION: true } });
    expect(await schedulesOf(author, story)).toMatchObject([{ problem: 'unverified' }]);
  });
});

describe('several chapters', () => {
  const several = (who: Person, story: string, from: string, more: object = {}) =>
    site.as(who).call(calls.scheduleSeveral, {
      params: { id: story },
      body: { from, weekdays: [2, 5], start: isoDay(0), time: '18:00', timeZone: 'UTC', ...more },
    });

  test('get the days of a rhythm from one on, shown before anything is changed', async () => {
    const ana = await site.person();
    const { story, published, drafts } = await withDrafts(ana, 4);
    const [, second = ''] = drafts;
    const short = { title: 'Short', isPublished: false, content: 'A note.' };
    await write.chapter(ana, story, short);
    const last = { title: 'Draft 5', isPublished: false, content: textOf(210, 'd5x') };
    drafts.push((await write.chapter(ana, story, last))._id);
    const expected = (await several(ana, story, second, { preview: true })).body.data;
    // The short draft between the others takes no date.
    expect(expected).toMatchObject({ chapters: 4, tooShort: 1 });
    expect(expected.dates.map(({ title }) => title)).toEqual(['Draft 2', 'Draft 3', 'Draft 4', 'Draft 5']);
    expect(await schedulesOf(ana, story)).toEqual([]);
    expect((await several(ana, story, second)).body.data).toEqual(expected);
    const found = await schedulesOf(ana, story);
    expect(found.map(({ chapter }) => chapter)).toEqual(drafts.slice(1));
    expect(found.map(({ publishAt }) => publishAt)).toEqual(expected.dates.map(({ publishAt }) => publishAt));
    expect(expected.first).toEqual(expected.dates.at(0)?.local);
    expect(expected.last).toEqual(expected.dates.at(-1)?.local);
    for (const { publishAt } of found) expect([2, 5]).toContain(new Date(publishAt).getUTCDay());
    // From a published chapter on, all drafts after it.
    expect((await several(ana, story, published, { preview: true })).body.data.chapters).toBe(5);
  });

  test('are refused without a draft, of another story, to other people, and beyond ten years', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story, drafts } = await withDrafts(ana, 1);
    const [draft = ''] = drafts;
    const other = await withDrafts(ana, 0);
    expect((await several(ben, story, draft)).status).toBe(403);
    expect((await several(ana, other.story, draft)).status).toBe(404);
    expect((await several(ana, other.story, other.published)).failure.message).toMatch(/There are no drafts/);
    expect((await several(ana, story, draft, { weekdays: [] })).status).toBe(400);
    expect((await several(ana, story, draft, { start: '9999-12-31' })).status).toBe(400);
    expect(await schedulesOf(ana, story)).toEqual([]);
  });

  test('begin after now, and cost little, however long ago the start is', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 1);
    const from = drafts[0] ?? '';
    const day = { weekdays: [1, 2, 3, 4, 5, 6, 7], timeZone: 'Europe/Berlin', preview: true };
    const expected = (await several(ana, story, from, day)).body.data;
    const formatted = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    try {
      const early = await several(ana, story, from, { ...day, start: '0001-01-01' });
      expect(early.body.data).toEqual(expected);
      expect(formatted.mock.calls.length).toBeLessThan(50);
    } finally {
      formatted.mockRestore();
    }
  });

  test('that were due while the server was down are published once at the next start, in order', async () => {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 4);
    await several(ana, story, drafts[0] ?? '');
    const [, , third] = await schedulesOf(ana, story);
    site.clock.set(new Date(third?.publishAt ?? ''));
    // Two processes that start at the same moment.
    const apps = await Promise.all([secondApp(site), secondApp(site)]);
    await vi.waitFor(async () => expect(await publicTitles(story)).toHaveLength(4), 60_000);
    await Promise.all(apps.map((app) => app.close()));
    for (const draft of drafts.slice(0, 3))
      expect(await emittedEvents(site, chapterPublished, draft)).toHaveLength(1);
    expect(await publicTitles(story)).toEqual(['Chapter 1', 'Draft 1', 'Draft 2', 'Draft 3']);
    expect(await schedulesOf(ana, story)).toHaveLength(1);
    // The order of publication is that of the dates.
    const published = (
      await sql<{ payload: { chapterId: string } }>`
        select payload from events where type = 'chapter.published' and payload->>'storyId' = ${story}
        order by position`.execute(site.ctx.db)
    ).rows.map(({ payload }) => payload.chapterId);
    expect(published.slice(-3)).toEqual(drafts.slice(0, 3));
  });
});

describe('all schedules of a story', () => {
  const change = (who: Person, id: string, body: z.input<(typeof calls.changeSchedules)['body']>) =>
    site.as(who).call(calls.changeSchedules, { params: { id }, body });
  const datesOf = async (who: Person, story: string) =>
    (await schedulesOf(who, story)).map(({ publishAt }) => publishAt);
  async function twoScheduled() {
    const ana = await site.person();
    const { story, drafts } = await withDrafts(ana, 2);
    const [first = '', second = ''] = drafts;
    await schedule(ana, first, isoDay(2), '18:00', 'UTC');
    await schedule(ana, second, isoDay(5), '18:00', 'UTC');
    return { ana, story, first, second };
  }

  test('are paused: nothing is published or announced, until they are resumed, weeks later', async () => {
    const { ana, story, first } = await twoScheduled();
    const [inTwo, inFive] = await datesOf(ana, story);
    const later = (iso = '', days = 0) => new Date(Date.parse(iso) + days * day).toISOString();
    expect((await change(ana, story, { action: 'pause' })).body.data).toEqual({ chapters: 2 });
    expect(await nextDate(null, story)).toBeNull();
    site.clock.advance(10 * day);
    await runJobsNow(site.ctx, schedulePublication);
    expect(await publicTitles(story)).toEqual(['Chapter 1']);
    expect(await schedulesOf(ana, story)).toMatchObject([{ isPaused: true }, { isPaused: true }]);
    await change(ana, story, { action: 'resume' });
    expect(await datesOf(ana, story)).toEqual([later(inTwo, 14), later(inFive, 14)]);
    expect(await nextDate(null, story)).toBe(later(inTwo, 14));
    await runAt(later(inTwo, 14));
    expect(await publicTitles(story)).toEqual(['Chapter 1', 'Draft 1']);
    expect(await schedulesOf(ana, story)).toHaveLength(1);
    expect(await emittedEvents(site, chapterPublished, first)).toHaveLength(1);
  });

  test('are paused with a hiatus, or neither, and resumed without it', async () => {
    const { ana, story } = await twoScheduled();
    const shown = async () =>
      (await site.as(null).call(storyCalls.getPublicStory, { params: { id: story } })).body.data;
    const hiatus = { hiatusUntil: '2031-12-20', hiatusNote: 'Back after the harvest.' };
    const refused = { action: 'pause' as const, hiatus: { ...hiatus, hiatusNote: 'x'.repeat(301) } };
    expect((await change(ana, story, refused)).status).toBe(400);
    expect(await schedulesOf(ana, story)).toMatchObject([{ isPaused: false }, { isPaused: false }]);
    expect((await change(ana, story, { action: 'pause', hiatus })).status).toBe(200);
    expect(await schedulesOf(ana, story)).toMatchObject([{ isPaused: true }, { isPaused: true }]);
    expect(await shown()).toMatchObject({ isOnHiatus: true, ...hiatus });
    await change(ana, story, { action: 'resume' });
    expect(await shown()).toMatchObject({ isOnHiatus: false });
  });

  test('resumed before the first date stay as they were', async () => {
    const { ana, story } = await twoScheduled();
    const before = await schedulesOf(ana, story);
    await change(ana, story, { action: 'pause' });
    await change(ana, story, { action: 'resume' });
    expect(await schedulesOf(ana, story)).toEqual(before);
  });

  test('are shifted by days, not into the past, and stay paused', async () => {
    const { ana, story } = await twoScheduled();
    await change(ana, story, { action: 'shift', days: 3 });
    expect(await datesOf(ana, story)).toEqual([`${isoDay(5)}T18:00:00.000Z`, `${isoDay(8)}T18:00:00.000Z`]);
    expect((await change(ana, story, { action: 'shift', days: -6 })).failure.message).toMatch(/in the past/);
    expect((await change(ana, story, { action: 'shift' })).failure.message).toMatch(/number of days/);
    expect((await change(ana, story, { action: 'shift', days: 366 })).status).toBe(400);
    await change(ana, story, { action: 'pause' });
    await change(ana, story, { action: 'shift', days: -1 });
    expect(await schedulesOf(ana, story)).toMatchObject([
      { publishAt: `${isoDay(4)}T18:00:00.000Z`, isPaused: true },
      { publishAt: `${isoDay(7)}T18:00:00.000Z`, isPaused: true },
    ]);
  });

  test('are stopped, by their author only', async () => {
    const { ana, story } = await twoScheduled();
    expect((await change(await site.person(), story, { action: 'stop' })).status).toBe(403);
    expect((await change(ana, story, { action: 'stop' })).body.data).toEqual({ chapters: 2 });
    expect(await schedulesOf(ana, story)).toEqual([]);
    expect(await nextDate(null, story)).toBeNull();
    expect((await change(ana, story, { action: 'stop' })).body.data).toEqual({ chapters: 0 });
  });
});
