import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/story-analytics';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { givePlan } from '../plans/index.ts';
import { setAdmin } from '../users/index.ts';
import { countAllReaders, countReadersDue } from './analytics.jobs.ts';

const site = testApp({ PLANS: 'on' });
const write = writing(site);
const nil = '00000000-0000-0000-0000-000000000000';

/** A published story of an author with Pro. */
async function written(chapters: number, timeZone = 'UTC') {
  const author = await site.person();
  await sql`update users set time_zone = ${timeZone} where id = ${author.id}`.execute(site.ctx.db);
  await givePlan(site.ctx, author.username, 'pro', null);
  const { story, chapters: all } = await write.published(author, { chapters });
  return { author, story: story._id, ids: all.map(({ _id }) => _id) };
}

interface Visit {
  reader: string;
  chapter: string;
  at: Date;
  furthest?: number;
  version?: number | null;
  isTimed?: boolean;
}

/** What the library stores of a visit. */
async function visit(storyId: string, { reader, chapter, at, ...place }: Visit): Promise<void> {
  const { furthest = 50, version = 1, isTimed = true } = place;
  await sql`
    insert into reading_positions as p
      (user_id, chapter_id, story_id, progress, furthest, version, updated_at, is_timed)
    values (${reader}, ${chapter}, ${storyId}, ${furthest}, ${furthest}, ${version}, ${at}, ${isTimed})
    on conflict (user_id, chapter_id) do update set progress = excluded.progress, version = excluded.version,
      furthest = greatest(p.furthest, excluded.furthest), updated_at = excluded.updated_at,
      is_timed = p.is_timed or excluded.is_timed`.execute(site.ctx.db);
  await sql`
    insert into library_entries as e (user_id, story_id, status, last_read_at, started_at, created_at)
    values (${reader}, ${storyId}, 'reading', ${at}, ${at}, ${at})
    on conflict (user_id, story_id) do update set
      last_read_at = greatest(e.last_read_at, excluded.last_read_at)`.execute(site.ctx.db);
}

const storyFigures = async (
  who: Person,
  id: string,
  query: { from?: string; to?: string; page?: number; limit?: number } = {},
) => (await site.as(who).call(calls.getStoryFigures, { params: { id }, query })).body.data;
const chapterFigures = async (who: Person, id: string) =>
  (await site.as(who).call(calls.getChapterFigures, { params: { id } })).body.data;
const people = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => site.person()));

/** Stores what was counted on days. */
async function counted(
  storyId: string,
  rows: {
    day: string;
    chapter?: string;
    views?: number;
    robots?: number;
    readers?: number;
    seconds?: number;
  }[],
): Promise<void> {
  for (const { day, chapter = nil, views = 0, robots = 0, readers = 0, seconds = 0 } of rows)
    await sql`insert into analytics_days (story_id, chapter_id, day, views, robots, readers, seconds)
      values (${storyId}, ${chapter}, ${day}, ${views}, ${robots}, ${readers}, ${seconds})`.execute(
      site.ctx.db,
    );
}

/** Has five readers counted, below which there are only totals. */
const fiveReaders = async (story: string, chapters: string[] = []) => {
  await sql`insert into analytics_stories (story_id, readers, finished, counted_at) values (${story}, 5, 0, now())
    on conflict (story_id) do update set readers = 5`.execute(site.ctx.db);
  for (const chapter of chapters)
    await sql`insert into analytics_chapters
      (story_id, chapter_id, readers, finished, reading_on, waiting, gone, stops)
      values (${story}, ${chapter}, 5, 0, 0, 5, 0, '{5,0,0,0,0,0,0,0,0,0}')`.execute(site.ctx.db);
};

const start = Date.parse('2026-03-02T10:00:00Z');
const at = (days: number) => new Date(start + days * day);

