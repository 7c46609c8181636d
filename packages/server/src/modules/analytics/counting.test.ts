import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import {
  countedTruth,
  countRows,
  type GeneratedRows,
  generateRows,
  seeded,
  truthOf,
} from '../../testing/generated-readers.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
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
  return { id: story._id, chapters: chapters.map(({ _id }) => _id), zone: timeZone };
}
const members = async (number: number) =>
  (await Promise.all(Array.from({ length: number }, () => site.person()))).map(({ id }) => id);

const partOf = <T>(list: T[], keep: () => boolean): T[] => list.filter(keep);

/** The views that the story shows. */
const shownViews = async (id: string) =>
  (await site.ctx.db.selectFrom('story_counts').select('views').where('story_id', '=', id).execute())[0]
    ?.views;
const viewsIn = ({ views }: GeneratedRows) =>
  views.filter(({ chapterId, isRobot }) => chapterId === noChapter && !isRobot).length;

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
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
      async (zone, from, seed, shares) => {
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
        for (const share of shares) {
          const part: GeneratedRows = {
            views: partOf(rows.views, () => random() < share),
            sessions: partOf(rows.sessions, () => random() < share),
          };
          await countRows(site.ctx, people, part);
        }
        await countRows(site.ctx, people, {
          views: rows.views.toReversed(),
          sessions: rows.sessions.toReversed(),
        });
        expect(await countedTruth(site.ctx.db, story.id)).toEqual(truthOf(rows, zone));
        expect(await shownViews(story.id)).toBe(viewsIn(rows));
      },
    ),
    { numRuns: 25 },
  );
});

test('views that arrive at once, some of them twice, are counted once each', async () => {
  const people = await members(6);
  const story = await newStory('Europe/Berlin');
  const period = { story, members: people, from: new Date('2026-02-01T00:00:00Z'), days: 4, visits: 40 };
  const rows = generateRows({ ...period, random: seeded(3) });
  const parts = Array.from({ length: 12 }, (_, part) => ({
    views: rows.views.filter((_view, index) => index % 12 === part),
    sessions: rows.sessions.filter((_session, index) => index % 12 === part),
  }));
  await Promise.all([...parts, ...parts.toReversed()].map((part) => countRows(site.ctx, people, part)));
  expect(await countedTruth(site.ctx.db, story.id)).toEqual(truthOf(rows, 'Europe/Berlin'));
  expect(await shownViews(story.id)).toBe(viewsIn(rows));
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
    network: `2001:db8:${hour}:${number}`,
  });
  const views = Array.from({ length: 150 }, (_, number) => view(number, 0));
  await countRows(site.ctx, [], { views, sessions: [] });
  const more = Array.from({ length: 250 }, (_, number) => view(number, 2));
  await countRows(site.ctx, [], { views: more, sessions: [] });
  const sources = await site.ctx.db
    .selectFrom('analytics_day_sources')
    .select(['source', 'views'])
    .where('story_id', '=', story.id)
    .execute();
  expect(sources.filter(({ source }) => source !== 'other')).toHaveLength(200);
  expect(sources.find(({ source }) => source === 'other')?.views).toBe(50);
});

test('a view that cannot be added to every figure is added to none, and counts when it is tried again', async () => {
  const people = await members(2);
  const story = await newStory('UTC');
  const period = { story, members: people, from: new Date('2026-02-14T00:00:00Z'), days: 1, visits: 20 };
  const rows = generateRows({ ...period, random: seeded(11) });
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'This one fails.'; end $$`.execute(
    site.ctx.db,
  );
  await sql`
    create trigger fails before insert on analytics_periods for each row execute function fail()`.execute(
    site.ctx.db,
  );
  await expect(countRows(site.ctx, people, rows)).rejects.toThrow('This one fails.');
  const stored = await site.ctx.db
    .selectFrom('analytics_views')
    .select('at')
    .where('story_id', '=', story.id)
    .execute();
  expect([stored, (await countedTruth(site.ctx.db, story.id)).days.size, await shownViews(story.id)]).toEqual(
    [[], 0, 0],
  );
  await sql`drop function fail cascade`.execute(site.ctx.db);
  await countRows(site.ctx, people, rows);
  expect(await countedTruth(site.ctx.db, story.id)).toEqual(truthOf(rows, 'UTC'));
});

test('days that were counted stay when the author moves; later ones are those of the new zone', async () => {
  const people = await members(3);
  const story = await newStory('America/New_York');
  const rowsFrom = (from: string, zone: string) =>
    generateRows({
      story: { ...story, zone },
      members: people,
      from: new Date(from),
      days: 2,
      visits: 10,
      random: seeded(5),
    });
  const [before, after] = [
    rowsFrom('2026-01-10T00:00:00Z', 'America/New_York'),
    rowsFrom('2026-02-10T00:00:00Z', 'Asia/Tokyo'),
  ];
  await countRows(site.ctx, people, before);
  const { rows: authors } = await sql<{ author_id: string }>`
    update users set time_zone = 'Asia/Tokyo' where id = (select author_id from stories where id = ${story.id})
    returning id as author_id`.execute(site.ctx.db);
  expect(authors).toHaveLength(1);
  await countRows(site.ctx, people, after);
  const truths = [truthOf(before, 'America/New_York'), truthOf(after, 'Asia/Tokyo')];
  expect(await countedTruth(site.ctx.db, story.id)).toEqual({
    days: new Map(truths.flatMap(({ days }) => [...days])),
    sources: new Map(truths.flatMap(({ sources }) => [...sources])),
    periods: new Map(truths.flatMap(({ periods }) => [...periods])),
  });
});
