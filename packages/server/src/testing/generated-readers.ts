import { randomUUID } from 'node:crypto';
import { countSession, findZones, noChapter } from '../modules/analytics/views.queries.ts';
import { countVisits } from '../modules/analytics/views.service.ts';
import { day, minute } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { dayIn } from '../platform/days.ts';
import { type Db, sql } from '../platform/db/db.ts';

/** A view; `member` is the index of who it is of, and null for a visitor or a robot. */
interface GeneratedView {
  storyId: string;
  chapterId: string;
  at: Date;
  member: number | null;
  isRobot: boolean;
  source: string | null;
  device: 'mobile' | 'tablet' | 'desktop' | null;
  country: string | null;
  /** Of a visitor: a network of IPv6. */
  network: string;
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
  story: { id: string; chapters: string[]; zone: string };
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

/** Visits of members, visitors and robots to a story and its chapters, each page at most once per viewer and day of the author. */
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
      const network = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
      const pages = [
        noChapter,
        ...story.chapters.slice(0, Math.floor(random() * (story.chapters.length + 1))),
      ];
      for (const [index, chapterId] of pages.entries()) {
        const moment = new Date(at.getTime() + index * 7 * minute);
        const view = { storyId: story.id, chapterId, at: moment, member, isRobot, ...known, network };
        const place = `${chapterId} ${dayIn(story.zone, moment)} ${member ?? network}`;
        if (!views.has(place)) views.set(place, view);
        if (member === null || chapterId === noChapter) continue;
        const seconds = 1 + Math.floor(random() * 900);
        sessions.push({ storyId: story.id, chapterId, sessionId: randomUUID(), at: moment, seconds });
      }
    }
  }
  return { views: [...views.values()], sessions };
}

/** Has views and sessions counted; those that were counted before change nothing. */
export async function countRows(
  site: Pick<AppContext, 'db' | 'config' | 'clock'>,
  members: string[],
  { views, sessions }: GeneratedRows,
): Promise<void> {
  for (let done = 0; done < views.length; done += 100)
    await countVisits(
      site,
      views.slice(done, done + 100).map(({ member, isRobot, network, ...view }) => ({
        ...view,
        address: `${network}::1`,
        userId: member === null ? null : (members[member] ?? null),
        isProgram: isRobot,
        isPrivate: false,
      })),
    );
  for (const { at, ...session } of sessions) {
    const zone = (await findZones(site.db, [session.storyId], at)).get(session.storyId) ?? '';
    await countSession(site.db, { ...session, day: dayIn(zone, at) });
  }
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
