import { authenticate } from '../modules/account/index.ts';
import { viewPage } from '../modules/analytics/index.ts';
import { updateChapter } from '../modules/chapters/chapter-saving.ts';
import { chapterLikes, createChapter } from '../modules/chapters/index.ts';
import { postComment } from '../modules/comments/index.ts';
import { saveChapterProgress, toggleBookmark } from '../modules/library/index.ts';
import { rateStory } from '../modules/ratings/ratings.service.ts';
import { trackSession } from '../modules/reading-sessions/index.ts';
import { storyLikes, updateStory } from '../modules/stories/index.ts';
import { followStory } from '../modules/story-follows/story-follows.service.ts';
import { setFollow } from '../modules/users/index.ts';
import { day, hour, minute, second } from '../platform/clock.ts';
import type { RequestContext, Viewer } from '../platform/context.ts';
import { sql } from '../platform/db/db.ts';
import { seeded } from './generated-readers.ts';
import { firefox } from './request-of.ts';
import { textOf, writing } from './stories-for-tests.ts';
import type { TestApp } from './test-app.ts';

export interface Actor {
  viewer: Viewer;
  zone: string;
  country: string | null;
}
export interface WrittenStory {
  id: string;
  title: string;
  author: Actor;
  genres: string[];
  chapters: { id: string; at: Date }[];
}
/** A view that counts, once per viewer, page and day of the author; `chapter` is null for the story itself. */
interface SeenPage {
  story: WrittenStory;
  chapter: string | null;
  at: Date;
  /** Null for visitors and robots. */
  reader: Actor | null;
  isRobot: boolean;
  source: string;
  device: string;
}
export interface ReadChapter {
  reader: Actor;
  story: WrittenStory;
  chapter: string;
  /** Its place in the story, from 0, and how many chapters were published then. */
  index: number;
  published: number;
  startedAt: Date;
  endedAt: Date;
  seconds: number;
  /** Percent of the text, and the version that was read. */
  progress: number;
  version: number;
}
export interface Deed {
  kind: 'like' | 'chapterLike' | 'comment' | 'rating' | 'save' | 'story_follow' | 'follow';
  person: Actor;
  author: Actor;
  /** Null for following a person. */
  story: WrittenStory | null;
  chapter: string | null;
  at: Date;
}
export interface Year {
  authors: Actor[];
  readers: Actor[];
  stories: WrittenStory[];
  seen: SeenPage[];
  reads: ReadChapter[];
  deeds: Deed[];
}

/** Each chapter has as many. */
export const wordsPerChapter = 200;
const startOfYear = Date.parse('2026-01-05T00:00:00Z');
const lastDay = 365;
const atDay = (number: number, hours: number) => new Date(startOfYear + number * day + hours * hour);
/** The last moment of the year. */
export const endOfYear = atDay(lastDay, 12);

const homes = [
  ['Europe/Berlin', 'DE'],
  ['America/New_York', 'US'],
  ['Asia/Kathmandu', 'NP'],
  ['UTC', null],
] as const;
const browsers: Record<string, string> = {
  desktop: firefox,
  mobile: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  tablet: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
};
const robot = 'Googlebot/2.1 (+http://www.google.com/bot.html)';
const sources = [
  'search',
  'discover',
  'profile',
  'feed',
  'mail',
  'direct',
  'site:example.org',
  'link:letter',
];

/** Days by zone and moment: the same ones are asked for again and again. */
const knownDays = new Map<string, string>();
export function localDay(zone: string, at: Date): string {
  const key = `${zone} ${at.getTime()}`;
  const known =
    knownDays.get(key) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
  knownDays.set(key, known);
  return known;
}

interface Happening {
  at: Date;
  run(): Promise<void>;
}

/**
 * A year in which 60 readers and one of three authors read eight stories, visitors and robots come by, and most readers
 * come again in the last month. Everything goes through the functions that the calls use, at its own time; returned is the
 * list of what was done.
 */
