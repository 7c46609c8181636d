import { beforeAll, describe, expect, test } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import { firefox } from '../../testing/request-of.ts';
import { testApp } from '../../testing/test-app.ts';
import {
  type Actor,
  type Deed,
  endOfYear,
  localDay,
  type ReadChapter,
  type WrittenStory,
  wordsPerChapter,
  type Year,
  yearOfReaders,
} from '../../testing/year-of-readers.ts';
import { listAchievements } from '../achievements/index.ts';
import * as reading from '../reading-analytics/reading-analytics.service.ts';
import { computeReadingMeans, setReadingGoal } from '../reading-analytics/reading-analytics.service.ts';
import { countAllReaders, groupAllReaders } from './analytics.jobs.ts';
import { getChapterFigures } from './chapter-figures.service.ts';
import { readAuthorDashboard } from './dashboard.service.ts';
import { getStoryFigures } from './story-figures.service.ts';

/**
 * A year of generated readers, and every figure of it computed a second time, one happening after the other, from the list
 * of what was done. Nothing here asks the database.
 */
const site = testApp();
let year: Year;

const context = (): RequestContext => ({
  ...site.ctx,
  requestId: 'known-year',
  address: '127.0.0.1',
  userAgent: firefox,
  wantsPrivacy: false,
  isClientGone: () => false,
});

beforeAll(async () => {
  year = await yearOfReaders(site);
  for (const { viewer } of year.readers.slice(0, 5))
    await setReadingGoal(context(), viewer, { minutesADay: 20, booksAYear: 12 });
  // December is counted for good as long as it is not two days over.
  site.clock.set(new Date('2027-01-01T12:00:00Z'));
  await groupAllReaders(site.ctx);
  site.clock.set(endOfYear);
  await groupAllReaders(site.ctx);
  await countAllReaders(site.ctx);
  await computeReadingMeans(site.ctx);
}, 900_000);

