import { newId } from '@inkling/contract/new-id';
import { authenticate, register } from '../modules/account/index.ts';
import { viewPage } from '../modules/analytics/index.ts';
import { chapterLikes, createChapter, idsOf } from '../modules/chapters/index.ts';
import { changeLike, postComment } from '../modules/comments/index.ts';
import * as communities from '../modules/communities/index.ts';
import { findGenresNamed } from '../modules/genres/index.ts';
import type { ParsedBook } from '../modules/imports/index.ts';
import { markCompleted, saveChapterProgress, toggleBookmark } from '../modules/library/index.ts';
import { trackSession } from '../modules/reading-sessions/index.ts';
import { claimDailyReward } from '../modules/rewards/index.ts';
import { buyItem, useItem } from '../modules/store/index.ts';
import { insertDraftStory, storyLikes, updateStory } from '../modules/stories/index.ts';
import { setFollow, updatePreferences } from '../modules/users/index.ts';
import { day, fakeClock, hour, minute } from '../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../platform/context.ts';
import { transaction } from '../platform/db/db.ts';
import { type DemoCommunity, demoCommunities } from './demo-communities.ts';
import { demoAuthors, demoLabels, demoPerson, demoReaders } from './demo-people.ts';

/** Of so many people, one is not in the leaderboard. */
const unlistedOf = 4;
/** The days before today on which the demo person claimed her daily reward; on one of each week she was away. */
const daysOfCoins = Array.from({ length: 14 }, (_, index) => 14 - index).filter((ago) => ago % 7 !== 3);

/** Most people ask to be listed. The demo person claims daily rewards, and wears what she has bought of them. */
function rewardEvents(people: Map<string, Viewer>, to: number) {
  const listed = [...people.values()].filter((_, index) => index % unlistedOf > 0);
  const events = listed.map((person) => ({
    at: to - 15 * day,
    run: async (ctx: RequestContext) => void (await updatePreferences(ctx, person, { isRanked: true })),
  }));
  const person = people.get(demoPerson);
  if (person === undefined) return events;
  for (const ago of daysOfCoins)
    events.push({
      at: to - ago * day,
      run: async (ctx) => void (await claimDailyReward(ctx, person)),
    });
  events.push({
    at: to - hour,
    run: async (ctx) => {
      const id = newId(ctx.clock.now().getTime());
      await buyItem(ctx, person, 'laurel-frame', id);
      await useItem(ctx, person, id);
    },
  });
  return events;
}

/** How long a demo reader takes for a chapter: less than the hour after which they read it. */
const secondsPerChapter = 600;

interface Event {
  at: number;
  run(ctx: RequestContext): Promise<void>;
}

interface Published {
  id: string;
  chapters: { id: string; paragraphs: number[] }[];
}

/** A number from 0 to 1 derived from the words, so that the library is the same on every machine. */
function chance(...words: (string | number)[]): number {
  let hash = 2166136261;
  for (const letter of words.join('/')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

/** Of readers, who use the same one in all stories: views of programs do not count. */
const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
];
/** Where they say that they come from. */
const sources = ['discover', 'search', 'profile', 'feed', 'mail', 'direct', 'community'];

const pick = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)] as T;

/** Simulates sign-ups, writing and reading between two times (in ms), in chronological order. */
export async function simulateMonths(
  ctx: AppContext,
  books: ParsedBook[],
  password: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const clock = fakeClock(new Date(from));
  const requestContext: RequestContext = {
    ...ctx,
    clock,
    requestId: 'demo',
    address: '127.0.0.1',
    userAgent: 'demo library',
    wantsPrivacy: false,
    isClientGone: () => false,
  };
  const people = await signUpAll(requestContext, password);
  const stories = new Map(books.map(({ title }): [string, Published] => [title, { id: '', chapters: [] }]));
  const events = books.flatMap((book, index) => {
    const startAt = from + ((to - from) * 0.7 * (index + chance(book.title))) / books.length;
    return bookEvents(book, stories.get(book.title) ?? { id: '', chapters: [] }, people, startAt, to);
  });
  events.push(...rewardEvents(people, to));
  for (const community of demoCommunities) events.push(...communityEvents(community, stories, people, to));
  for (const { at, run } of events.toSorted((a, b) => a.at - b.at)) {
    clock.set(new Date(at));
    await run(requestContext);
  }
}

