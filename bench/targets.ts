import { createHash, randomUUID } from 'node:crypto';
import { createHighlight } from '@inkling/contract/annotations';
import { readChapter } from '@inkling/contract/chapters';
import { getCollection } from '@inkling/contract/collections';
import { listChapterComments, postComment } from '@inkling/contract/comments';
import { getHome } from '@inkling/contract/home';
import { getMyLibrary, saveProgress } from '@inkling/contract/library';
import { rateStory } from '@inkling/contract/ratings';
import { listHistory } from '@inkling/contract/reading-history';
import { startSession, syncSession } from '@inkling/contract/reading-sessions';
import { search, searchSuggestions } from '@inkling/contract/search';
import { getStory, listStories } from '@inkling/contract/stories';
import type pg from 'pg';
import {
  drawWord,
  firstContentWord,
  seededRandom,
  vocabulary,
} from '../packages/server/src/bench-data/prose.ts';
import { ask, open, pathOf, send, type Target, type TargetRequest } from './load.ts';
import type { Running } from './servers.ts';

/** What a request should cost at most: CPU time of server and database, and how its p99 may grow with the site. */
interface Aim {
  /** `hot`: what most requests are, beside a bare server that sends the same bytes. Others: beside the plain server. */
  kind: 'hot' | 'miss';
  /** Milliseconds; the hot set has none. */
  cpu?: number;
  /** As a multiple of the bare or the plain server's; searches are compared with none. */
  ratio?: number;
  /** p99 with 100,000 stories as a multiple of that with 1,000. */
  growth: number;
}

const hot = (ratio: number): Aim => ({ kind: 'hot', ratio, growth: 1.5 });
const miss = (cpu: number, ratio = 1): Aim => ({ kind: 'miss', cpu, ratio, growth: 4 });

const aims = {
  'chapter read': hot(3.5),
  'story detail': hot(3.5),
  'list of 20': hot(3.5),
  'story page': hot(3.5),
  'landing page': hot(3.5),
  'save progress': hot(7),
  'session sync': hot(7),
  home: miss(3),
  'library of 2,000': miss(1.5),
  'collection of 1,000': miss(1.5),
  'reading history': miss(1),
  discover: miss(1.5),
  suggestions: { kind: 'miss', cpu: 0.7, growth: 4 },
  search: { kind: 'miss', cpu: 5, growth: 4 },
  'comments page': miss(0.7),
  'post a comment': miss(0.8, 1.3),
  'rate a story': miss(0.8, 1.3),
  'annotate a passage': miss(0.8),
} satisfies Record<string, Aim>;

export type TargetName = keyof typeof aims;
export const targetNames = Object.keys(aims) as TargetName[];
export const aimOf = (name: TargetName): Aim => aims[name];

/** `new page`: a story's page that nobody has opened before, from 40 addresses. */
export type Targets = Record<TargetName | 'new page', Target>;

interface Place {
  story: string;
  chapter: string;
}

