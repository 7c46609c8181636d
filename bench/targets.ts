import { createHash } from 'node:crypto';
import { createHighlight } from '@inkling/contract/annotations';
import { readChapter } from '@inkling/contract/chapters';
import { getCollection } from '@inkling/contract/collections';
import { listChapterComments, postComment } from '@inkling/contract/comments';
import { listCommunities, listPostComments, listPosts } from '@inkling/contract/communities';
import { getHome } from '@inkling/contract/home';
import { getMyLibrary, saveProgress } from '@inkling/contract/library';
import { rateStory } from '@inkling/contract/ratings';
import { listHistory } from '@inkling/contract/reading-history';
import { startSession, syncSession } from '@inkling/contract/reading-sessions';
import { search, searchSuggestions } from '@inkling/contract/search';
import { getStory, listStories } from '@inkling/contract/stories';
import pg from 'pg';
import {
  drawWord,
  firstContentWord,
  seededRandom,
  vocabulary,
} from '../packages/server/src/bench-data/prose.ts';

import type { TargetName } from './aims.ts';
import { connectionOf } from './database.ts';
import type { Target, TargetRequest } from './load.ts';
import { ask, pageHeaders, pathOf, send } from './requests.ts';

interface Place {
  story: string;
  chapter: string;
}
type Rows = Awaited<ReturnType<typeof readRows>>;

/** The generated readers, stories and chapters that requests are made of (bench-data/readers.queries.ts). */
async function readRows(dataDir: string) {
  const db = new pg.Client(connectionOf(dataDir));
  await db.connect();
  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.query(text, values)).rows;
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
  try {
    return {
      readers: await signIn(1, 1000),
      collectors: await signIn(1001, 1100),
      collections: await column(`select id as value from collections where name = 'A thousand nights'`),
      genres: await column(
        'select genre_id as value from story_genres group by 1 order by count(*) desc limit 40',
      ),
      popular: await column(
        'select s.id as value from stories s join story_counts n on n.story_id = s.id where is_published and published_chapters > 0 order by views desc limit 200',
      ),
      chapters: await rows<Place>(`
        select c.story_id as story, c.id as chapter from chapters c join story_counts n on n.story_id = c.story_id
        join stories s on s.id = c.story_id
        where c.is_published and s.is_published and c.word_count > 1500 order by n.views desc, c.id limit 80`),
      // The newest post of the largest community, which has the comments.
      discussedPosts: await rows<{ id: string; postId: string }>(`
        select p.community_id as id, p.id as "postId" from community_posts p join comment_counts n on n.subject_id = p.id`),
      // Readers who have begun a discussed chapter.
      discussed: await rows<{ token: string; chapter: string }>(`
        select 'bench-' || u.username as token, e.chapter_id as chapter from reading_positions e join users u on u.id = e.user_id
        where u.username ~ '^reader_[0-9]+$' and exists (select from comments k where k.subject_id = e.chapter_id) ${shuffled}`),
      finished: await rows<{ token: string; story: string }>(`
        select 'bench-' || u.username as token, e.story_id as story from library_entries e join users u on u.id = e.user_id
        join stories s on s.id = e.story_id and s.author_id <> u.id
        where e.progress = 100 and u.username ~ '^reader_[0-9]+$' ${shuffled}`),
      texts: await rows<Place & { version: number; content: string }>(`
        select c.story_id as story, c.id as chapter, c.version, v.content from chapters c
        join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
        join stories s on s.id = c.story_id where c.is_published and s.is_published order by c.id desc limit 2000`),
    };
  } finally {
    await db.end();
  }
}

/** Goes through a list again and again: `at(list, n)`. */
const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The generated data lacks something; delete bench/.data.');
  return item;
};

/** A target whose every request is another one: `make` gets 0, 1, 2 … */
function different(make: (index: number) => TargetRequest): Target {
  let index = 0;
  const next = (): TargetRequest => {
    index += 1;
    return make(index - 1);
  };
  return { requests: [make(0)], next };
}
const repeated = (count: number, make: (index: number) => TargetRequest): Target => ({
  requests: Array.from({ length: count }, (_, index) => make(index)),
});

function hotTargets({ readers, popular, chapters }: Rows) {
  const page = (path: string): TargetRequest => ({ method: 'GET', path, headers: pageHeaders });
  return {
    'chapter read': repeated(400, (n) =>
      ask(pathOf(readChapter, { id: at(chapters, n).chapter }), at(readers, n * 7)),
    ),
    'story detail': repeated(200, (n) =>
      ask(pathOf(getStory, { id: at(popular, n) }), n % 2 ? at(readers, n) : null),
    ),
    'list of 20': repeated(1, () => ask(pathOf(listStories, {}, '?limit=20'), null)),
    'story page': repeated(50, (n) => page(`/story/${at(popular, n)}`)),
    'landing page': repeated(1, () => page('/')),
    'save progress': repeated(400, (n) => {
      const { story, chapter } = at(chapters, n);
      const body = { progress: n % 90, lastChapterRead: chapter };
      return ask(pathOf(saveProgress, { id: story }), at(readers, n * 7), 'POST', body);
    }),
    'session sync': repeated(400, (n) => {
      const { story, chapter } = at(chapters, n);
      const place = { storyId: story, chapterId: chapter, deviceType: 'desktop' };
      const body = { ...place, additionalDuration: 1, currentProgress: 50 };
      return ask(pathOf(syncSession), at(readers, n), 'POST', body);
    }),
  } satisfies Partial<Record<TargetName, Target>>;
}