async function signUpAll(ctx: RequestContext, password: string): Promise<Map<string, Viewer>> {
  const profiles = { ...Object.fromEntries(demoReaders.map((name) => [name, {}])), ...demoAuthors };
  const viewers = await Promise.all(
    Object.entries(profiles).map(async ([username, profile]): Promise<[string, Viewer]> => {
      const email = `${username}@inkling.example`;
      const body = { username, email, password, passwordConfirm: password };
      const { token } = await register(ctx, body, { ...profile, isVerified: true });
      const viewer = await authenticate(ctx, token);
      if (viewer === null) throw new Error(`${username} could not sign in.`);
      return [username, viewer];
    }),
  );
  return new Map(viewers);
}

function bookEvents(
  book: ParsedBook,
  story: Published,
  people: Map<string, Viewer>,
  startAt: number,
  to: number,
): Event[] {
  const author = people.get(book.author ?? '');
  if (author === undefined) throw new Error(`${book.title}: there is no demo author named ${book.author}.`);
  const last = to - (2 + 70 * chance(book.title, 'last')) * hour;
  const gap = (last - startAt) / Math.max(1, book.chapters.length - 1);
  const chapterAt = (index: number) => startAt + gap * index;
  const events: Event[] = [{ at: startAt - hour, run: (ctx) => startStory(ctx, author, book, story) }];
  for (const [index, chapter] of book.chapters.entries()) {
    const run = async (ctx: RequestContext) => {
      const created = await createChapter(ctx, author, {
        story: story.id,
        endNotes: '',
        ...chapter,
        isPublished: true,
      });
      story.chapters.push({ id: created.summary._id, paragraphs: idsOf(created.text.paragraph_ids) });
      if (index === 0) await updateStory(ctx, author, story.id, { isPublished: true });
    };
    events.push({ at: chapterAt(index), run });
  }
  if (book.chapters.length === 0) return events;
  const love = 0.25 + 0.6 * chance(book.title, 'love');
  for (const [name, reader] of people) {
    if (reader === author || chance(name, book.title) > love) continue;
    events.push(...readingEvents(name, reader, author, book, story, chapterAt, to));
  }
  return events;
}

async function startStory(
  ctx: RequestContext,
  author: Viewer,
  book: ParsedBook,
  story: Published,
): Promise<void> {
  const status = book.status === 'completed' || book.status === 'coming_soon' ? book.status : 'ongoing';
  const genres = [...(await findGenresNamed(ctx.db, book.genres)).values()];
  if (genres.length !== book.genres.length) throw new Error(`${book.title} names an unknown genre.`);
  // Not by the call, which counts against the plan of an author.
  const id = await transaction(ctx.db, (tx) =>
    insertDraftStory(
      tx,
      author.id,
      {
        title: book.title,
        description: book.description,
        genres,
        language: book.language ?? 'en',
        status,
        isAIGenerated: false,
        allowsEbook: false,
        ...demoLabels(book.title),
      },
      ctx.clock.now(),
    ),
  );
  if (id === undefined) throw new Error('A new id is in use.');
  story.id = id;
  if (status === 'coming_soon') await updateStory(ctx, author, id, { isPublished: true });
}