describe('retention', () => {
  const readerCount = 7;
  let readers: Person[] = [];
  beforeAll(async () => {
    readers = await people(readerCount);
    await givePlan(site.ctx, readers[0]?.username ?? '', 'premium', null);
  });

  const plan = fc.record({
    /** The day on which each chapter appears. */
    releases: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 }),
    exclusiveFrom: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3 }),
    visits: fc.array(
      fc.record({
        reader: fc.nat(readerCount - 1),
        chapter: fc.nat(3),
        after: fc.integer({ min: 0, max: 70 }),
        furthest: fc.constantFrom(0, 9.99, 10, 55, 98.99, 99, 100),
        isTimed: fc.boolean(),
      }),
      { minLength: 5, maxLength: 30 },
    ),
    now: fc.integer({ min: 60, max: 160 }),
  });

  test('is what the visits themselves say, whoever read what and when', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ releases, exclusiveFrom, visits, now }) => {
        site.clock.set(at(now));
        const { author, story, ids } = await written(releases.length);
        for (const [index, id] of ids.entries())
          await sql`update chapters set published_at = ${at(releases[index] ?? 0)} where id = ${id}`.execute(
            site.ctx.db,
          );
        await sql`update stories set exclusive_from = ${exclusiveFrom} where id = ${story}`.execute(
          site.ctx.db,
        );
        const made = visits.flatMap((one) => {
          const chapter = one.chapter % releases.length;
          const when = (releases[chapter] ?? 0) + one.after;
          return when > now ? [] : [{ ...one, chapter, when }];
        });
        for (const { reader, chapter, when, furthest, isTimed } of made)
          await visit(story, {
            reader: readers[reader]?.id ?? '',
            chapter: ids[chapter] ?? '',
            at: at(when),
            furthest,
            isTimed,
          });
        await countAllReaders(site.ctx);

        // One reader after the other, from the list of visits.
        const isOpen = (reader: number, chapter: number) =>
          exclusiveFrom === null || chapter + 1 < exclusiveFrom || reader === 0;
        const kindOf = (reader: number, chapter: number): 'readingOn' | 'waiting' | 'gone' => {
          const own = made.filter((one) => one.reader === reader);
          if (own.some((one) => one.chapter > chapter)) return 'readingOn';
          const newer = releases.filter((_, other) => other > chapter && isOpen(reader, other));
          if (newer.length === 0) return 'waiting';
          const idleSince = Math.max(Math.min(...newer), ...own.map(({ when }) => when));
          return now - idleSince >= 30 ? 'gone' : 'readingOn';
        };
        const readersOf = (chapter: number) => [
          ...new Set(made.filter((one) => one.chapter === chapter).map(({ reader }) => reader)),
        ];
        const hasFinished = (reader: number, chapter: number) => {
          const own = made.filter((one) => one.reader === reader && one.chapter === chapter);
          return own.some(({ furthest }) => furthest >= 99) && own.some(({ isTimed }) => isTimed);
        };
        const expected = ids.flatMap((_id, chapter) => {
          const kinds = readersOf(chapter).map((reader) => kindOf(reader, chapter));
          const count = (kind: string) => kinds.filter((one) => one === kind).length;
          if (kinds.length < 5) return [];
          return [{ _id, readingOn: count('readingOn'), waiting: count('waiting'), gone: count('gone') }];
        });
        const figures = await storyFigures(author, story);
        expect(figures.retention?.map(({ chapter: { _id }, ...kinds }) => ({ _id, ...kinds }))).toEqual(
          expected,
        );
        const everyone = [...new Set(made.map(({ reader }) => reader))];
        expect(figures.readers).toBe(everyone.length);
        expect(figures.finished).toBe(
          everyone.filter((reader) => ids.every((_, chapter) => hasFinished(reader, chapter))).length,
        );
        for (const [chapter, { readers: opened, finished }] of figures.chapters.entries()) {
          expect(opened).toBe(readersOf(chapter).length);
          expect(finished).toBe(readersOf(chapter).filter((reader) => hasFinished(reader, chapter)).length);
        }
        await sql`delete from reading_positions where story_id = ${story}`.execute(site.ctx.db);
      }),
      { numRuns: 25 },
    );
  });

  test('says where readers leave if it is true of more than half of five or more', async () => {
    site.clock.set(at(200));
    const { author, story, ids } = await written(3);
    await sql`update chapters set published_at = ${at(0)} where story_id = ${story}`.execute(site.ctx.db);
    const all = await people(7);
    const leave = async (reader: Person | undefined, last: number) => {
      for (const chapter of ids.slice(0, last))
        await visit(story, { reader: reader?.id ?? '', chapter, at: at(1) });
    };
    for (const reader of all.slice(0, 4)) await leave(reader, 2);
    await countAllReaders(site.ctx);
    expect((await storyFigures(author, story)).leaving).toBeNull();
    await leave(all[4], 2);
    await countAllReaders(site.ctx);
    expect((await storyFigures(author, story)).leaving).toEqual({
      _id: ids[1],
      number: 2,
      title: 'Chapter 2',
    });
    for (const reader of all.slice(5)) await leave(reader, 1);
    await countAllReaders(site.ctx);
    expect((await storyFigures(author, story)).leaving?._id).toBe(ids[1]);
    // What is said of the story does not depend on the page.
    const pages = [1, 2, 3, 4].map((page) => storyFigures(author, story, { page, limit: 1 }));
    const shown = await Promise.all(pages);
    expect(shown.map(({ chapters, leaving }) => [chapters[0]?.chapter._id, leaving?._id])).toEqual(
      [...ids, undefined].map((id) => [id, ids[1]]),
    );
    expect(shown.map(({ retention }) => retention?.map(({ chapter }) => chapter.number))).toEqual([
      [1],
      [2],
      [],
      [],
    ]);
    expect(shown[1]?.pagination).toMatchObject({ page: 2, total: 3, totalPages: 3 });
    for (const reader of await people(3)) await leave(reader, 1);
    await countAllReaders(site.ctx);
    expect((await storyFigures(author, story)).leaving).toBeNull();
  });

  test('leaves out the author, admins and readers who do not want to be measured', async () => {
    const { author, story, ids } = await written(1);
    const [admin, hidden, reader] = (await people(3)) as [Person, Person, Person];
    await setAdmin(site.ctx.db, admin.id, true);
    await sql`update users set keeps_history = false where id = ${hidden.id}`.execute(site.ctx.db);
    for (const { id } of [author, admin, hidden, reader])
      await visit(story, { reader: id, chapter: ids[0] ?? '', at: at(300), furthest: 100 });
    await countAllReaders(site.ctx);
    expect(await storyFigures(author, story)).toMatchObject({ readers: 1, finished: 1 });
    expect((await chapterFigures(author, ids[0] ?? '')).readers).toBe(1);
  });

  test('is counted for stories that are due, and again without a difference', async () => {
    const { author, story, ids } = await written(1);
    const all = await people(5);
    for (const { id } of all) await visit(story, { reader: id, chapter: ids[0] ?? '', at: at(301) });
    await countReadersDue(site.ctx);
    expect((await storyFigures(author, story)).readers).toBe(0);
    await sql`insert into analytics_stories_due values (${story}, now())`.execute(site.ctx.db);
    await Promise.all([countReadersDue(site.ctx), countAllReaders(site.ctx), countReadersDue(site.ctx)]);
    const first = await storyFigures(author, story);
    expect(first).toMatchObject({ readers: 5, retention: [{ waiting: 5 }] });
    await countAllReaders(site.ctx);
    expect({ ...(await storyFigures(author, story)), asOf: '' }).toEqual({ ...first, asOf: '' });
  });

  test('changes soon after a chapter is published: whoever was waiting has something to read', async () => {
    site.clock.set(at(310));
    const { author, story, ids } = await written(1);
    for (const { id } of await people(5))
      await visit(story, { reader: id, chapter: ids[0] ?? '', at: at(200) });
    await countAllReaders(site.ctx);
    expect((await storyFigures(author, story)).retention).toMatchObject([{ waiting: 5, readingOn: 0 }]);
    await write.chapter(author, story);
    await site.runEvents();
    await countReadersDue(site.ctx);
    expect((await storyFigures(author, story)).retention).toMatchObject([{ waiting: 0, readingOn: 5 }]);
  });

  test('forgets deleted chapters and shows withdrawn ones without retention', async () => {
    const { author, story, ids } = await written(3);
    await sql`update chapters set published_at = ${at(301)} where story_id = ${story}`.execute(site.ctx.db);
    const [first = '', second = '', third = ''] = ids;
    for (const { id } of await people(5))
      for (const chapter of ids) await visit(story, { reader: id, chapter, at: at(302) });
    await site.as(author).call(deleteChapter, { params: { id: third } });
    await site.as(author).call(updateChapter, { params: { id: second }, body: { isPublished: false } });
    await countAllReaders(site.ctx);
    const figures = await storyFigures(author, story);
    expect(figures.chapters.map(({ chapter }) => chapter._id)).toEqual([first]);
    expect(figures.retention).toMatchObject([{ chapter: { _id: first }, readingOn: 0, waiting: 5, gone: 0 }]);
    expect(await chapterFigures(author, second)).toMatchObject({
      readers: 5,
      retention: null,
      publishedAt: null,
      chapter: { number: null },
    });
    expect((await site.as(author).call(calls.getChapterFigures, { params: { id: third } })).status).toBe(404);
  });
});