const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / day;
const dateOf = (number: number): string => new Date(number * day).toISOString().slice(0, 10);
const later = (date: string, days: number): string => dateOf(numberOf(date) + days);
const mondayOf = (date: string): string =>
  later(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
const firstOf = (date: string): string => `${date.slice(0, 7)}-01`;
const datesOf = (from: string, to: string): string[] =>
  Array.from({ length: numberOf(to) - numberOf(from) + 1 }, (_, index) => later(from, index));
const sum = (list: number[]): number => list.reduce((all, one) => all + one, 0);
const countOf = <T>(list: T[]): number => new Set(list).size;
const percent = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : Math.round((1000 * (now - before)) / before) / 10;
const within = (zone: string, from: string, to: string) => (one: { at: Date }) =>
  localDay(zone, one.at) >= from && localDay(zone, one.at) <= to;

const ranges = (today: string): [string, string][] => [
  [later(today, -29), today],
  [later(today, -6), today],
  [later(today, -200), later(today, -150)],
  [later(today, -365), today],
];

/** The kinds of deeds that readers engage by. */
const engaging = new Set<Deed['kind']>(['like', 'comment', 'rating', 'save']);

test('the year has everything that figures are about', () => {
  const { seen, reads, deeds } = year;
  expect(reads.length).toBeGreaterThan(600);
  expect(seen.filter(({ isRobot }) => isRobot).length).toBeGreaterThan(20);
  expect(seen.filter(({ reader, isRobot }) => reader === null && !isRobot).length).toBeGreaterThan(200);
  expect(new Set(deeds.map(({ kind }) => kind)).size).toBe(7);
  expect(reads.some(({ version }) => version === 2)).toBe(true);
});

describe('the author dashboard', () => {
  const truthOf = (author: Actor, from: string, to: string) => {
    const { zone } = author;
    const now = endOfYear;
    const own = year.stories.filter((story) => story.author === author);
    const pages = year.seen.filter(({ story }) => story.author === author);
    const views = pages.filter(({ chapter, isRobot }) => chapter === null && !isRobot);
    const robots = pages.filter(({ chapter, isRobot }) => chapter === null && isRobot);
    const hasFive = new Set(own.filter((story) => countOf(placesIn(story).map(({ reader }) => reader)) >= 5));
    const opened = pages.filter(
      ({ story, chapter, reader }) => chapter !== null && reader !== null && hasFive.has(story),
    );
    const deeds = year.deeds.filter((deed) => deed.author === author);
    const during = (first: string, last: string) => within(zone, first, last);
    const viewsIn = (first: string, last: string) => views.filter(during(first, last)).length;
    const period = (first: string, last: string) => ({
      from: first,
      views: viewsIn(first, last),
      readers: countOf(
        opened.filter(during(first, last)).map(({ story, reader }) => `${story.id} ${reader?.viewer.id}`),
      ),
      robots: robots.filter(during(first, last)).length,
    });
    const length = numberOf(to) - numberOf(from) + 1;
    const [earlierFrom, earlierTo] = [later(from, -length), later(from, -1)];
    const engaged = (first: string, last: string) =>
      deeds.filter(({ kind }) => engaging.has(kind)).filter(during(first, last)).length;
    const rate = (first: string, last: string) => {
      const [count, of] = [engaged(first, last), viewsIn(first, last)];
      return of < 5 ? null : { share: count / of, of, count };
    };
    const published = (before: string) =>
      own.filter(({ chapters: [first] }) => first !== undefined && localDay(zone, first.at) < before).length;
    const followed = (before: string) =>
      deeds.filter(({ kind, at }) => kind === 'follow' && localDay(zone, at) < before).length;
    const [monthly, monthBefore] = [viewsIn(later(to, -29), to), viewsIn(later(to, -59), later(to, -30))];
    const months = [...new Set(datesOf(from, to).map(firstOf))];
    return {
      from,
      to,
      overview: { totalViews: views.length, totalStories: own.length, engagementRate: rate(from, to) },
      engagement: { followers: deeds.filter(({ kind }) => kind === 'follow').length },
      performance: {
        weeklyViews: viewsIn(later(to, -6), to),
        monthlyViews: monthly,
        viewsGrowth: percent(monthly, monthBefore),
      },
      trends: {
        views: percent(viewsIn(from, to), viewsIn(earlierFrom, earlierTo)),
        stories: percent(published(later(to, 1)), published(from)),
        followers: percent(followed(later(to, 1)), followed(from)),
        engagementRate: percent(rate(from, to)?.share ?? null, rate(earlierFrom, earlierTo)?.share ?? null),
      },
      top: new Map(
        own.map(({ id, title, genres }) => {
          const of = (kind: Deed['kind']) =>
            deeds.filter((deed) => deed.kind === kind && deed.story?.id === id).filter(during(from, to))
              .length;
          const seen = views.filter(({ story }) => story.id === id).filter(during(from, to)).length;
          return [id, { title, views: seen, likes: of('like'), comments: of('comment'), genres }];
        }),
      ),
      activity: new Map(
        Object.entries(
          Object.groupBy(
            deeds.filter(({ kind, at }) => kind !== 'chapterLike' && at.getTime() > now.getTime() - 7 * day),
            ({ kind, story }) => `${kind} ${story?.id ?? null}`,
          ),
        ).map(([key, list = []]) => {
          const latest = Math.max(...list.map(({ at }) => at.getTime()));
          return [key, { count: list.length, time: new Date(latest).toISOString() }];
        }),
      ),
      days: datesOf(from, to).map((date) => period(date, date)),
      weeks: [...new Set(datesOf(from, to).map(mondayOf))].map((monday) => period(monday, later(monday, 6))),
      months: months.map((first) => period(first, later(firstOf(later(first, 31)), -1))),
    };
  };

  test('equals the truth in every figure, of every author and range', async () => {
    for (const author of year.authors)
      for (const [from, to] of ranges(localDay(author.zone, endOfYear))) {
        const shown = await readAuthorDashboard(context(), author.viewer, { from, to });
        const { topStories, recentActivity, readerDemographics: _, readingStats, asOf, ...figures } = shown;
        const { top, activity, ...truth } = truthOf(author, from, to);
        expect(figures).toEqual(truth);
        expect(asOf).toBe(endOfYear.toISOString());
        expect(
          new Map(
            topStories.map(({ id, title, views, likes, comments, genres }) => [
              id,
              { title, views, likes, comments, genres: genres.map(({ _id }) => _id) },
            ]),
          ),
        ).toEqual(top);
        const order = topStories.map(({ views }) => views);
        expect(order).toEqual(order.toSorted((one, other) => other - one));
        const latest = [...activity].toSorted(([, one], [, other]) => other.time.localeCompare(one.time));
        expect(
          recentActivity.map(({ icon, story, count, time }) => [
            `${icon} ${story?._id ?? null}`,
            { count, time },
          ]),
        ).toEqual(latest.slice(0, 10));
        const own = readerTruth(author);
        expect(readingStats).toEqual({
          totalBooksRead: own.totalBooksRead,
          readingStreak: own.readingStreak,
          minutesRead: own.totalMinutesRead,
          wordsRead: sum([...wordsByDay(author).values()].map(({ words }) => words)),
        });
      }
  });

  test('shows groups of the month in which sixty readers came, and no other', async () => {
    for (const author of year.authors) {
      const last = new Map<string, { country: string | null; device: string }>();
      for (const { story, chapter, reader, device, at } of year.seen)
        if (story.author === author && chapter !== null && reader !== null)
          if (localDay(author.zone, at).startsWith('2026-12'))
            last.set(reader.viewer.id, { country: reader.country, device });
      const groups = (values: (string | null)[]) => {
        const known = values.filter((value) => value !== null);
        const rounded = (count: number) => 5 * Math.round(count / 5);
        const groupOf = (readers: number, of: number) => ({ readers, of, share: readers / of });
        const counts = [...new Set(known)].map((value) => ({
          value,
          readers: known.filter((one) => one === value).length,
        }));
        return new Map(
          counts.flatMap(({ value, readers }) =>
            known.length < 50 || readers < 5
              ? []
              : [[value, groupOf(rounded(readers), rounded(known.length))]],
          ) as [string, unknown][],
        );
      };
      const countries = groups([...last.values()].map(({ country }) => country));
      const devices = groups([...last.values()].map(({ device }) => device));
      const { readerDemographics: shown } = await readAuthorDashboard(context(), author.viewer, {});
      expect(new Map(shown.topCountries.map(({ country, ...group }) => [country, group]))).toEqual(countries);
      expect(new Map(Object.entries(shown.deviceUsage))).toEqual(devices);
      expect(shown.month).toBe(countries.size + devices.size === 0 ? null : '2026-12-01');
      if (author === year.authors[0]) expect(devices.size).toBe(3);
    }
  });
});

/** The furthest place, the last version and the last visit of each reader of each chapter. */
interface Place {
  reader: Actor;
  chapter: string;
  furthest: number;
  version: number;
}
function placesIn(story: WrittenStory): Place[] {
  const places = new Map<string, Place>();
  for (const { reader, chapter, progress, version } of year.reads.filter((read) => read.story === story)) {
    const key = `${reader.viewer.id} ${chapter}`;
    const furthest = Math.max(places.get(key)?.furthest ?? 0, progress);
    places.set(key, { reader, chapter, furthest, version });
  }
  return [...places.values()];
}

function kindsAt(story: WrittenStory, index: number, places: Place[]) {
  const kinds = { readingOn: 0, waiting: 0, gone: 0 };
  for (const { reader } of places.filter(({ chapter }) => chapter === story.chapters[index]?.id)) {
    const own = year.reads.filter((read) => read.story === story && read.reader === reader);
    const visited = Math.max(...own.map(({ endedAt }) => endedAt.getTime()));
    const newer = story.chapters[index + 1];
    if (own.some((read) => read.index > index)) kinds.readingOn += 1;
    else if (newer === undefined) kinds.waiting += 1;
    else if (endOfYear.getTime() - Math.max(visited, newer.at.getTime()) >= 30 * day) kinds.gone += 1;
    else kinds.readingOn += 1;
  }
  return kinds;
}

const deedsOf = (kind: Deed['kind'], of: { story?: string; chapter?: string }) =>
  year.deeds.filter(
    (deed) =>
      deed.kind === kind &&
      (of.story === undefined || deed.story?.id === of.story) &&
      (of.chapter === undefined || deed.chapter === of.chapter),
  ).length;

/** What was seen and read of a story (null) or a chapter on days of the author. */
function daysOf(story: WrittenStory, chapter: string | null, from: string, to: string) {
  const { zone } = story.author;
  return datesOf(from, to).map((date) => {
    const on = within(zone, date, date);
    const pages = year.seen.filter((page) => page.story === story).filter(on);
    const own = pages.filter((page) => page.chapter === chapter);
    const readers = pages.filter(
      (page) => page.reader !== null && (chapter === null ? page.chapter !== null : page.chapter === chapter),
    );
    const time = year.reads.filter(
      (read) =>
        read.story === story &&
        (chapter === null || read.chapter === chapter) &&
        localDay(zone, read.endedAt) === date,
    );
    return {
      day: date,
      views: own.filter(({ isRobot }) => !isRobot).length,
      readers: countOf(readers.map(({ reader }) => reader)),
      minutes: Math.round(sum(time.map(({ seconds }) => seconds)) / 60),
      robots: own.filter(({ isRobot }) => isRobot).length,
    };
  });
}

function agesOf(story: WrittenStory, of: string | null) {
  const { zone } = story.author;
  const today = numberOf(localDay(zone, endOfYear));
  const weekly = (chapter: WrittenStory['chapters'][number], week: number) => {
    const first = later(localDay(zone, chapter.at), 7 * (week - 1));
    return year.seen
      .filter((page) => page.chapter === chapter.id && !page.isRobot)
      .filter(within(zone, first, later(first, 6))).length;
  };
  return Array.from({ length: 12 }, (_, index) => {
    const week = index + 1;
    const age = (chapter: { at: Date }) => today - numberOf(localDay(zone, chapter.at));
    const over = story.chapters.filter((chapter) => age(chapter) >= 7 * week);
    const own = story.chapters.find(({ id }) => id === of);
    return {
      week,
      views: own === undefined || age(own) < 7 * (week - 1) ? null : weekly(own, week),
      usual:
        over.length === 0
          ? null
          : Math.round((10 * sum(over.map((chapter) => weekly(chapter, week)))) / over.length) / 10,
    };
  });
}

const nameAt = (story: WrittenStory, index: number) => ({
  _id: story.chapters[index]?.id,
  number: index + 1,
  title: `Chapter ${index + 1}`,
});

function releasesOf(story: WrittenStory, from: string, to: string) {
  const { zone } = story.author;
  const dates = story.chapters.map(({ at }) => localDay(zone, at));
  return [...new Set(dates)]
    .filter((date) => date >= from && date <= to)
    .map((date) => ({
      day: date,
      chapters: dates.filter((one) => one === date).length,
      first: nameAt(story, dates.indexOf(date)),
    }));
}

const totalsOf = (story: WrittenStory, index: number, places: Place[]) => {
  const id = story.chapters[index]?.id ?? '';
  const pages = year.seen.filter(({ chapter }) => chapter === id);
  const own = places.filter(({ chapter }) => chapter === id);
  return {
    words: wordsPerChapter,
    minutes: Math.round(
      sum(year.reads.filter(({ chapter }) => chapter === id).map(({ seconds }) => seconds)) / 60,
    ),
    likes: deedsOf('chapterLike', { chapter: id }),
    comments: deedsOf('comment', { chapter: id }),
    views: pages.filter(({ isRobot }) => !isRobot).length,
    readers: own.length,
    finished: own.filter(({ furthest }) => furthest === 100).length,
  };
};

describe('the pages of stories and chapters', () => {
  test('equal the truth in every figure of every story', async () => {
    for (const story of year.stories)
      for (const [from, to] of ranges(localDay(story.author.zone, endOfYear))) {
        const places = placesIn(story);
        const everyone = new Set(places.map(({ reader }) => reader));
        const pages = year.seen.filter(
          (page) => page.story === story && page.chapter === null && !page.isRobot,
        );
        const isFromOutside = ({ source }: { source: string }) => /^(feed|mail|site:|link:)/.test(source);
        const arrivals = year.seen
          .filter((page) => page.story === story && !page.isRobot)
          .filter((page) => page.chapter === null || isFromOutside(page))
          .filter(within(story.author.zone, from, to));
        const rows = story.chapters.map((_, index) => ({ index, ...kindsAt(story, index, places) }));
        const five = rows.filter((row) => row.readingOn + row.waiting + row.gone >= 5);
        const gone = sum(rows.map((row) => row.gone));
        const worst = rows.find((row) => 2 * row.gone > gone);
        const leaving =
          gone < 5 || worst === undefined || !five.includes(worst) ? null : nameAt(story, worst.index);
        const bySource = Map.groupBy(arrivals, ({ source }) => source);
        const { asOf: _, ...shown } = await getStoryFigures(context(), story.author.viewer, story.id, {
          from,
          to,
          page: 1,
          limit: 20,
        });
        expect(shown).toEqual({
          story: { _id: story.id, title: story.title },
          from,
          to,
          days: everyone.size < 5 ? [] : daysOf(story, null, from, to),
          ages: everyone.size < 5 ? [] : agesOf(story, null),
          releases: releasesOf(story, from, to),
          notes: [],
          requires: null,
          views: pages.length,
          readers: everyone.size,
          finished: [...everyone].filter((reader) =>
            story.chapters.every(({ id }) =>
              places.some(
                (place) => place.reader === reader && place.chapter === id && place.furthest === 100,
              ),
            ),
          ).length,
          likes: deedsOf('like', { story: story.id }),
          comments: deedsOf('comment', { story: story.id }),
          saves: deedsOf('save', { story: story.id }),
          follows: deedsOf('story_follow', { story: story.id }),
          ratings: deedsOf('rating', { story: story.id }),
          robots: year.seen.filter((page) => page.story === story && page.chapter === null && page.isRobot)
            .length,
          chapters: story.chapters.map(({ id }, index) => ({
            chapter: nameAt(story, index),
            robots: year.seen.filter((page) => page.chapter === id && page.isRobot).length,
            ...totalsOf(story, index, places),
          })),
          pagination: {
            page: 1,
            limit: 20,
            total: story.chapters.length,
            totalPages: 1,
            hasMore: false,
          },
          retention: five.map(({ index, ...kinds }) => ({ chapter: nameAt(story, index), ...kinds })),
          waiting: sum(five.map((row) => row.waiting)),
          leaving,
          sources: (everyone.size < 5 ? [] : [...bySource])
            .map(([source, list]) => ({ source, views: list.length }))
            .toSorted((one, other) => other.views - one.views || (one.source < other.source ? -1 : 1)),
        });
      }
  });

  test('equal the truth in every figure of every chapter', async () => {
    let compared = 0;
    for (const story of year.stories)
      for (const [index, { id, at }] of story.chapters.entries()) {
        const places = placesIn(story);
        const own = places.filter(({ chapter }) => chapter === id);
        const kinds = kindsAt(story, index, places);
        const share = (count: number, of: number) => Math.round((10_000 * count) / of) / 10_000;
        const stops = (list: Place[]) =>
          Array.from({ length: 10 }, (_, tenth) =>
            share(
              list.filter(({ furthest }) => furthest < 99 && Math.floor(furthest / 10) === tenth).length,
              list.length,
            ),
          );
        const [from, to] = [
          later(localDay(story.author.zone, endOfYear), -29),
          localDay(story.author.zone, endOfYear),
        ];
        const of = [...Map.groupBy(own, ({ version }) => version)]
          .filter(([, list]) => list.length >= 5)
          .toSorted(([one], [other]) => other - one);
        const isFew = own.length < 5;
        const {
          asOf: _,
          versions,
          ...shown
        } = await getChapterFigures(context(), story.author.viewer, id, {});
        expect(shown).toEqual({
          story: { _id: story.id, title: story.title },
          chapter: nameAt(story, index),
          publishedAt: at.toISOString(),
          from,
          to,
          days: isFew ? [] : daysOf(story, id, from, to),
          ages: isFew ? [] : agesOf(story, id),
          releases: releasesOf(story, from, to),
          notes: [],
          requires: null,
          ...totalsOf(story, index, places),
          retention: isFew ? null : kinds,
          stops: isFew ? null : stops(own),
        });
        expect(versions?.map(({ from: _from, ...version }) => version)).toEqual(
          of.map(([version, list]) => {
            const finished = list.filter(({ furthest }) => furthest === 100).length;
            return {
              version,
              finished: { share: finished / list.length, of: list.length, count: finished },
            };
          }),
        );
        compared += of.length;
      }
    expect(compared).toBeGreaterThan(8);
  });
});

const readsOf = (reader: Actor): ReadChapter[] => year.reads.filter((read) => read.reader === reader);

/** New words, chapters read to their end for the first time, seconds and sessions by the reader's day. */
function wordsByDay(reader: Actor) {
  const days = new Map<string, { words: number; chapters: number; seconds: number; sessions: number }>();
  const furthest = new Map<string, number>();
  for (const { chapter, progress, seconds, endedAt } of readsOf(reader)) {
    const date = localDay(reader.zone, endedAt);
    const found = days.get(date) ?? { words: 0, chapters: 0, seconds: 0, sessions: 0 };
    const before = furthest.get(chapter) ?? 0;
    if (progress > before) {
      found.words += (wordsPerChapter * (progress - before)) / 100;
      if (progress === 100) found.chapters += 1;
      furthest.set(chapter, progress);
    }
    days.set(date, { ...found, seconds: found.seconds + seconds, sessions: found.sessions + 1 });
  }
  return days;
}

/** Streaks from each day of reading on, for the longest, and the longest that has not ended today. */
function streaksOf(dates: string[], today: string) {
  const read = new Set(dates);
  let [longest, current] = [0, 0];
  for (const start of dates) {
    const missed = new Map<string, number>();
    const generous = later(mondayOf(start), 14);
    let length = 0;
    let isOver = false;
    for (let date = start; date <= today && !isOver; date = later(date, 1)) {
      if (read.has(date)) length += 1;
      else if (date < today) {
        const week = mondayOf(date);
        missed.set(week, (missed.get(week) ?? 0) + 1);
        isOver = (missed.get(week) ?? 0) > (week < generous ? 3 : 2);
      }
    }
    longest = Math.max(longest, length);
    if (!isOver) current = Math.max(current, length);
  }
  return { longest, current };
}

/** The speed over sessions, of chapters that were finished on their day; null without one. */
function speedOf(reads: ReadChapter[]) {
  const placeOf = (read: ReadChapter) => `${read.chapter} ${localDay(read.reader.zone, read.startedAt)}`;
  const finished = new Set(reads.filter(({ progress }) => progress === 100).map(placeOf));
  const seconds = sum(reads.filter((read) => finished.has(placeOf(read))).map((read) => read.seconds));
  return finished.size === 0 ? null : (60 * wordsPerChapter * finished.size) / seconds;
}

/** When each story was last read to the end of what was out then. */
function booksOf(reader: Actor): Map<string, Date> {
  const books = new Map<string, Date>();
  for (const { story, index, published, progress, endedAt } of readsOf(reader))
    if (index === published - 1 && progress === 100) books.set(story.id, endedAt);
  return books;
}

function readerTruth(reader: Actor) {
  const today = localDay(reader.zone, endOfYear);
  // New words, or a minute of reading again.
  const dates = [...wordsByDay(reader)].flatMap(([date, { words, seconds }]) =>
    words > 0 || seconds >= 60 ? [date] : [],
  );
  const reads = readsOf(reader);
  const recent = reads.filter(({ startedAt }) => endOfYear.getTime() - startedAt.getTime() <= 90 * day);
  const speed = speedOf(recent);
  const lastMonth = dates.filter((date) => numberOf(date) > numberOf(today) - 28).length;
  const weeks = Math.min(4, Math.max(1, Math.ceil((numberOf(today) - numberOf(dates[0] ?? today) + 1) / 7)));
  const parts = new Map<string, number>();
  for (const { startedAt, seconds } of recent) {
    const at = new Date(Math.floor(startedAt.getTime() / (15 * minute)) * 15 * minute);
    const hour = Number(
      new Intl.DateTimeFormat('en', { timeZone: reader.zone, hour: 'numeric', hourCycle: 'h23' }).format(at),
    );
    const part =
      hour < 5 || hour >= 22 ? 'Night' : hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening';
    parts.set(part, (parts.get(part) ?? 0) + seconds);
  }
  const most = Math.max(...parts.values());
  const streaks = streaksOf(dates, today);
  const furthest = new Map<string, { story: WrittenStory; furthest: number }>();
  for (const { story, chapter, progress } of reads)
    furthest.set(chapter, { story, furthest: Math.max(progress, furthest.get(chapter)?.furthest ?? 0) });
  const genres = new Map<string, number>();
  for (const { story, furthest: share } of furthest.values())
    for (const genre of story.genres)
      genres.set(genre, (genres.get(genre) ?? 0) + (wordsPerChapter * share) / story.genres.length);
  const allWords = sum([...genres.values()]);
  return {
    totalBooksRead: booksOf(reader).size,
    totalMinutesRead: Math.round(sum(reads.map(({ seconds }) => seconds)) / 60),
    readingStreak: streaks.current,
    longestStreak: streaks.longest,
    genres: new Map([...genres].map(([genre, words]) => [genre, Math.round((100 * words) / allWords)])),
    parts: [...parts].filter(([, seconds]) => seconds === most).map(([part]) => part),
    averageSessionLength:
      recent.length === 0
        ? null
        : Math.max(1, Math.round(sum(recent.map(({ seconds }) => seconds)) / recent.length / 60)),
    daysActive: lastMonth === 0 ? null : Math.round((10 * lastMonth) / weeks) / 10,
    firstDay: dates[0] ?? null,
    speed,
    lastMonth,
  };
}

describe('the reader dashboard', () => {
  test('equals the truth in every card, of every reader', async () => {
    const truths = new Map(year.readers.map((reader) => [reader, readerTruth(reader)]));
    // People of whom the means are: those who read in the last four weeks.
    const present = [...truths.values()].filter(({ lastMonth }) => lastMonth > 0);
    expect(present.length).toBeGreaterThanOrEqual(50);
    const mean = (list: number[]) => sum(list) / list.length;
    const compare = (value: number | null, average: number) =>
      value === null ? null : Math.round((100 * (value - average)) / average);
    const speeds = [...truths.values()].flatMap(({ speed }) => (speed === null ? [] : [speed]));
    for (const [reader, truth] of truths) {
      const shown = await reading.getReaderAnalytics(context(), reader.viewer);
      const { genres, parts, speed, lastMonth, daysActive, averageSessionLength, ...cards } = truth;
      expect(shown).toMatchObject({
        ...cards,
        estimatedMinutes: 0,
        hasReadingActivity: cards.firstDay !== null,
      });
      expect(shown.readingHabits).toMatchObject({ daysActive, averageSessionLength });
      expect(
        new Map(shown.readingHabits.favoriteGenres.map(({ genre, percentage }) => [genre._id, percentage])),
      ).toEqual(genres);
      if (parts.length > 0) expect(parts).toContain(shown.readingHabits.preferredReadingTime);
      else expect(shown.readingHabits.preferredReadingTime).toBeNull();
      expect(shown.comparisonToAverage).toEqual({
        readingSpeed: compare(speed === null ? null : Math.round(speed), mean(speeds)),
        booksCompleted:
          cards.firstDay === null
            ? null
            : compare(cards.totalBooksRead, mean(present.map((one) => one.totalBooksRead))),
        consistency: compare(lastMonth === 0 ? null : lastMonth, mean(present.map((one) => one.lastMonth))),
      });
      const achievements = await listAchievements(context(), reader.viewer);
      const open = achievements.filter(({ isCompleted }) => !isCompleted);
      const closest = Math.max(...open.map(({ progress, target }) => progress / target));
      expect(shown.achievements).toMatchObject({
        completed: achievements.length - open.length,
        inProgress: open.filter(({ progress }) => progress > 0).length,
        nextMilestone: { progress: Math.floor(100 * closest) },
      });
      const today = localDay(reader.zone, endOfYear);
      expect(shown.goal).toEqual({
        minutesADay: year.readers.indexOf(reader) < 5 ? 20 : null,
        booksAYear: year.readers.indexOf(reader) < 5 ? 12 : null,
        minutesToday: Math.round((wordsByDay(reader).get(today)?.seconds ?? 0) / 60),
        booksThisYear: [...booksOf(reader).values()].filter(
          (at) => localDay(reader.zone, at).slice(0, 4) === today.slice(0, 4),
        ).length,
      });
    }
  });

  test('equals the truth in the last seven days and in any range, of every reader', async () => {
    for (const reader of year.readers) {
      const today = localDay(reader.zone, endOfYear);
      const days = wordsByDay(reader);
      const onDays = (from: string, to: string) =>
        readsOf(reader).filter(({ startedAt: at }) => within(reader.zone, from, to)({ at }));
      const speedIn = (from: string, to: string) => {
        const speed = speedOf(onDays(from, to));
        return speed === null ? null : Math.round(speed);
      };
      const [speed, before] = [
        speedIn(later(today, -6), today),
        speedIn(later(today, -13), later(today, -7)),
      ];
      const present = ([date, { words, chapters, seconds, sessions }]: [
        string,
        { words: number; chapters: number; seconds: number; sessions: number },
      ]) => ({ date, words, chapters, sessions, minutes: Math.round(seconds / 60), isEstimated: false });
      const nothing = { words: 0, chapters: 0, seconds: 0, sessions: 0 };
      const week = datesOf(later(today, -6), today).map((date) => present([date, days.get(date) ?? nothing]));
      const started = countOf(readsOf(reader).map(({ story }) => story));
      const shown = await reading.getReadingInsights(context(), reader.viewer);
      expect(shown.dailyHabits.map(({ day: _, ...one }) => one)).toEqual(week);
      expect(shown).toMatchObject({
        totalMinutes: sum(week.map(({ minutes }) => minutes)),
        totalSessions: sum(week.map(({ sessions }) => sessions)),
        activeDays: week.filter(({ words, minutes }) => words > 0 || minutes > 0).length,
        readingSpeed: speed,
        readingSpeedInsights: {
          improvement:
            speed === null || before === null ? null : Math.round((100 * (speed - before)) / before),
        },
        completionRate: started === 0 ? null : Math.round((100 * booksOf(reader).size) / started),
      });
      for (const [from, to] of ranges(today)) {
        const list = [...days].filter(([date]) => date >= from && date <= to).map(present);
        const range = await reading.getReadingRange(context(), reader.viewer, { from, to });
        expect(range.days).toEqual(list);
        expect(range.totals).toEqual({
          minutes: sum(list.map(({ minutes }) => minutes)),
          sessions: sum(list.map(({ sessions }) => sessions)),
          words: sum(list.map(({ words }) => words)),
          chapters: sum(list.map(({ chapters }) => chapters)),
          activeDays: list.filter(({ words, minutes }) => words > 0 || minutes > 0).length,
          books: [...booksOf(reader).values()].filter((at) => within(reader.zone, from, to)({ at })).length,
        });
      }
    }
  });
});