export async function yearOfReaders(site: TestApp): Promise<Year> {
  const random = seeded(11);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const context = (userAgent = firefox, address = '127.0.0.1'): RequestContext => ({
    ...site.ctx,
    requestId: 'year',
    address,
    userAgent,
    wantsPrivacy: false,
    isClientGone: () => false,
  });

  site.clock.set(atDay(-3, 0));
  const { rows: genres } = await sql<{ id: string }>`select id from genres order by name limit 5`.execute(
    site.ctx.db,
  );
  const write = writing(site);
  const join = async (home: number) => {
    const [zone, country] = homes[home % homes.length] as (typeof homes)[number];
    const person = await site.person();
    await sql`update users set time_zone = ${zone} where id = ${person.id}`.execute(site.ctx.db);
    const viewer = await authenticate(site.ctx, person.token);
    if (viewer === null) throw new Error('A reader couldn’t sign in.');
    return { person, actor: { viewer, zone, country } };
  };
  const writers = [await join(2), await join(1), await join(3)];
  const authors = writers.map(({ actor }) => actor);
  const readers: Actor[] = [];
  for (let number = 0; number < 60; number += 1) readers.push((await join(number)).actor);
  // An author reads too, stories of others.
  readers.push(authors[0] as Actor);

  const year: Year = { authors, readers, stories: [], seen: [], reads: [], deeds: [] };
  const happenings: Happening[] = [];
  for (let number = 0; number < 8; number += 1) {
    const { person, actor: author } = writers[Math.floor(number / 3)] as (typeof writers)[number];
    const own = [
      genres[number % 5]?.id ?? '',
      ...(number % 2 === 0 ? [genres[(number + 2) % 5]?.id ?? ''] : []),
    ];
    const title = `Story ${number}`;
    const draft = await write.draft(person, { title, genres: own });
    const story: WrittenStory = { id: draft._id, title, author, genres: own, chapters: [] };
    year.stories.push(story);
    const days = Array.from({ length: 3 + (number % 3) }, (_, index) => number * 20 + index * 30);
    if (number === 0) days.push(350);
    for (const [index, published] of days.entries())
      happenings.push({
        at: atDay(published, 0.5),
        run: async () => {
          const content = textOf(wordsPerChapter, `w${number}x${index}x`);
          const { summary } = await createChapter(context(), author.viewer, {
            story: story.id,
            title: `Chapter ${index + 1}`,
            content,
            authorNotes: '',
            endNotes: '',
            isPublished: true,
          });
          if (index === 0) await updateStory(context(), author.viewer, story.id, { isPublished: true });
          story.chapters.push({ id: summary._id, at: site.clock.now() });
        },
      });
  }
  const rewritten = 180;
  happenings.push({
    at: atDay(rewritten, 0.7),
    run: async () => {
      const [story] = year.stories;
      const id = story?.chapters[0]?.id ?? '';
      const content = textOf(wordsPerChapter, 'other');
      await updateChapter(context(), authors[0]?.viewer as Viewer, id, { content, baseVersion: 1 });
    },
  });

  const viewed = new Set<string>();
  const view = async (page: Omit<SeenPage, 'at' | 'device'>, key: string, device: string) => {
    const at = site.clock.now();
    const agent = page.isRobot ? robot : (browsers[device] ?? '');
    const body = { source: page.source, zone: page.reader?.zone ?? 'Europe/Berlin' };
    const chapter = page.chapter === null ? {} : { chapterId: page.chapter };
    await viewPage(context(agent, key), page.reader?.viewer ?? null, page.story.id, { ...body, ...chapter });
    const place = `${page.story.id} ${page.chapter} ${localDay(page.story.author.zone, at)} ${page.reader?.viewer.id ?? key}`;
    if (viewed.has(place)) return;
    viewed.add(place);
    year.seen.push({ ...page, at, device });
  };

  const next = new Map<string, number>();
  const done = new Set<string>();
  const once = async (deed: Omit<Deed, 'at' | 'author'>, author: Actor, run: () => Promise<unknown>) => {
    const about = deed.kind === 'follow' ? author.viewer.id : `${deed.story?.id} ${deed.chapter}`;
    const what = `${deed.kind} ${deed.person.viewer.id} ${about}`;
    if (deed.kind !== 'comment' && done.has(what)) return;
    done.add(what);
    site.clock.advance(minute);
    await run();
    year.deeds.push({ ...deed, author, at: site.clock.now() });
  };
  const react = async (person: Actor, story: WrittenStory, chapter: string) => {
    const { author } = story;
    const ctx = context();
    const of = { person, story, chapter: null };
    if (random() < 0.2)
      await once({ ...of, kind: 'like' }, author, () => storyLikes.add(ctx, person.viewer, story.id));
    if (random() < 0.15)
      await once({ ...of, kind: 'chapterLike', chapter }, author, () =>
        chapterLikes.add(ctx, person.viewer, chapter),
      );
    if (random() < 0.1)
      await once({ ...of, kind: 'comment', chapter }, author, () =>
        postComment(ctx, person.viewer, { content: 'Well lit.', chapter }),
      );
    const hasFinished = year.reads.some(
      (read) => read.reader === person && read.story === story && read.progress === 100,
    );
    if (random() < 0.1 && hasFinished)
      await once({ ...of, kind: 'rating' }, author, () =>
        rateStory(ctx, person.viewer, story.id, { rating: 4 }),
      );
    if (random() < 0.1)
      await once({ ...of, kind: 'save' }, author, () => toggleBookmark(ctx, person.viewer, story.id));
    if (random() < 0.1)
      await once({ ...of, kind: 'story_follow' }, author, () => followStory(ctx, person.viewer, story.id));
    if (random() < 0.1)
      await once({ ...of, kind: 'follow', story: null }, author, () =>
        setFollow(ctx, person.viewer, author.viewer.id, true),
      );
  };

  /** Reads the next one or two chapters of a story, or the last one again, in one hour that is within a single day in every time zone. */
  const visit = async (reader: Actor, story: WrittenStory) => {
    const isOneDay = ([zone]: (typeof homes)[number]) => {
      const now = site.clock.now();
      return localDay(zone, now) === localDay(zone, new Date(now.getTime() + hour));
    };
    while (!homes.every(isOneDay)) site.clock.advance(15 * minute);
    const device = pick(['desktop', 'mobile', 'tablet'] as const);
    const source = pick(sources);
    const page = { story, reader, isRobot: false, source };
    await view({ ...page, chapter: null }, '', device);
    for (let turn = below(2); turn >= 0; turn -= 1) {
      const key = `${reader.viewer.id} ${story.id}`;
      const published = story.chapters.length;
      const index = Math.min(next.get(key) ?? 0, published - 1);
      const chapter = story.chapters[index]?.id ?? '';
      await view({ ...page, chapter }, '', device);
      const seconds = 40 + below(80);
      const startedAt = site.clock.now();
      site.clock.advance(seconds * second);
      const progress = random() < 0.8 ? 100 : 5 * (1 + below(19));
      const version = index === 0 && story === year.stories[0] && startedAt > atDay(rewritten, 0.7) ? 2 : 1;
      const place = { storyId: story.id, chapterId: chapter, deviceType: device };
      const session = { ...place, additionalDuration: seconds, endProgress: progress };
      const tracked = await trackSession(context(), reader.viewer, session, false);
      if (tracked.seconds !== seconds)
        throw new Error(`${tracked.seconds} of ${seconds} seconds were credited.`);
      const position = { paragraph: 1, offset: 0, version };
      await saveChapterProgress(context(), reader.viewer, chapter, { progress, position });
      const endedAt = site.clock.now();
      year.reads.push({
        reader,
        story,
        chapter,
        index,
        published,
        startedAt,
        endedAt,
        seconds,
        progress,
        version,
      });
      next.set(key, progress === 100 ? index + 1 : index);
      site.clock.advance(2 * minute);
    }
    await react(reader, story, story.chapters[0]?.id ?? '');
  };
  const timeOn = (number: number, slot: number) => atDay(number, 1 + 7 * slot + 2 * random());
  const leaves = readers.map((_, index) => (index % 3 === 0 ? 60 + below(200) : lastDay));
  for (let number = 1; number < lastDay; number += 1) {
    for (const slot of [0, 1, 2]) {
      if (random() < 0.3) continue;
      const at = timeOn(number, slot);
      // In the last month every reader comes once, to a story of the first author; other visits are random.
      const crowd = number >= 339 && number < 359 ? (number - 339) * 3 + slot : null;
      const who = crowd ?? below(readers.length);
      happenings.push({
        at,
        run: async () => {
          const reader = readers[who] as Actor;
          if (crowd === null && number > (leaves[who] ?? 0)) return;
          const open = year.stories.filter(
            ({ author, chapters }) => chapters.length > 0 && author !== reader,
          );
          const story = crowd === null ? pick(open) : (year.stories[who % 3] as WrittenStory);
          if (open.length > 0) await visit(reader, story);
        },
      });
    }
    happenings.push({
      at: timeOn(number, 1.5),
      run: async () => {
        const open = year.stories.filter(({ chapters }) => chapters.length > 0);
        if (open.length === 0) return;
        for (let visitor = 0; visitor < 3; visitor += 1) {
          const story = pick(open);
          const page = {
            story,
            reader: null,
            isRobot: visitor === 2 && random() < 0.5,
            source: pick(sources),
          };
          const key = `10.${number % 250}.${visitor}.${below(200)}`;
          await view({ ...page, chapter: null }, key, 'desktop');
          await view({ ...page, chapter: story.chapters[0]?.id ?? '' }, key, 'desktop');
        }
      },
    });
  }
  // The rest of the crowd, whose visits were skipped.
  for (let who = 0; who < 60; who += 1)
    happenings.push({
      at: new Date(timeOn(340, 2).getTime() + who * 6 * hour),
      run: async () => {
        if (year.reads.some(({ reader, endedAt }) => reader === readers[who] && endedAt > atDay(339, 0)))
          return;
        await visit(readers[who] as Actor, year.stories[who % 3] as WrittenStory);
      },
    });

  let counted = 0;
  for (const { at, run } of happenings.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    if (at > site.clock.now()) site.clock.set(at);
    await run();
    if (site.clock.now().getTime() - counted < 7 * day) continue;
    counted = site.clock.now().getTime();
    await site.runEvents();
  }
  site.clock.set(endOfYear);
  await site.runEvents();
  return year;
}