describe('GET /analytics/story/{id}', () => {
  test('is for its author, and no one else', async () => {
    const { author, story, ids } = await written(1);
    const [other, admin] = (await people(2)) as [Person, Person];
    await setAdmin(site.ctx.db, admin.id, true);
    const draft = (await write.draft(author))._id;
    for (const [who, id, status] of [
      [author, story, 200],
      [author, draft, 200],
      [other, story, 403],
      [admin, story, 403],
      [other, draft, 404],
      [null, story, 401],
    ] as const)
      expect((await site.as(who).call(calls.getStoryFigures, { params: { id } })).status).toBe(status);
    for (const [who, status] of [
      [author, 200],
      [other, 403],
      [null, 401],
    ] as const) {
      const input = { params: { id: ids[0] ?? '' } };
      expect((await site.as(who).call(calls.getChapterFigures, input)).status).toBe(status);
      expect((await site.as(who).call(calls.exportChapterFigures, input)).status).toBe(status);
      expect((await site.as(who).call(calls.exportStoryFigures, { params: { id: story } })).status).toBe(
        status,
      );
    }
  });

  test('answers each day of the author’s, sources, robots, releases and notes of the period', async () => {
    site.clock.set(new Date('2027-03-10T22:30:00Z'));
    const { author, story, ids } = await written(3, 'Asia/Kathmandu');
    // Already the 8th in Kathmandu.
    await sql`update chapters set published_at = '2027-03-07T18:20:00Z' where story_id = ${story}
      and published_number < 3`.execute(site.ctx.db);
    await sql`update chapters set published_at = '2027-01-01T00:00:00Z' where id = ${ids[2]}`.execute(
      site.ctx.db,
    );
    await counted(story, [
      { day: '2027-03-08', views: 12, readers: 6, seconds: 650, robots: 3 },
      { day: '2027-03-11', views: 1 },
      { day: '2027-01-05', views: 900, robots: 900 },
      { day: '2027-03-08', chapter: ids[0] ?? '', views: 70, seconds: 650, robots: 4 },
    ]);
    await sql`insert into analytics_day_sources (story_id, day, source, views) values
      (${story}, '2027-03-08', 'search', 4), (${story}, '2027-03-08', 'site:example.org', 8),
      (${story}, '2027-03-11', 'search', 1), (${story}, '2027-03-11', '', 1), (${story}, '2027-03-11', 'direct', 1),
      (${story}, '2027-01-05', 'direct', 900)`.execute(site.ctx.db);
    expect(await storyFigures(author, story)).toMatchObject({ days: [], sources: [], ages: [] });
    await fiveReaders(story);
    const figures = await storyFigures(author, story);
    // By default the last 30 days, of which today has begun in Kathmandu.
    expect([figures.from, figures.to, figures.days.length]).toEqual(['2027-02-10', '2027-03-11', 30]);
    expect(figures.days.filter(({ views }) => views > 0)).toEqual([
      { day: '2027-03-08', views: 12, readers: 6, minutes: 11, robots: 3 },
      { day: '2027-03-11', views: 1, readers: 0, minutes: 0, robots: 0 },
    ]);
    expect(figures).toMatchObject({
      sources: [
        { source: 'site:example.org', views: 8 },
        { source: 'search', views: 5 },
        { source: 'direct', views: 2 },
      ],
      releases: [{ day: '2027-03-08', chapters: 2, first: { _id: ids[0], number: 1 } }],
      requires: null,
    });
    expect(figures.chapters[0]).toMatchObject({ views: 70, minutes: 11, words: 210, robots: 4 });
    const year = await storyFigures(author, story, { from: '2026-06-01', to: '2027-03-11' });
    expect(year.days.reduce((sum, { robots }) => sum + robots, 0)).toBe(903);
    expect(year.releases).toHaveLength(2);
  });

  test('takes at most two years, in order', async () => {
    const { author, story } = await written(1);
    const ask = async (from: string, to: string) =>
      (await site.as(author).call(calls.getStoryFigures, { params: { id: story }, query: { from, to } }))
        .status;
    expect(await ask('2025-01-01', '2027-01-01')).toBe(200);
    expect(await ask('2025-01-01', '2027-01-02')).toBe(400);
    expect(await ask('2027-01-02', '2027-01-01')).toBe(400);
    expect(await ask('2027-02-30', '2027-03-01')).toBe(400);
  });

  test('compares chapters by their age, in weeks that are over', async () => {
    site.clock.set(new Date('2027-06-20T12:00:00Z'));
    const { author, story, ids } = await written(3);
    const [old = '', recent = '', ancient = ''] = ids;
    for (const [id, when] of [
      [old, '2027-05-01'],
      [recent, '2027-06-10'],
      [ancient, '2026-01-01'],
    ])
      await sql`update chapters set published_at = ${`${when}T00:00:00Z`}::timestamptz where id = ${id}`.execute(
        site.ctx.db,
      );
    await counted(story, [
      { day: '2027-05-01', chapter: old, views: 10 },
      { day: '2027-05-07', chapter: old, views: 5 },
      { day: '2027-05-08', chapter: old, views: 3 },
      { day: '2027-06-10', chapter: recent, views: 9 },
      { day: '2027-06-19', chapter: recent, views: 2 },
      { day: '2026-03-25', chapter: ancient, views: 4 },
      { day: '2026-03-26', chapter: ancient, views: 500 },
    ]);
    await fiveReaders(story, [old, recent]);
    const { ages } = await storyFigures(author, story);
    expect(ages).toHaveLength(12);
    // The second week of the newest chapter is not over.
    expect(ages?.slice(0, 3)).toEqual([
      { week: 1, views: null, usual: 8 },
      { week: 2, views: null, usual: 1.5 },
      { week: 3, views: null, usual: 0 },
    ]);
    expect(ages?.[11]).toEqual({ week: 12, views: null, usual: 4 });
    expect((await chapterFigures(author, recent)).ages?.slice(0, 3)).toMatchObject([
      { week: 1, views: 9 },
      { week: 2, views: 2 },
      { week: 3, views: null },
    ]);
  });

  test('counts likes, saves, follows and comments as the story’s page does, without the author’s own save', async () => {
    const { author, story } = await written(1);
    const [reader] = (await people(1)) as [Person];
    for (const { id } of [author, reader])
      await sql`insert into library_entries (user_id, story_id, is_bookmarked, bookmarked_at, created_at)
        values (${id}, ${story}, true, now(), now())`.execute(site.ctx.db);
    await sql`update story_counts set likes = 4, views = 9 where story_id = ${story}`.execute(site.ctx.db);
    expect(await storyFigures(author, story)).toMatchObject({
      views: 9,
      likes: 4,
      saves: 1,
      follows: 0,
      ratings: 0,
      comments: 0,
    });
  });
});