const random = seededRandom(7);
/** A word as people search for: one of the frequent ones often, and any other. */
const term = (): string => drawWord(random, firstContentWord);
const misspelt = (word: string): string =>
  `${word.slice(0, 1)}${word.charAt(2)}${word.charAt(1)}${word.slice(3)}`;
/** Words, pairs, triples, phrases and misspelt words. */
function searched(index: number): string {
  const kinds = [
    term,
    () => `${term()} ${term()}`,
    () => `${term()} ${term()} ${term()}`,
    () => `"${at(vocabulary, index % 40)} ${term()}"`,
    () => misspelt(term()),
  ];
  return at(kinds, index)();
}

function readTargets(rows: Rows) {
  const { readers, collectors, collections, genres, discussed, discussedPosts } = rows;
  const ofReader = (path: (n: number) => string) => different((n) => ask(path(n), at(readers, n)));
  const query = (q: string): string => `?q=${encodeURIComponent(q)}`;
  const sorts = {
    library: ['-lastRead', 'title', '-progress'],
    discover: ['-lastUpdated', '-likes', '-views', 'title'],
  };
  return {
    home: ofReader(() => pathOf(getHome)),
    'library of 2,000': different((n) => {
      const round = Math.floor(n / collectors.length);
      const page = `?limit=20&page=${1 + (round % 40)}&sort=${at(sorts.library, round)}`;
      return ask(pathOf(getMyLibrary, {}, page), at(collectors, n));
    }),
    'collection of 1,000': ofReader((n) => {
      const page = `?limit=20&page=${1 + (Math.floor(n / collections.length) % 40)}`;
      return pathOf(getCollection, { id: at(collections, n) }, page);
    }),
    'reading history': ofReader(() => pathOf(listHistory)),
    discover: ofReader((n) => {
      const chosen = [
        at(genres, n),
        at(genres, n * 3 + 1),
        at(genres, n * 7 + Math.floor(n / genres.length)),
      ];
      const page = 1 + (Math.floor(n / 1600) % 3);
      return pathOf(
        listStories,
        {},
        `?genres=${chosen.join(',')}&sort=${at(sorts.discover, n)}&page=${page}&limit=20`,
      );
    }),
    suggestions: ofReader((n) => pathOf(searchSuggestions, {}, query(term().slice(0, 2 + (n % 4))))),
    search: ofReader((n) => pathOf(search, {}, query(searched(n)))),
    'comments page': different((n) => {
      const { token, chapter } = at(discussed, n);
      const page = `?sort=${at(['newest', 'liked', 'oldest'], n)}&page=${1 + (n % 4)}`;
      return ask(pathOf(listChapterComments, { id: chapter }, page), token);
    }),
    'community hub': ofReader(() => pathOf(listCommunities)),
    'community with 10,000 posts': ofReader((n) => pathOf(listPosts, { id: at(discussedPosts, n).id })),
    'post with 1,000 comments': ofReader((n) => {
      const page = `?sort=${at(['newest', 'liked', 'oldest'], n)}&page=${1 + (n % 4)}`;
      return pathOf(listPostComments, { ...at(discussedPosts, n) }, page);
    }),
  } satisfies Partial<Record<TargetName, Target>>;
}

function writeTargets({ readers, popular, finished, texts }: Rows) {
  return {
    'post a comment': different((n) => {
      const body = { story: at(popular, n), content: `Comment ${n}: a lamp worth following, and well lit.` };
      return ask(pathOf(postComment), at(readers, n * 7), 'POST', body);
    }),
    'rate a story': different((n) => {
      const { token, story } = at(finished, n);
      const rating = 1 + ((n + Math.floor(n / finished.length)) % 5);
      return ask(pathOf(rateStory, { id: story }), token, 'PUT', { rating });
    }),
    'annotate a passage': different((n) => {
      const { story, chapter, version, content } = at(texts, n);
      // Words without marks, so that readers see what is stored.
      const found = at([...content.matchAll(/\b[a-z]+ [a-z]+ [a-z]+\b/g)], n);
      const [startOffset, selectedText] = [found.index, found[0]];
      const place = { startOffset, endOffset: startOffset + selectedText.length, selectedText };
      const body = { storyId: story, chapterId: chapter, version, ...place };
      return ask(pathOf(createHighlight), at(readers, n), 'POST', body);
    }),
  } satisfies Partial<Record<TargetName, Target>>;
}

export type Targets = Record<TargetName, Target>;

/** Prepares the requests to a running server; requests of the same data folder are shared, so that none is sent twice. */
export async function prepareTargets(origin: string, dataDir: string): Promise<Targets> {
  const rows = await readRows(dataDir);
  const hot = hotTargets(rows);
  for (const { body, headers } of hot['session sync'].requests)
    await send(origin, { method: 'POST', path: pathOf(startSession), headers, ...(body && { body }) });
  return { ...hot, ...readTargets(rows), ...writeTargets(rows) };
}
