import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import {
  countedTruth,
  type GeneratedRows,
  generateRows,
  insertRows,
  seeded,
  truthOf,
} from '../../testing/generated-readers.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { clearMarks, countQuarter, listDue, marksOf } from './roll-up.queries.ts';
import { rollUp } from './roll-up.ts';
import { noChapter } from './views.queries.ts';

const site = testApp();
const write = writing(site);

/** With offsets of whole, half and quarter hours, and changes to and from summer time, of half an hour in one. */
const zones = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];

async function newStory(timeZone: string) {
  const author = await site.person();
  await site.ctx.db.updateTable('users').set({ time_zone: timeZone }).where('id', '=', author.id).execute();
  const { story, chapters } = await write.published(author, { chapters: 2 });
  return { id: story._id, chapters: chapters.map(({ _id }) => _id) };
}
const members = async (number: number) =>
  (await Promise.all(Array.from({ length: number }, () => site.person()))).map(({ id }) => id);

const count = () => rollUp(site.ctx);
const partOf = <T>(list: T[], keep: () => boolean): T[] => list.filter(keep);

/** Everything that was counted. */
async function counted() {
  const tables = ['analytics_quarters', 'analytics_days', 'analytics_day_sources', 'analytics_periods'];
  const rows = await Promise.all(
    tables.map(async (table) => {
      const { rows: all } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(table)} t order by 1`.execute(site.ctx.db);
      return all.map(({ row }) => row);
    }),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]));
}

test('what is late, doubled or in another order is counted once, in the days of the author', async () => {
  const people = await members(5);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      // Around the changes to and from summer time in both halves of the world, and any other day.
      fc.constantFrom(
        '2026-03-07',
        '2026-03-28',
        '2026-04-04',
        '2026-09-26',
        '2026-10-03',
        '2026-10-31',
        '2026-02-27',
      ),
      fc.integer(),
      fc.array(
        fc.record({
          share: fc.double({ min: 0, max: 1, noNaN: true }),
          runs: fc.integer({ min: 0, max: 2 }),
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      async (zone, from, seed, steps) => {
        const story = await newStory(zone);
        const random = seeded(seed);
        const period = {
          story,
          members: people,
          from: new Date(`${from}T00:00:00Z`),
          days: 3,
          visits: 8,
          random,
        };
        const rows = generateRows(period);
        for (const { share, runs } of steps) {
          const part: GeneratedRows = {
            views: partOf(rows.views, () => random() < share),
            sessions: partOf(rows.sessions, () => random() < share),
          };
          await insertRows(site.ctx.db, people, part);
          for (let run = 0; run < runs; run += 1) await count();
        }
        await insertRows(site.ctx.db, people, {
          views: rows.views.toReversed(),
          sessions: rows.sessions.toReversed(),
        });
        await count();
        expect(await countedTruth(site.ctx.db, story.id)).toEqual(truthOf(rows, zone));
      },
    ),
    { numRuns: 25 },
  );
});

test('counting everything again changes nothing, and from the raw rows alone gives the same', async () => {
  const people = await members(4);
  const story = await newStory('Asia/Kathmandu');
  const period = { story, members: people, from: new Date('2026-01-20T00:00:00Z'), days: 20, visits: 10 };
  const rows = generateRows({ ...period, random: seeded(7) });
  for (const [index] of rows.views.entries()) {
    if (index % 50 !== 0) continue;
    await insertRows(site.ctx.db, people, { views: rows.views.slice(index, index + 50), sessions: [] });
    await count();
  }
  await insertRows(site.ctx.db, people, rows);
  while ((await site.ctx.db.selectFrom('analytics_due').select('quarter').execute()).length > 0)
    await count();
  const before = await counted();
  const again = async () => {
    await sql`
      insert into analytics_due (quarter)
      select distinct date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z')
      from (select at from analytics_views union all select at from analytics_sessions) raw`.execute(
      site.ctx.db,
    );
    while ((await site.ctx.db.selectFrom('analytics_due').select('quarter').execute()).length > 0)
      await count();
  };
  await again();
  expect(await counted()).toEqual(before);
  for (const table of [
    'analytics_quarters',
    'analytics_days',
    'analytics_day_sources',
    'analytics_periods',
    'analytics_readers',
  ])
    await sql`truncate ${sql.table(table)}`.execute(site.ctx.db);
  await again();
  expect(await counted()).toEqual(before);
});

test('counts that run at once, while views arrive, end like one', async () => {
  const people = await members(6);
  const story = await newStory('Europe/Berlin');
  const period = { story, members: people, from: new Date('2026-02-01T00:00:00Z'), days: 4, visits: 40 };
  const rows = generateRows({ ...period, random: seeded(3) });
  const parts = Array.from({ length: 12 }, (_, part) => ({
    views: rows.views.filter((_view, index) => index % 12 === part),
    sessions: rows.sessions.filter((_session, index) => index % 12 === part),
  }));
  await Promise.all(parts.flatMap((part) => [insertRows(site.ctx.db, people, part), count(), count()]));
  await count();
  await count();
  expect(await countedTruth(site.ctx.db, story.id)).toEqual(truthOf(rows, 'Europe/Berlin'));
});

test('of more than 200 named sources of a day the rest are counted together', async () => {
  const story = await newStory('UTC');
  const at = new Date('2026-02-03T08:00:00Z');
  const view = (number: number, hour: number) => ({
    storyId: story.id,
    chapterId: noChapter,
    at: new Date(at.getTime() + hour * 3_600_000),
    member: null,
    isRobot: false,
    source: `link:campaign-${number}`,
    device: null,
    country: null,
    key: `${number}`.padStart(28, '0') + `${hour}`.padStart(4, '0'),
  });
  const views = Array.from({ length: 150 }, (_, number) => view(number, 0));
  await insertRows(site.ctx.db, [], { views, sessions: [] });
  await count();
  const more = Array.from({ length: 250 }, (_, number) => view(number, 2));
  await insertRows(site.ctx.db, [], { views: more, sessions: [] });
  await count();
  const sources = await site.ctx.db
    .selectFrom('analytics_day_sources')
    .select(['source', 'views'])
    .where('story_id', '=', story.id)
    .execute();
  expect(sources.filter(({ source }) => source !== 'other')).toHaveLength(200);
  expect(sources.find(({ source }) => source === 'other')?.views).toBe(50);
});

test('a quarter that fails waits for the next run, and later ones do not wait for it', async () => {
  const people = await members(2);
  const story = await newStory('UTC');
  const period = { story, members: people, from: new Date('2026-02-14T00:00:00Z'), days: 1, visits: 20 };
  const rows = generateRows({ ...period, random: seeded(11) });
  await insertRows(site.ctx.db, people, rows);
  const due = () => site.ctx.db.selectFrom('analytics_due').select('quarter').orderBy('quarter').execute();
  const asOf = () => site.ctx.db.selectFrom('analytics_roll_up').select('at').execute();
  const [before, [first]] = [await asOf(), await due()];
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'This one fails.'; end $$`.execute(
    site.ctx.db,
  );
  await sql`
    create trigger fails before insert on analytics_quarters for each row
    when (new.quarter = ${sql.lit(first?.quarter.toISOString())}) execute function fail()`.execute(
    site.ctx.db,
  );
  site.clock.advance(60_000);
  await count();
  expect(await due()).toEqual([first]);
  expect(await asOf()).toEqual(before);
  await sql`drop function fail cascade`.execute(site.ctx.db);
  await count();
  expect(await due()).toEqual([]);
  expect(await asOf()).toEqual([{ at: site.clock.now() }]);
  expect(await countedTruth(site.ctx.db, story.id)).toEqual(truthOf(rows, 'UTC'));
});

test('what arrives while its quarter is counted is counted by the next run', async () => {
  const people = await members(2);
  const story = await newStory('UTC');
  const view = (member: number) => ({
    storyId: story.id,
    chapterId: noChapter,
    at: new Date('2026-02-16T08:01:00Z'),
    member,
    isRobot: false,
    source: null,
    device: null,
    country: null,
    key: `${member}`.padStart(32, '0'),
  });
  await insertRows(site.ctx.db, people, { views: [view(0)], sessions: [] });
  const now = site.clock.now();
  const [quarter = now] = await listDue(site.ctx.db, 1000);
  await transaction(site.ctx.db, async (tx) => {
    const marks = (await marksOf(tx, quarter)) ?? 0;
    const zones = [{ zone: 'UTC', day: '2026-02-16', week: '2026-02-16', month: '2026-02-01' }];
    await countQuarter(tx, quarter, zones, now);
    // On a connection of its own, after the rows were counted and before the quarter is done.
    await insertRows(site.ctx.db, people, { views: [view(1)], sessions: [] });
    await clearMarks(tx, quarter, { marks, zones: ['UTC'], now });
  });
  const views = async () =>
    (await countedTruth(site.ctx.db, story.id)).days.get(`${noChapter} 2026-02-16`)?.views;
  expect(await views()).toBe(1);
  await count();
  expect([await views(), await listDue(site.ctx.db, 1000)]).toEqual([2, []]);
});

test('days that were counted stay when the author moves', async () => {
  const people = await members(3);
  const story = await newStory('America/New_York');
  const period = { story, members: people, from: new Date('2026-02-10T00:00:00Z'), days: 2, visits: 10 };
  const rows = generateRows({ ...period, random: seeded(5) });
  await insertRows(site.ctx.db, people, rows);
  await count();
  const truth = truthOf(rows, 'America/New_York');
  await sql`update users set time_zone = 'Asia/Tokyo' where id = (select author_id from stories where id = ${story.id})`.execute(
    site.ctx.db,
  );
  await insertRows(site.ctx.db, people, rows);
  await sql`insert into analytics_due (quarter) select distinct quarter from analytics_quarters where story_id = ${story.id}`.execute(
    site.ctx.db,
  );
  await count();
  expect(await countedTruth(site.ctx.db, story.id)).toEqual(truth);
});

test('what was not counted because the author moved meanwhile is counted by the next run', async () => {
  const people = await members(2);
  const story = await newStory('Asia/Tokyo');
  const period = { story, members: people, from: new Date('2026-02-12T00:00:00Z'), days: 1, visits: 1 };
  const rows = generateRows({ ...period, random: seeded(3) });
  await insertRows(site.ctx.db, people, rows);
  const now = site.clock.now();
  const before = await listDue(site.ctx.db, 1000);
  expect(before).not.toEqual([]);
  for (const quarter of before)
    await transaction(site.ctx.db, async (tx) => {
      // The zone of before.
      await countQuarter(
        tx,
        quarter,
        [{ zone: 'UTC', day: '2026-02-12', week: '2026-02-09', month: '2026-02-01' }],
        now,
      );
      await clearMarks(tx, quarter, { marks: (await marksOf(tx, quarter)) ?? 0, zones: ['UTC'], now });
    });
  expect(await listDue(site.ctx.db, 1000)).toEqual(before);
  await count();
  expect(await countedTruth(site.ctx.db, story.id)).toEqual(truthOf(rows, 'Asia/Tokyo'));
});
