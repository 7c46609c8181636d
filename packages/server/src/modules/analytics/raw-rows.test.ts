import { eraseReadingTimes } from '@inkling/contract/reading-analytics';
import { deleteHistoryDay, deleteHistoryItem } from '@inkling/contract/reading-history';
import { endSession, startSession, syncSession } from '@inkling/contract/reading-sessions';
import { viewStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { day, second } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { replay } from '../../platform/events/operations.queries.ts';
import { firefox } from '../../testing/request-of.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';
import { analyticsJobs } from './analytics.jobs.ts';
import { deleteRowsOfAuthor, eraseRawRows, rawDays } from './raw-rows.queries.ts';
import { noChapter } from './views.queries.ts';

const site = testApp();
const write = writing(site);
const agent = { 'user-agent': firefox };

async function published() {
  const author = await site.person();
  const { story, chapters } = await write.published(author, { chapters: 1 });
  return { author, id: story._id, chapter: chapters[0]?._id ?? '' };
}
const view = (who: Person, id: string) => site.as(who).call(viewStory, { params: { id }, body: {} }, agent);
const viewsOf = (id: string) =>
  site.ctx.db.selectFrom('analytics_views').selectAll().where('story_id', '=', id).orderBy('day').execute();
/** A session of a chapter, of as many seconds. */
async function read(who: Person, storyId: string, chapterId: string, seconds: number) {
  const place = { storyId, chapterId, deviceType: 'desktop' as const };
  await site.as(who).call(startSession, { body: place });
  site.clock.advance(seconds * second);
  await site.as(who).call(syncSession, { body: { ...place, additionalDuration: seconds } });
  await site.as(who).call(endSession, { body: place });
  await site.runEvents();
}

test('an ended session adds its seconds once, without its reader; those of the author, of admins and of readers without a history do not', async () => {
  const { author, id, chapter } = await published();
  const [reader, hidden, admin] = [await site.person(), await site.person(), await site.person()];
  await setAdmin(site.ctx.db, admin.id, true);
  await site.as(hidden).call(updatePreferences, { body: { keepsHistory: false } });
  for (const who of [reader, hidden, admin, author]) await read(who, id, chapter, 20);
  const rows = await site.ctx.db
    .selectFrom('analytics_days')
    .selectAll()
    .where('story_id', '=', id)
    .orderBy('chapter_id')
    .execute();
  const day = { seconds: 20, views: 0, readers: 0 };
  expect(rows).toMatchObject([
    { chapter_id: noChapter, ...day },
    { chapter_id: chapter, ...day },
  ]);
});

test('a day, or a story of a day, that is deleted from the history leaves its views without their reader', async () => {
  const [one, other] = [await published(), await published()];
  const reader = await site.person();
  const today = () => site.clock.now().toISOString().slice(0, 10);
  const days: string[] = [];
  for (let number = 0; number < 3; number += 1) {
    site.clock.advance(day);
    days.push(today());
    for (const { id } of [one, other]) await view(reader, id);
  }
  const [first = '', second = ''] = days;
  const known = async (id: string) => (await viewsOf(id)).map(({ is_member }) => is_member);
  const [before] = await viewsOf(one.id);
  await site.as(reader).call(deleteHistoryItem, { params: { day: first, storyId: one.id } });
  await site.runEvents();
  expect([await known(one.id), await known(other.id)]).toEqual([
    [false, true, true],
    [true, true, true],
  ]);
  await site.as(reader).call(deleteHistoryDay, { params: { day: second } });
  await site.runEvents();
  expect([await known(one.id), await known(other.id)]).toEqual([
    [false, false, true],
    [true, false, true],
  ]);
  const keys = new Set((await viewsOf(one.id)).map(({ viewer }) => viewer.toString('hex')));
  expect(keys.size).toBe(3);
  expect(keys.has(before?.viewer.toString('hex') ?? '')).toBe(true);
  await site.as(reader).call(eraseReadingTimes, {});
  await site.runEvents();
  expect([...(await known(one.id)), ...(await known(other.id))]).not.toContain(true);
});

test('the readers of a story are erased with it, and with the account of its author', async () => {
  const [one, other] = [await published(), await published()];
  const { db } = site.ctx;
  for (const { id } of [one, other])
    await sql`
      insert into analytics_readers (story_id, period, starts_on, viewer)
      select ${id}, 'week', '2026-01-05'::date, decode(md5(n::text), 'hex')
      from generate_series(1, 3) n`.execute(db);
  const readersOf = async ({ id }: { id: string }) =>
    (await db.selectFrom('analytics_readers').select('viewer').where('story_id', '=', id).execute()).length;
  expect(await eraseRawRows(db, { storyId: one.id, chapterId: null }, 2)).toBe(2);
  expect(await eraseRawRows(db, { storyId: one.id, chapterId: null }, 2)).toBe(1);
  expect([await readersOf(one), await readersOf(other)]).toEqual([0, 3]);
  await deleteRowsOfAuthor(db, other.author.id);
  expect(await readersOf(other)).toBe(0);
});

test.each(['2026-05-30', '2026-05-31', '2026-06-01', '2027-03-01', '2028-02-29'])(
  'on %s, rows of 90 days stay, and older ones are deleted',
  async (now) => {
    site.clock.set(new Date(`${now}T03:00:00Z`));
    const { id } = await published();
    const oldest = new Date(Date.parse(`${now}T00:00:00Z`) - rawDays * day);
    await sql`
      insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot)
      select ${id}, ${noChapter}, d::date, decode(md5(d::text), 'hex'), d, true, false
      from generate_series(${oldest}::timestamptz - interval '40 days', ${site.clock.now()}::timestamptz, interval '1 day') d`.execute(
      site.ctx.db,
    );
    await runJobsNow(site.ctx, ...analyticsJobs);
    const days = (await viewsOf(id)).map((row) => new Date(row.day).toISOString().slice(0, 10));
    expect([days[0], days.at(-1), days.length]).toEqual([
      oldest.toISOString().slice(0, 10),
      now,
      rawDays + 1,
    ]);
  },
);

test('after 90 days nothing says where a single reader came from; every figure stays, also when all events are replayed', async () => {
  site.clock.set(new Date('2028-03-10T09:00:00Z'));
  const { db } = site.ctx;
  const [{ id, chapter }, reader] = [await published(), await site.person()];
  await view(reader, id);
  const opened = { params: { id }, body: { chapterId: chapter } };
  await site.as(reader).call(viewStory, opened, agent);
  await read(reader, id, chapter, 60);
  // Once, also when its event comes again.
  await transaction(site.ctx.db, (tx) => replay(tx, 'analytics', 1));
  await site.runEvents();
  const tables = ['analytics_days', 'analytics_day_sources', 'analytics_periods', 'analytics_groups'];
  const figures = () =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql`select * from ${sql.table(table)} t order by t::text`.execute(db);
        return rows;
      }),
    );
  const single = () =>
    Promise.all(
      (['analytics_views', 'analytics_sessions', 'analytics_readers'] as const).map(
        async (table) =>
          (await db.selectFrom(table).select('story_id').where('story_id', '=', id).execute()).length,
      ),
    );
  const before = await figures();
  expect(before[0]).toContainEqual(expect.objectContaining({ story_id: id, seconds: 60 }));
  site.clock.advance((rawDays - 1) * day);
  await runJobsNow(site.ctx, ...analyticsJobs);
  // Of its week and month it is known no longer.
  expect(await single()).toEqual([2, 1, 1]);
  site.clock.advance(2 * day);
  await runJobsNow(site.ctx, ...analyticsJobs);
  expect(await single()).toEqual([0, 0, 0]);
  expect(await figures()).toEqual(before);
  await transaction(db, (tx) => replay(tx, 'analytics', 1));
  await site.runEvents();
  expect([await single(), await figures()]).toEqual([[0, 0, 0], before]);
});