/** The generated readers, stories and chapters that requests are made of (bench-data/readers.queries.ts). */
async function readRows(db: pg.Client) {
  const rows = async <Row>(text: string): Promise<Row[]> => (await db.query(text)).rows;
  const column = async (text: string): Promise<string[]> =>
    (await rows<{ value: string }>(text)).map(({ value }) => value);
  /** Signs people in: a session has the hash of its token alone. */
  const signIn = async (from: number, to: number): Promise<string[]> => {
    const tokens = Array.from({ length: to - from + 1 }, (_, index) => `bench-reader_${from + index}`);
    const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
    await db.query(
      `insert into sessions (hash, user_id, created_at, last_used_at)
        select hash, u.id, now(), now() from unnest($1::bytea[], $2::text[]) t (hash, name) join users u on u.username = t.name
        on conflict (hash) do update set created_at = now(), last_used_at = now()`,
      [hashes, tokens.map((token) => token.replace('bench-', ''))],
    );
    return tokens;
  };
  const shuffled = `order by hashtext(e.user_id::text || e.story_id) limit 20000`;
  const popular = `from stories s join story_counts n on n.story_id = s.id where is_published and published_chapters > 0`;
  return {
    readers: await signIn(1, 1000),
    collectors: await signIn(1001, 1100),
    collections: await column(`select id as value from collections where name = 'A thousand nights'`),
    genres: await column(
      'select genre_id as value from story_genres group by 1 order by count(*) desc limit 40',
    ),
    stories: await column(`select s.id as value ${popular} order by views desc limit 20000`),
    chapters: await rows<Place>(`
      select c.story_id as story, c.id as chapter from chapters c join story_counts n on n.story_id = c.story_id
      join stories s on s.id = c.story_id
      where c.is_published and s.is_published and c.word_count > 1500 order by n.views desc, c.id limit 80`),
    // Readers who have begun a discussed chapter.
    discussed: await rows<{ token: string; chapter: string }>(`
      select 'bench-' || u.username as token, e.chapter_id as chapter from reading_positions e join users u on u.id = e.user_id
      where u.username ~ '^reader_[0-9]+$' and exists (select from comments k where k.subject_id = e.chapter_id) ${shuffled}`),
    // Readers who have read a story to its end, and may therefore rate it, and how they have.
    finished: await rows<{ token: string; story: string; rated: number }>(`
      select 'bench-' || u.username as token, e.story_id as story, coalesce((
        select rating from ratings r where r.user_id = e.user_id and r.story_id = e.story_id), 0) as rated from library_entries e join users u on u.id = e.user_id
      where e.status = 'completed' and u.username ~ '^reader_[0-9]+$' and exists (
        select from reading_positions p where p.user_id = e.user_id and p.story_id = e.story_id and p.is_timed_live) ${shuffled}`),
    texts: await rows<Place & { version: number; content: string }>(`
      select c.story_id as story, c.id as chapter, c.version, v.content from chapters c
      join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
      join stories s on s.id = c.story_id where c.is_published and s.is_published order by c.id desc limit 2000`),
  };
}

/** Goes through a list again and again: `at(list, n)`. */
const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The generated data lacks something; delete bench/.data.');
  return item;
};

/** A target whose every request is another one: `make` gets 0, 1, 2 …, and 0 again after `repeatsAfter`. */
function target(make: (index: number) => TargetRequest, status = 200, repeatsAfter?: number): Target {
  let index = -1;
  const next = (): TargetRequest => {
    index += 1;
    return make(repeatsAfter === undefined ? index : index % repeatsAfter);
  };
  return { next, status, ...(repeatsAfter && { repeatsAfter }) };
}

const random = seededRandom(7);
/** A word as people search for: one of the frequent ones often, and any other. */
const term = (): string => drawWord(random, firstContentWord);
/** Words, pairs, triples, phrases and misspelt words. */
const searches = [
  term,
  () => `${term()} ${term()}`,
  () => `${term()} ${term()} ${term()}`,
  () => `"${random.pick(vocabulary.slice(0, 40))} ${term()}"`,
  () => term().replace(/^(.)(.)(.)/, '$1$3$2'),
];
const query = (q: string): string => `?q=${encodeURIComponent(q)}`;
const sorts = {
  library: ['-lastRead', 'title', '-progress'],
  discover: ['-lastUpdated', '-likes', '-views', 'title'],
  comments: ['newest', 'liked', 'oldest'],
};

