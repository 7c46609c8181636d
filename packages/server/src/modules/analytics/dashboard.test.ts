import { exportAuthorDashboard, getAuthorDashboard } from '@inkling/contract/analytics';
import type { InputOf } from '@inkling/contract/call';
import { viewStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { firefox } from '../../testing/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';
import { groupAllReaders } from './analytics.jobs.ts';

const site = testApp();
const write = writing(site);

type Query = NonNullable<InputOf<typeof getAuthorDashboard>['query']>;
const ask = (who: Person | null, query: Query = {}) => site.as(who).call(getAuthorDashboard, { query });
const dashboard = async (who: Person, query: Query = {}) => (await ask(who, query)).body.data;

const nil = '00000000-0000-0000-0000-000000000000';
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);
const today = () => dayAt(site.clock.now().getTime());
const later = (from: string, days: number) => dayAt(Date.parse(from) + days * day);

/** Numbers from 0 up to `below`, the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Accounts that only count. */
const crowd = async (size: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, username_key, created_at)
    select name, name, now() from (select 'r' || replace(uuidv7()::text, '-', '') as name
      from generate_series(1, ${size})) named returning id`.execute(site.ctx.db);
  return rows.map(({ id }) => id);
};

interface DayRow {
  story_id: string;
  day: string;
  views: number;
  readers: number;
  robots: number;
}
/** Has five readers of stories counted, below which they are in no figure by day, week or month. */
const fiveReaders = (...stories: string[]) =>
  sql`insert into analytics_stories (story_id, readers, finished, counted_at)
    select id, 5, 0, now() from unnest(${stories}::uuid[]) id
    on conflict (story_id) do update set readers = 5`.execute(site.ctx.db);
const addDays = (rows: DayRow[]) =>
  sql`insert into analytics_days (story_id, chapter_id, day, views, readers, robots)
    select story_id, ${nil}, day, views, readers, robots
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (story_id uuid, day date, views bigint, readers bigint, robots bigint)`.execute(site.ctx.db);

interface Deed {
  kind: 'like' | 'rating' | 'save' | 'comment';
  story: string;
  person: string;
  at: Date;
}
async function add({ kind, story, person, at }: Deed): Promise<void> {
  const { db } = site.ctx;
  if (kind === 'like')
    await sql`insert into story_likes values (${story}, ${person}, ${at}) on conflict do nothing`.execute(db);
  if (kind === 'rating')
    await sql`insert into ratings (story_id, user_id, rating, created_at, updated_at)
      values (${story}, ${person}, 4, ${at}, ${at})`.execute(db);
  if (kind === 'save')
    await sql`insert into library_entries (user_id, story_id, is_bookmarked, bookmarked_at, created_at)
      values (${person}, ${story}, true, ${at}, ${at})`.execute(db);
  if (kind === 'comment')
    await sql`insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at)
      values ('story', ${story}, ${story}, ${person}, 'Well lit.', ${at})`.execute(db);
}

describe('GET /analytics/dashboard/author', () => {
  test('is for authors with a published story', async () => {
    expect((await ask(null)).status).toBe(401);
    const reader = await site.person();
    const draft = await site.person();
    await write.draft(draft);
    for (const who of [reader, draft]) {
      const refused = await ask(who);
      expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
        403,
        'NOT_ALLOWED',
        'The author dashboard is available once you’ve published a story.',
      ]);
      expect((await site.as(who).call(exportAuthorDashboard, { query: {} })).status).toBe(403);
    }
    await write.published(draft);
    expect((await ask(draft)).status).toBe(200);
  });

  test('refuses days in the wrong order, days that do not exist, and more than two years', async () => {
    const author = await site.person();
    await write.published(author);
    for (const [query, message] of [
      [{ from: '2026-03-02', to: '2026-03-01' }, 'Please choose a first day that isn’t after the last one.'],
      [{ from: '2024-01-01', to: '2026-01-01' }, 'Please choose a range of at most two years.'],
      [{ from: '2026-02-30' }, 'Please use a day such as 2026-03-29.'],
    ] as const) {
      const refused = await ask(author, query);
      expect([refused.status, refused.failure.errors?.[0]?.message]).toEqual([400, message]);
    }
    expect((await dashboard(author, { from: '2024-01-01', to: '2025-12-31' })).days).toHaveLength(731);
  });

  test('is empty, without trends, for a story that nobody has opened', async () => {
    const author = await site.person();
    await write.published(author);
    const seen = await dashboard(author);
    expect(seen).toMatchObject({
      from: later(today(), -29),
      to: today(),
      overview: { totalViews: 0, totalStories: 1, engagementRate: null },
      engagement: { followers: 0 },
      performance: { weeklyViews: 0, monthlyViews: 0, viewsGrowth: null },
      trends: { views: null, stories: null, followers: null, engagementRate: null },
      recentActivity: [],
      readerDemographics: { month: null, topCountries: [], ageDistribution: {}, deviceUsage: {} },
      readingStats: { totalBooksRead: 0, readingStreak: 0, minutesRead: 0, wordsRead: 0 },
    });
    expect(seen.days).toHaveLength(30);
    expect(seen.days.every(({ views }) => views === 0)).toBe(true);
  });

  test('equals a year of figures that were added up by other means, on the days of the author', async () => {
    const author = await site.person();
    const zone = 'Asia/Kathmandu';
    await site.as(author).call(updateProfile, { body: { timeZone: zone } });
    site.clock.advance(2 * day);
    const other = await site.person();
    const stories = [];
    for (const title of ['One', 'Two', 'Three'])
      stories.push((await write.published(author, { title })).story._id);
    const foreign = (await write.published(other)).story._id;
    await fiveReaders(...stories);
    const readers = await crowd(60);
    const random = numbers(7);
    const localDay = (at: Date) => dayAt(at.getTime() + 345 * 60_000);
    const last = localDay(site.clock.now());
    const rows: DayRow[] = [];
    for (const story of [...stories, foreign])
      for (let ago = 0; ago < 400; ago += 1)
        if (random(4) > 0)
          rows.push({
            story_id: story,
            day: later(last, -ago),
            views: 5 + random(90),
            readers: random(5),
            robots: random(3),
          });
    await addDays(rows);
    const deeds: Deed[] = [];
    for (const story of [...stories, foreign])
      for (const person of [...readers, author.id])
        for (const kind of ['like', 'rating', 'save', 'comment'] as const)
          if (random(2) === 0)
            deeds.push({
              kind,
              story,
              person,
              at: new Date(site.clock.now().getTime() - random(400 * 24 * 60) * 60_000),
            });
    for (const deed of deeds) await add(deed);

    const mine = rows.filter(({ story_id }) => story_id !== foreign);
    const within = (from: string, to: string) => mine.filter((row) => row.day >= from && row.day <= to);
    const sum = (list: DayRow[], of: 'views' | 'readers' | 'robots') =>
      list.reduce((all, row) => all + row[of], 0);
    const engaged = (
      from: string,
      to: string,
      kinds = ['like', 'rating', 'save', 'comment'],
      story?: string,
    ) =>
      deeds.filter(
        (deed) =>
          deed.story !== foreign &&
          deed.person !== author.id &&
          kinds.includes(deed.kind) &&
          (story === undefined || deed.story === story) &&
          localDay(deed.at) >= from &&
          localDay(deed.at) <= to,
      ).length;
    const percent = (now: number, before: number) => Math.round((1000 * (now - before)) / before) / 10;

    for (const [from, to] of [
      [later(last, -29), last],
      [later(last, -6), last],
      [later(last, -180), later(last, -150)],
      [later(last, -199), last],
    ] as [string, string][]) {
      const seen = await dashboard(author, { from, to });
      const length = (Date.parse(to) - Date.parse(from)) / day + 1;
      const [earlierFrom, earlierTo] = [later(from, -length), later(from, -1)];
      const [views, count] = [sum(within(from, to), 'views'), engaged(from, to)];
      const [earlierViews, earlierCount] = [
        sum(within(earlierFrom, earlierTo), 'views'),
        engaged(earlierFrom, earlierTo),
      ];
      expect(seen.overview.engagementRate).toEqual({ share: count / views, of: views, count });
      expect(seen.trends.views).toBe(percent(views, earlierViews));
      expect(seen.trends.engagementRate).toBe(percent(count / views, earlierCount / earlierViews));
      expect(seen.performance).toEqual({
        weeklyViews: sum(within(later(to, -6), to), 'views'),
        monthlyViews: sum(within(later(to, -29), to), 'views'),
        viewsGrowth: percent(
          sum(within(later(to, -29), to), 'views'),
          sum(within(later(to, -59), later(to, -30)), 'views'),
        ),
      });
      expect(seen.days).toEqual(
        Array.from({ length }, (_, index) => {
          const one = later(from, index);
          const of = within(one, one);
          return {
            from: one,
            views: sum(of, 'views'),
            readers: sum(of, 'readers'),
            robots: sum(of, 'robots'),
          };
        }),
      );
      // Whole weeks and months, wherever the range begins.
      for (const [list, endOf] of [
        [seen.weeks, (start: string) => later(start, 6)],
        [seen.months, (start: string) => later(`${later(start, 31).slice(0, 7)}-01`, -1)],
      ] as const) {
        expect(list[0]?.from.localeCompare(from)).toBeLessThanOrEqual(0);
        expect(endOf(list.at(-1)?.from ?? '') >= to).toBe(true);
        for (const { from: start, views: shown, robots } of list) {
          const of = within(start, endOf(start));
          expect([start, shown, robots]).toEqual([start, sum(of, 'views'), sum(of, 'robots')]);
        }
      }
      expect(new Date(seen.weeks[0]?.from ?? '').getUTCDay()).toBe(1);
      const top = stories
        .map((id) => ({
          id,
          views: within(from, to).reduce((all, row) => all + (row.story_id === id ? row.views : 0), 0),
          likes: engaged(from, to, ['like'], id),
          comments: engaged(from, to, ['comment'], id),
        }))
        .sort((one, two) => two.views - one.views);
      expect(
        seen.topStories.map(({ id, views, likes, comments }) => ({ id, views, likes, comments })),
      ).toEqual(top);
    }
    const file = await site
      .as(author)
      .call(exportAuthorDashboard, { query: { from: later(last, -2), to: last } });
    const text = await file.body.text();
    expect(text.replace('\ufeff', '').trim().split('\n')).toEqual([
      'Day,Views,Readers,Probably robots',
      ...[-2, -1, 0].map((days) => {
        const of = within(later(last, days), later(last, days));
        return [later(last, days), sum(of, 'views'), sum(of, 'readers'), sum(of, 'robots')].join(',');
      }),
    ]);
  });

  test('takes the readers of weeks and months as they were counted, never from days', async () => {
    const author = await site.person();
    const { story } = await write.published(author);
    await addDays(
      [1, 2, 3].map((ago) => ({
        story_id: story._id,
        day: `2026-03-0${ago + 2}`,
        views: 9,
        readers: 8,
        robots: 0,
      })),
    );
    await sql`insert into analytics_periods (story_id, period, starts_on, readers) values
      (${story._id}, 'week', '2026-03-02', 11), (${story._id}, 'month', '2026-03-01', 12)`.execute(
      site.ctx.db,
    );
    const range = { from: '2026-03-03', to: '2026-03-05' };
    expect((await dashboard(author, range)).weeks).toMatchObject([{ views: 27, readers: 0 }]);
    await fiveReaders(story._id);
    const seen = await dashboard(author, range);
    expect(seen.weeks).toEqual([{ from: '2026-03-02', views: 27, readers: 11, robots: 0 }]);
    expect(seen.months).toEqual([{ from: '2026-03-01', views: 27, readers: 12, robots: 0 }]);
  });

  test('has trends of stories and followers against what there was before', async () => {
    const author = await site.person();
    const { story } = await write.published(author);
    await write.published(author, { title: 'Second' });
    const { db } = site.ctx;
    const now = site.clock.now().getTime();
    await sql`update stories set published_at = ${new Date(now - 40 * day)} where id = ${story._id}`.execute(
      db,
    );
    const fans = await crowd(5);
    for (const [index, fan] of fans.entries())
      await sql`insert into follows (follower_id, followed_id, created_at)
        values (${fan}, ${author.id}, ${new Date(now - (index < 4 ? 35 : 2) * day)})`.execute(db);
    await sql`update users set followers_count = 5 where id = ${author.id}`.execute(db);
    expect(await dashboard(author)).toMatchObject({
      overview: { totalStories: 2 },
      engagement: { followers: 5 },
      trends: { stories: 100, followers: 25, views: null },
    });
  });

  test('has neither the author’s own views nor those of admins', async () => {
    const author = await site.person();
    const admin = await site.person();
    await setAdmin(site.ctx.db, admin.id, true);
    const { story, chapters } = await write.published(author);
    const open = (who: Person | null, body: InputOf<typeof viewStory>['body']) =>
      site.as(who).call(viewStory, { params: { id: story._id }, body }, { 'user-agent': firefox });
    const chapterId = chapters[0]?._id;
    for (const who of [author, admin, await site.person(), null])
      for (const body of [{}, { chapterId }]) expect((await open(who, body)).status).toBe(200);
    expect((await dashboard(author)).days.at(-1)).toMatchObject({ views: 2, readers: 0 });
    await fiveReaders(story._id);
    const seen = await dashboard(author);
    expect(seen.overview.totalViews).toBe(2);
    expect(seen.days.at(-1)).toEqual({ from: today(), views: 2, readers: 1, robots: 0 });
    expect(seen.asOf).toBe(site.clock.now().toISOString());
  });

  test('tells what people did together, without who they are', async () => {
    const author = await site.person();
    const { story } = await write.published(author, { title: 'The Lamp' });
    const readers = await crowd(12);
    const ago = (hours: number) => new Date(site.clock.now().getTime() - hours * 3_600_000);
    for (const [index, person] of readers.entries())
      await add({ kind: 'like', story: story._id, person, at: ago(index + 2) });
    await add({ kind: 'rating', story: story._id, person: readers[0] ?? '', at: ago(1) });
    // The author's own, and what is a week old, is not news.
    await add({ kind: 'comment', story: story._id, person: author.id, at: ago(1) });
    await add({ kind: 'save', story: story._id, person: readers[1] ?? '', at: ago(24 * 8) });
    const { recentActivity } = await dashboard(author);
    const about = { _id: story._id, title: 'The Lamp' };
    expect(recentActivity).toEqual([
      {
        icon: 'rating',
        description: '1 person rated “The Lamp”',
        time: ago(1).toISOString(),
        count: 1,
        story: about,
      },
      {
        icon: 'like',
        description: '12 people liked “The Lamp”',
        time: ago(2).toISOString(),
        count: 12,
        story: about,
      },
    ]);
  });
});

describe('groups of readers', () => {
  interface Reader {
    country: string | null;
    device: string | null;
    at: Date;
  }
  /** Opens a chapter as many times as there are readers, each a person of their own. */
  async function opened(
    story: string,
    readers: Reader[],
    more: { isMember?: boolean; isRobot?: boolean } = {},
  ) {
    const { isMember = true, isRobot = false } = more;
    await sql`
      insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot, source, device, country)
      select s.id, uuidv7(), (r.at at time zone u.time_zone)::date, decode(md5(random()::text), 'hex'), r.at,
        ${isMember}, ${isRobot}, null, r.device, r.country
      from json_to_recordset(${JSON.stringify(readers)}::json) as r (country text, device text, at timestamptz),
        stories s join users u on u.id = s.author_id where s.id = ${story}`.execute(site.ctx.db);
    await sql`insert into analytics_periods (story_id, period, starts_on, readers)
      select ${story}, 'month', date_trunc('month', ${readers[0]?.at}::timestamptz at time zone 'UTC'), ${readers.length}
      on conflict (story_id, period, starts_on) do update set
        readers = analytics_periods.readers + excluded.readers`.execute(site.ctx.db);
  }
  const many = (count: number, country: string | null, device: string | null, at: Date): Reader[] =>
    Array.from({ length: count }, () => ({ country, device, at }));

  test.each([
    // 49 known readers are too few, though there are more.
    [[49, 0, 0], 20, {}],
    [[50, 0, 0], 0, { DE: 50 }],
    [[46, 4, 0], 0, { DE: 45 }],
    [[45, 5, 0], 0, { DE: 45, FR: 5 }],
    [[42, 7, 8], 3, { DE: 40, FR: 5, NP: 10 }],
    [[4, 4, 4], 60, {}],
  ])('%j known and %i unknown readers are shown as %j', async (counts, unknown, expected) => {
    const author = await site.person();
    const { story } = await write.published(author);
    const at = site.clock.now();
    const [german = 0, french = 0, nepali = 0] = counts;
    const readers = [
      ...many(german, 'DE', null, at),
      ...many(french, 'FR', null, at),
      ...many(nepali, 'NP', null, at),
      ...many(unknown, null, null, at),
    ];
    await opened(story._id, readers);
    // None of these is a reader.
    await opened(story._id, many(40, 'BR', 'mobile', at), { isMember: false });
    await opened(story._id, many(40, 'BR', 'mobile', at), { isRobot: true });
    await groupAllReaders(site.ctx);
    await groupAllReaders(site.ctx);
    const { topCountries, deviceUsage, month } = (await dashboard(author)).readerDemographics;
    expect(Object.fromEntries(topCountries.map(({ country, readers: shown }) => [country, shown]))).toEqual(
      expected,
    );
    expect(deviceUsage).toEqual({});
    expect(month).toBe(Object.keys(expected).length > 0 ? `${today().slice(0, 7)}-01` : null);
  });

  test('are never fewer than five, in any week, month, quarter or year of a year', async () => {
    const author = await site.person();
    const { story } = await write.published(author);
    const random = numbers(3);
    const countries = ['DE', 'FR', 'NP', 'BR', 'JP', 'IS'];
    const truth = new Map<string, Map<string, number>>();
    const months: string[] = [];
    let start = later(`${today().slice(0, 7)}-01`, -360);
    for (start = `${start.slice(0, 7)}-01`; start <= today(); start = `${later(start, 31).slice(0, 7)}-01`) {
      months.push(start);
      const size = 30 + random(90);
      const at = new Date(`${start}T05:30:00Z`);
      const readers = Array.from({ length: size }, () => ({
        country: countries[Math.min(random(6), random(6), random(6))] ?? null,
        device: null,
        at: new Date(at.getTime() + random(20) * 3_600_000),
      }));
      const counts = new Map<string, number>();
      for (const { country } of readers) counts.set(country ?? '', (counts.get(country ?? '') ?? 0) + 1);
      truth.set(start, size >= 50 ? counts : new Map());
      await opened(story._id, readers);
      await groupAllReaders({
        db: site.ctx.db,
        clock: { ...site.clock, now: () => new Date(at.getTime() + 2 * day) },
      });
    }
    // Nothing more is said once the raw rows are gone.
    await sql`delete from analytics_views where at < ${new Date(site.clock.now().getTime() - 90 * day)}`.execute(
      site.ctx.db,
    );
    await groupAllReaders(site.ctx);
    const first = months[0] ?? '';
    const end = today();
    for (const length of [7, 30, 91, 365])
      for (let from = first; later(from, length - 1) <= end; from = later(from, 7)) {
        const to = later(from, length - 1);
        const shown = (await dashboard(author, { from, to })).readerDemographics;
        const expected =
          months.filter((month) => month <= to && (truth.get(month)?.size ?? 0) > 0).at(-1) ?? null;
        expect(shown.month).toBe(expected);
        for (const { country, readers } of shown.topCountries) {
          const exact = truth.get(expected ?? '')?.get(country) ?? 0;
          expect(exact).toBeGreaterThanOrEqual(5);
          expect([readers % 5, Math.abs(readers - exact) <= 2.5]).toEqual([0, true]);
        }
        const large = [...(truth.get(expected ?? '') ?? [])].filter(([, count]) => count >= 5);
        expect(shown.topCountries).toHaveLength(large.length);
      }
  });

  test('count each reader once in a month of the author, as they came last', async () => {
    const author = await site.person();
    await site.as(author).call(updateProfile, { body: { timeZone: 'Pacific/Kiritimati' } });
    site.clock.advance(2 * day);
    const { story } = await write.published(author);
    const start = `${today().slice(0, 7)}-01`;
    site.clock.advance(Date.parse(later(start, 19)) - site.clock.now().getTime());
    // On the first of the month at 00:30 there, which is the day before at 10:30 in UTC.
    const early = new Date(Date.parse(`${start}T10:30:00Z`) - day);
    await opened(story._id, [
      ...many(30, 'DE', 'mobile', site.clock.now()),
      ...many(20, 'DE', 'desktop', early),
    ]);
    await sql`
      insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot, source, device, country)
      select story_id, chapter_id, (${site.clock.now()}::timestamptz at time zone 'Pacific/Kiritimati')::date, viewer,
        ${site.clock.now()}, true, false, null, 'tablet', country
      from analytics_views where story_id = ${story._id} and device = 'desktop'`.execute(site.ctx.db);
    await opened(story._id, many(5, 'DE', 'desktop', early));
    // An hour before that month began.
    await opened(story._id, many(60, 'FR', 'desktop', new Date(early.getTime() - 3_600_000)));
    await sql`insert into analytics_periods values (${story._id}, 'month', ${start}, 55)
      on conflict (story_id, period, starts_on) do update set readers = 55`.execute(site.ctx.db);
    await groupAllReaders(site.ctx);
    expect((await dashboard(author)).readerDemographics).toEqual({
      month: start,
      topCountries: [{ country: 'DE', readers: 55, of: 55, share: 1 }],
      ageDistribution: {},
      deviceUsage: {
        mobile: { readers: 30, of: 55, share: 30 / 55 },
        tablet: { readers: 20, of: 55, share: 20 / 55 },
        desktop: { readers: 5, of: 55, share: 5 / 55 },
      },
    });
  });
});