describe('a plan', () => {
  test('has retention, stops, versions, sources and ages; everything else is free', async () => {
    const author = await site.person();
    const { story, chapters } = await write.published(author, { chapters: 1 });
    const id = chapters[0]?._id ?? '';
    for (const { id: reader } of await people(5))
      await visit(story._id, { reader, chapter: id, at: site.clock.now() });
    await countAllReaders(site.ctx);
    const locked = { ages: null, retention: null, requires: 'Pro' };
    expect(await storyFigures(author, story._id)).toMatchObject({
      ...locked,
      sources: null,
      leaving: null,
      readers: 5,
      chapters: [{ readers: 5 }],
    });
    expect(await chapterFigures(author, id)).toMatchObject({
      ...locked,
      stops: null,
      versions: null,
      readers: 5,
    });
    const storyFile = (table: calls.StoryTable) =>
      site.as(author).call(calls.exportStoryFigures, { params: { id: story._id }, query: { table } });
    const chapterFile = (table: calls.ChapterTable) =>
      site.as(author).call(calls.exportChapterFigures, { params: { id }, query: { table } });
    for (const table of ['retention', 'sources', 'ages'] as const)
      expect((await storyFile(table)).failure).toMatchObject({ code: 'PLAN_REQUIRED' });
    for (const table of ['stops', 'ages'] as const)
      expect((await chapterFile(table)).failure).toMatchObject({ code: 'PLAN_REQUIRED' });
    for (const table of ['days', 'chapters'] as const) expect((await storyFile(table)).status).toBe(200);
    expect((await chapterFile('days')).status).toBe(200);
    await givePlan(site.ctx, author.username, 'pro', null);
    expect(await storyFigures(author, story._id)).toMatchObject({
      retention: [{ waiting: 5 }],
      requires: null,
    });
    for (const table of ['retention', 'sources', 'ages'] as const)
      expect((await storyFile(table)).status).toBe(200);
  });
});