/** Prepares the requests to a running server. */
export async function prepareTargets({ origin, db }: Running): Promise<Targets> {
  const rows = await readRows(db);
  const { readers, collectors, collections, genres, stories, chapters, discussed } = rows;
  const { finished, texts } = rows;
  const reader = (path: (n: number) => string) => target((n) => ask(path(n), at(readers, n)));
  const popular = stories.slice(0, 200);
  const session = (n: number) => {
    const { story, chapter } = at(chapters, n);
    const device = { storyId: story, chapterId: chapter, deviceType: 'desktop' };
    return { ...device, additionalDuration: 1, currentProgress: 50 };
  };
  for (let n = 0; n < 400; n += 1)
    await send(origin, ask(pathOf(startSession), at(readers, n), 'POST', session(n)), 200);
  return {
    'chapter read': target(
      (n) => ask(pathOf(readChapter, { id: at(chapters, n).chapter }), at(readers, n * 7)),
      200,
      400,
    ),
    'story detail': target(
      (n) => ask(pathOf(getStory, { id: at(popular, n) }), n % 2 ? at(readers, n) : null),
      200,
      200,
    ),
    'list of 20': target(() => ask(pathOf(listStories, {}, '?limit=20'), null), 200, 1),
    'story page': target((n) => open(`/story/${at(popular, n)}`), 200, 50),
    'landing page': target(() => open('/'), 200, 1),
    'new page': target((n) => {
      const { headers, ...page } = open(`/story/${at(stories, n)}`);
      return { ...page, headers: { ...headers, 'x-forwarded-for': `198.51.100.${n % 40}` } };
    }),
    'save progress': target(
      (n) => {
        const { story, chapter } = at(chapters, n);
        const body = { progress: n % 90, lastChapterRead: chapter };
        return ask(pathOf(saveProgress, { id: story }), at(readers, n * 7), 'POST', body);
      },
      200,
      400,
    ),
    'session sync': target((n) => ask(pathOf(syncSession), at(readers, n), 'POST', session(n)), 200, 400),
    home: reader(() => pathOf(getHome)),
    'library of 2,000': target((n) => {
      const round = Math.floor(n / collectors.length);
      const page = `?limit=20&page=${1 + (round % 40)}&sort=${at(sorts.library, round)}`;
      return ask(pathOf(getMyLibrary, {}, page), at(collectors, n));
    }),
    'collection of 1,000': reader((n) => {
      const page = `?limit=20&page=${1 + (Math.floor(n / collections.length) % 40)}`;
      return pathOf(getCollection, { id: at(collections, n) }, page);
    }),
    'reading history': reader(() => pathOf(listHistory)),
    discover: reader((n) => {
      const round = Math.floor(n / genres.length);
      const chosen = [at(genres, n), at(genres, n * 3 + 1), at(genres, n * 7 + round)];
      const page = `&sort=${at(sorts.discover, n)}&page=${1 + (round % 3)}&limit=20`;
      return pathOf(listStories, {}, `?genres=${chosen.join(',')}${page}`);
    }),
    suggestions: reader((n) => pathOf(searchSuggestions, {}, query(term().slice(0, 2 + (n % 4))))),
    search: reader((n) => pathOf(search, {}, query(at(searches, n)()))),
    'comments page': target((n) => {
      const { token, chapter } = at(discussed, n);
      const page = `?sort=${at(sorts.comments, n)}&page=${1 + (n % 4)}`;
      return ask(pathOf(listChapterComments, { id: chapter }, page), token);
    }),
    'post a comment': target((n) => {
      // A text that its writer has not posted in an earlier run either, which would be held as spam.
      const body = {
        story: at(popular, n),
        content: `A lamp worth following, and well lit (${randomUUID()}).`,
      };
      return ask(pathOf(postComment), at(readers, n * 7), 'POST', body);
    }, 201),
    'rate a story': target((n) => {
      const { token, story, rated } = at(finished, n);
      // Never as before, which would change nothing.
      const rating = 1 + ((rated + Math.floor(n / finished.length)) % 5);
      return ask(pathOf(rateStory, { id: story }), token, 'PUT', { rating });
    }),
    'annotate a passage': target((n) => {
      const { story, chapter, version, content } = at(texts, n);
      // Words without marks, so that readers see what is stored.
      const found = at([...content.matchAll(/\b[a-z]+ [a-z]+ [a-z]+\b/g)], n);
      const [startOffset, selectedText] = [found.index, found[0]];
      const place = { startOffset, endOffset: startOffset + selectedText.length, selectedText };
      const body = { storyId: story, chapterId: chapter, version, ...place };
      return ask(pathOf(createHighlight), at(readers, n), 'POST', body);
    }, 201),
  };
}
