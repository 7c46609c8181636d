import { randomUUID } from 'node:crypto';
import { noChapter } from '../modules/analytics/views.queries.ts';
import { viewerKeyOf } from '../modules/stories/index.ts';
import { day, minute } from '../platform/clock.ts';
import { type Db, execute, sql } from '../platform/db/db.ts';

/** A raw view; `member` is the index of who it is of, and null for a visitor or a robot. */
interface GeneratedView {
  storyId: string;
  chapterId: string;
  at: Date;
  member: number | null;
  isRobot: boolean;
  source: string | null;
  device: 'mobile' | 'tablet' | 'desktop' | null;
  country: string | null;
  /** Of a visitor: 32 hex digits. */
  key: string;
}
interface GeneratedSession {
  storyId: string;
  chapterId: string;
  sessionId: string;
  at: Date;
  seconds: number;
}
export interface GeneratedRows {
  views: GeneratedView[];
  sessions: GeneratedSession[];
}

export interface GeneratedPeriod {
  story: { id: string; chapters: string[] };
  /** Ids of people. */
  members: string[];
  from: Date;
  days: number;
  /** Visits a day. */
  visits: number;
  /** Returns a number from 0 up to 1. */
  random(): number;
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const sources = ['search', 'discover', 'story', 'feed', 'direct', 'site:example.com', 'link:newsletter'];
const countries = ['DE', 'US', 'IN', null];
const devices = ['mobile', 'tablet', 'desktop'] as const;

/** Visits of members, visitors and robots to a story and its chapters, each page at most once per viewer and UTC day. */
export function generateRows(period: GeneratedPeriod): GeneratedRows {
  const { story, members, from, days, visits, random } = period;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const views = new Map<string, GeneratedView>();
  const sessions: GeneratedSession[] = [];
  for (let number = 0; number < days; number += 1) {
    for (let visit = 0; visit < visits; visit += 1) {
      const at = new Date(from.getTime() + number * day + Math.floor(random() * 24 * 60 * 60) * 1000);
      const isRobot = random() < 0.1;
      const member = !isRobot && random() < 0.6 ? Math.floor(random() * members.length) : null;
      const known = isRobot
        ? { source: null, device: null, country: null }
        : { source: pick(sources), device: pick(devices), country: pick(countries) };
      const key = randomUUID().replaceAll('-', '');
      const pages = [
        noChapter,
        ...story.chapters.slice(0, Math.floor(random() * (story.chapters.length + 1))),
      ];
      for (const [index, chapterId] of pages.entries()) {
        const moment = new Date(at.getTime() + index * 7 * minute);
        const utcDay = moment.toISOString().slice(0, 10);
        const view = { storyId: story.id, chapterId, at: moment, member, isRobot, ...known, key };
        const place = `${chapterId} ${utcDay} ${member ?? key}`;
        if (!views.has(place)) views.set(place, view);
        if (member === null || chapterId === noChapter) continue;
        const seconds = 1 + Math.floor(random() * 900);
        sessions.push({ storyId: story.id, chapterId, sessionId: randomUUID(), at: moment, seconds });
      }
    }
  }
  return { views: [...views.values()], sessions };
}

/** Stores raw rows and marks their quarters of an hour, as the server does; rows that are there already change nothing. */
export async function insertRows(
  db: Db,
  members: string[],
  { views, sessions }: GeneratedRows,
): Promise<void> {
  const utcDay = ({ at }: { at: Date }) => at.toISOString().slice(0, 10);
  await execute(db)`
    with input as (
      select v.*, m.id as member_id from unnest(${views.map((v) => v.storyId)}::uuid[],
        ${views.map((v) => v.chapterId)}::uuid[], ${views.map(utcDay)}::date[], ${views.map((v) => v.at)}::timestamptz[],
        ${views.map((v) => (v.member === null ? null : (members[v.member] ?? null)))}::uuid[],
        ${views.map((v) => v.key)}::text[], ${views.map((v) => v.isRobot)}::boolean[],
        ${views.map((v) => v.source)}::text[], ${views.map((v) => v.device)}::text[],
        ${views.map((v) => v.country)}::text[])
        as v (story_id, chapter_id, day, at, member, key, is_robot, source, device, country)
      left join users m on m.id = v.member),
    viewed as (
      insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot, source, device, country)
      select story_id, chapter_id, day,
        case when member is null then decode(key, 'hex') else ${viewerKeyOf(sql`member`)} end, at,
        member is not null, is_robot, source, device, country
      from input order by 1, 2, 3, 4 on conflict do nothing returning at),
    read as (
      insert into analytics_sessions (story_id, chapter_id, day, session_id, at, seconds)
      select * from unnest(${sessions.map((s) => s.storyId)}::uuid[], ${sessions.map((s) => s.chapterId)}::uuid[],
        ${sessions.map(utcDay)}::date[], ${sessions.map((s) => s.sessionId)}::uuid[],
        ${sessions.map((s) => s.at)}::timestamptz[], ${sessions.map((s) => s.seconds)}::int[])
      on conflict do nothing returning at)
    insert into analytics_due as d (quarter)
    select distinct date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z')
    from (select at from viewed union all select at from read) added order by 1
    on conflict (quarter) do update set marks = d.marks + 1`;
}

/** What is true of one page on one day of the author; a page is a chapter, or the story itself (the nil id). */
interface DayTruth {
  views: number;
  robots: number;
  seconds: number;
  readers: number;
}
export interface Truth {
  /** By page and day: `${chapterId} ${day}`. */
  days: Map<string, DayTruth>;
  /** Views of the story, and of chapters from outside, by `${day} ${source}`. */
  sources: Map<string, number>;
  /** Readers of the story by `week ${monday}` and `month ${first}`. */
  periods: Map<string, number>;
}

/** The figures of rows in a time zone, counted one by one. */
export function truthOf({ views, sessions }: GeneratedRows, zone: string): Truth {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const days = new Map<string, DayTruth>();
  const readers = new Map<string, Set<number>>();
  const sources = new Map<string, number>();
  const at = (chapterId: string, date: string): DayTruth => {
    const place = `${chapterId} ${date}`;
    const found = days.get(place) ?? { views: 0, robots: 0, seconds: 0, readers: 0 };
    days.set(place, found);
    return found;
  };
  const meet = (place: string, member: number) => {
    const found = readers.get(place) ?? new Set<number>();
    readers.set(place, found.add(member));
  };
  for (const view of views) {
    const date = format.format(view.at);
    const figures = at(view.chapterId, date);
    if (view.isRobot) figures.robots += 1;
    else figures.views += 1;
    const isFromOutside = /^(?:feed$|mail$|site:|link:)/.test(view.source ?? '');
    if ((view.chapterId === noChapter || isFromOutside) && !view.isRobot) {
      const place = `${date} ${view.source ?? ''}`;
      sources.set(place, (sources.get(place) ?? 0) + 1);
    }
    if (view.member === null || view.chapterId === noChapter) continue;
    meet(`${view.chapterId} ${date}`, view.member);
    meet(`${noChapter} ${date}`, view.member);
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
    const monday = new Date(Date.parse(`${date}T12:00:00Z`) - ((weekday + 6) % 7) * day);
    meet(`week ${monday.toISOString().slice(0, 10)}`, view.member);
    meet(`month ${date.slice(0, 8)}01`, view.member);
  }
  for (const { chapterId, at: moment, seconds } of sessions) {
    const date = format.format(moment);
    at(chapterId, date).seconds += seconds;
    at(noChapter, date).seconds += seconds;
  }
  const periods = new Map<string, number>();
  for (const [place, { size }] of readers) {
    if (/^(?:week|month) /.test(place)) periods.set(place, size);
    else at(place.slice(0, 36), place.slice(37)).readers = size;
  }
  return { days, sources, periods };
}

/** The figures of a story as they were counted, in the form of `truthOf`. */
export async function countedTruth(db: Db, storyId: string): Promise<Truth> {
  const days = await db
    .selectFrom('analytics_days')
    .select(['chapter_id', 'views', 'robots', 'seconds', 'readers', sql<string>`day::text`.as('day')])
    .where('story_id', '=', storyId)
    .execute();
  const sourceRows = await db
    .selectFrom('analytics_day_sources')
    .select(['source', 'views', sql<string>`day::text`.as('day')])
    .where('story_id', '=', storyId)
    .execute();
  const periodRows = await db
    .selectFrom('analytics_periods')
    .select(['period', 'readers', sql<string>`starts_on::text`.as('starts_on')])
    .where('story_id', '=', storyId)
    .execute();
  return {
    days: new Map(days.map(({ chapter_id, day: date, ...figures }) => [`${chapter_id} ${date}`, figures])),
    sources: new Map(sourceRows.map(({ day: date, source, views }) => [`${date} ${source}`, views])),
    periods: new Map(periodRows.map(({ period, starts_on, readers }) => [`${period} ${starts_on}`, readers])),
  };
}