describe('GET /analytics/chapter/{id}', () => {
  test('says where readers stopped, and compares versions that five have read', async () => {
    const { author, story, ids } = await written(1);
    const [id = ''] = ids;
    await site
      .as(author)
      .call(updateChapter, { params: { id }, body: { content: textOf(220, 'other'), version: 1 } as never });
    const stops = [0, 15, 15, 99.5, 100];
    const before = await people(5);
    for (const [index, { id: reader }] of before.entries())
      await visit(story, {
        reader,
        chapter: id,
        at: site.clock.now(),
        furthest: stops[index] ?? 0,
        version: 1,
      });
    const after = await people(4);
    for (const { id: reader } of after)
      await visit(story, { reader, chapter: id, at: site.clock.now(), furthest: 100, version: 2 });
    await countAllReaders(site.ctx);
    expect((await chapterFigures(author, id)).versions).toMatchObject([
      {
        version: 1,
        from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        finished: { share: 0.4, of: 5, count: 2 },
      },
    ]);
    // A version that never was public is not known, and neither is none.
    const [last, unknown] = (await people(2)) as [Person, Person];
    await visit(story, { reader: last.id, chapter: id, at: site.clock.now(), furthest: 99, version: 2 });
    await visit(story, { reader: unknown.id, chapter: id, at: site.clock.now(), furthest: 95, version: 77 });
    await countAllReaders(site.ctx);
    const figures = await chapterFigures(author, id);
    expect(figures.versions?.map(({ version, finished }) => [version, finished.count, finished.of])).toEqual([
      [2, 5, 5],
      [1, 2, 5],
    ]);
    expect(figures.stops?.map((share) => Math.round(share * 11))).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(figures).toMatchObject({ readers: 11, finished: 7 });
  });

  test('has no rates below five readers', async () => {
    const { author, story, ids } = await written(1);
    const [id = ''] = ids;
    for (const { id: reader } of await people(4))
      await visit(story, { reader, chapter: id, at: site.clock.now() });
    await countAllReaders(site.ctx);
    expect(await chapterFigures(author, id)).toMatchObject({
      readers: 4,
      retention: null,
      stops: null,
      versions: [],
      days: [],
      ages: [],
      requires: null,
    });
    expect((await storyFigures(author, story)).retention).toEqual([]);
  });
});