/** The events of one reader of one story: some finish and like it, others stop part of the way. */
function readingEvents(
  name: string,
  reader: Viewer,
  author: Viewer,
  book: ParsedBook,
  story: Published,
  chapterAt: (index: number) => number,
  to: number,
): Event[] {
  const roll = (word: string | number) => chance(name, book.title, word);
  const count = book.chapters.length;
  const reads = roll('stays') < 0.6 ? count : 1 + Math.floor(roll('leaves') * (count - 1));
  const start = chapterAt(0) + roll('start') * (to - chapterAt(0)) * 0.8;
  const events: Event[] = [];
  let at = start;
  for (let index = 0; index < reads; index += 1) {
    at = Math.max(at + (0.3 + 20 * roll(index)) * hour, chapterAt(index) + hour);
    if (at >= to) break;
    const whole = index < reads - 1 || reads === count;
    events.push({
      at,
      run: async (ctx) => {
        const inBrowser = { ...ctx, userAgent: pick(browsers, chance(name, 'browser')) };
        const source = pick(sources, roll(`from ${index}`));
        await viewPage(inBrowser, reader, story.id, { source });
        const chapter = story.chapters[index];
        if (chapter === undefined) return;
        await viewPage(inBrowser, reader, story.id, { chapterId: chapter.id, source: 'story' });
        const progress = whole ? 100 : Math.round(20 + 60 * roll('part'));
        const paragraph = Math.min(
          chapter.paragraphs.length - 1,
          Math.floor((chapter.paragraphs.length * progress) / 100),
        );
        const position = { paragraph: chapter.paragraphs[paragraph] ?? 1, offset: 0 };
        const place = { storyId: story.id, chapterId: chapter.id, deviceType: 'desktop' as const };
        const session = { ...place, additionalDuration: secondsPerChapter, endProgress: progress };
        await trackSession(ctx, reader, session, false);
        await saveChapterProgress(ctx, reader, chapter.id, { progress, position });
        if (roll(`likes ${index}`) < 0.3) await chapterLikes.add(ctx, reader, chapter.id);
      },
    });
  }
  const after = at + hour;
  if (after >= to) return events;
  if (roll('likes') < 0.55) {
    events.push({ at: after, run: async (ctx) => void (await storyLikes.add(ctx, reader, story.id)) });
  }
  if (roll('follows') < 0.3) {
    events.push({ at: after, run: async (ctx) => void (await setFollow(ctx, reader, author.id, true)) });
  }
  if (roll('keeps') < 0.25) {
    events.push({ at: after, run: async (ctx) => void (await toggleBookmark(ctx, reader, story.id)) });
  }
  if (reads === count && book.status === 'completed') {
    events.push({ at: after, run: async (ctx) => void (await markCompleted(ctx, reader, story.id)) });
  }
  return events;
}

/** The founding of a community, and its posts with their answers, each some minutes after the one before. */
function communityEvents(
  community: DemoCommunity,
  stories: Map<string, Published>,
  people: Map<string, Viewer>,
  to: number,
): Event[] {
  const personOf = (name: string): Viewer => {
    const person = people.get(name);
    if (person === undefined) throw new Error(`${community.name}: there is no demo person named ${name}.`);
    return person;
  };
  const story = community.story === undefined ? undefined : stories.get(community.story);
  let id = '';
  const events: Event[] = [
    {
      at: to - 430 * hour,
      run: async (ctx) => {
        id = await foundCommunity(ctx, community, story?.id, personOf);
      },
    },
  ];
  for (const {
    by,
    hoursAgo,
    title,
    content,
    tags = [],
    chapter,
    isPinned,
    likes,
    comments,
  } of community.posts) {
    const at = to - hoursAgo * hour;
    let postId = '';
    const run = async (ctx: RequestContext) => {
      const chapterId = chapter === undefined ? null : (story?.chapters[chapter - 1]?.id ?? null);
      const post = { title, content, tags, chapterId, isPinned: false };
      postId = (await communities.createPost(ctx, personOf(by), id, post))._id;
      const place = { id, postId };
      if (isPinned) await communities.moderate(ctx, personOf(community.founder), place, { is_pinned: true });
      for (const name of likes) await communities.changeLike(ctx, personOf(name), place, 'add');
    };
    events.push({ at, run });
    for (const [index, comment] of comments.entries()) {
      const answer = async (ctx: RequestContext) => {
        const body = { post: postId, content: comment.content };
        const { data } = await postComment(ctx, personOf(comment.by), body);
        for (const name of comment.likes ?? []) await changeLike(ctx, personOf(name), data._id, 'add');
      };
      events.push({ at: at + (index + 1) * (20 + 40 * chance(title, index)) * minute, run: answer });
    }
  }
  return events;
}

async function foundCommunity(
  ctx: RequestContext,
  { name, description, category, isPrivate, rules, founder, moderators, members }: DemoCommunity,
  storyId: string | undefined,
  personOf: (name: string) => Viewer,
): Promise<string> {
  const { _id: id } = await communities.createCommunity(ctx, personOf(founder), {
    name,
    description,
    category,
    isPrivate,
    isIndexed: true,
    rules: rules.map((title) => ({ title, description: '' })),
    image: null,
    belongsTo: storyId === undefined ? null : { kind: 'story', storyId },
  });
  for (const member of [...moderators, ...members]) {
    const person = personOf(member);
    await communities.join(ctx, person, id);
    if (isPrivate) await communities.decideRequest(ctx, personOf(founder), id, person.id, true);
  }
  for (const moderator of moderators)
    await communities.appoint(ctx, personOf(founder), id, personOf(moderator).id);
  return id;
}