describe('notes', () => {
  const note = (who: Person | null, id: string, noteId: string, body: { day: string; text: string }) =>
    site.as(who).call(calls.saveAnalyticsNote, { params: { id, noteId }, body });

  test('are written, changed and deleted by the author', async () => {
    const { author, story } = await written(1);
    const other = await site.person();
    site.clock.set(new Date('2027-07-10T12:00:00Z'));
    const noteId = newId(site.clock.now().getTime());
    const body = { day: '2027-07-02', text: 'A review in the paper' };
    expect((await note(other, story, noteId, body)).status).toBe(403);
    expect((await note(author, story, noteId, body)).body.data).toEqual({ _id: noteId, ...body });
    await note(author, story, noteId, { ...body, text: 'A letter' });
    expect((await storyFigures(author, story)).notes).toEqual([
      { _id: noteId, day: '2027-07-02', text: 'A letter' },
    ]);
    expect((await storyFigures(author, story, { from: '2027-07-03', to: '2027-07-04' })).notes).toEqual([]);
    for (const text of ['', ' ', 'a'.repeat(201)])
      expect((await note(author, story, noteId, { ...body, text })).status).toBe(400);
    const erase = (who: Person) =>
      site.as(who).call(calls.deleteAnalyticsNote, { params: { id: story, noteId } });
    expect((await erase(other)).status).toBe(403);
    expect((await erase(author)).status).toBe(200);
    expect((await erase(author)).status).toBe(404);
    expect((await storyFigures(author, story)).notes).toEqual([]);
  });

  test('are at most 500 a story, also when two are written at once', async () => {
    const { author, story } = await written(1);
    await sql`insert into analytics_notes (story_id, id, day, text, created_at)
      select ${story}, uuidv7(), '2027-07-01', 'x', now() from generate_series(1, 499)`.execute(site.ctx.db);
    const ids = Array.from({ length: 4 }, () => newId(site.clock.now().getTime()));
    const body = { day: '2027-07-02', text: 'One more' };
    const answers = await Promise.all(ids.map((id) => note(author, story, id, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 413, 413, 413]);
    const saved = ids.find((_, index) => answers[index]?.status === 200) ?? '';
    expect((await note(author, story, saved, { ...body, text: 'Changed' })).status).toBe(200);
  });
});

describe('CSV', () => {
  const lines = async (body: unknown) =>
    (await (body as Blob).text()).replace('\ufeff', '').trim().split('\n');

  test('has the tables of the page, and no formulas', async () => {
    const author = await site.person();
    await givePlan(site.ctx, author.username, 'pro', null);
    const story = (await write.draft(author))._id;
    await write.chapter(author, story, { title: '=HYPERLINK("http://example.org")' });
    site.clock.set(new Date('2027-08-02T12:00:00Z'));
    await counted(story, [{ day: '2027-08-01', views: 7, seconds: 120, robots: 2 }]);
    await sql`insert into analytics_day_sources (story_id, day, source, views)
      values (${story}, '2027-08-01', 'link:-1', 7)`.execute(site.ctx.db);
    const file = async (table: calls.StoryTable) =>
      lines(
        (
          await site.as(author).call(calls.exportStoryFigures, {
            params: { id: story },
            query: { table, from: '2027-08-01', to: '2027-08-02' },
          })
        ).body,
      );
    expect(await file('days')).toEqual(['Day,Views,Readers,Minutes,Probably robots']);
    expect(await file('sources')).toEqual(['Source,Views']);
    await fiveReaders(story);
    expect(await file('days')).toEqual([
      'Day,Views,Readers,Minutes,Probably robots',
      '2027-08-01,7,0,2,2',
      '2027-08-02,0,0,0,0',
    ]);
    expect((await file('chapters'))[1]).toContain(`"'=HYPERLINK(""http://example.org"")"`);
    expect(await file('sources')).toEqual(['Source,Views', 'link:-1,7']);
    expect((await file('ages'))[0]).toBe('Week after publication,Usual views of a chapter');
  });
});
