import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
import type { Db } from '../../platform/db/db.ts';
import type { ListViewer, StoryFilter } from '../stories/index.ts';
import { unlessSlow } from './find.queries.ts';
import * as people from './find-people.queries.ts';
import * as texts from './find-texts.queries.ts';
import type { IndexTable } from './frequencies.queries.ts';
import { frequenciesIn, shareOf } from './frequencies.ts';
import { type Terms, tsquery } from './query-forms.ts';

/**
 * How a type of text is searched: among the first ones in the order of the results, or all of them by the index of
 * words, of which some are read (docs/decisions/0052-bounded-searches.md).
 */
interface Ways<Hit> {
  first(): Promise<Hit[]>;
  any(): Promise<Hit[]>;
  keyOf(hit: Hit): string;
}

/** Words of at least this share of all texts are looked for in the first texts, where there are enough of them. */
const frequentShare = 0.05;
/** Of a frequent word, so many results are enough. */
const enough = 50;
/** So many of them by their titles. */
const enoughTitles = 20;

/**
 * Matching texts in no order; those that come first in the order of the results are among them. If the second way takes
 * too long, what the first one has found is all.
 */
async function findBothWays<Hit>(tx: Db, share: number, { first, any, keyOf }: Ways<Hit>): Promise<Hit[]> {
  const found = new Map<string, Hit>();
  const add = (hits: Hit[]): void => {
    for (const hit of hits) found.set(keyOf(hit), hit);
  };
  const isFrequent = share >= frequentShare;
  if (isFrequent) add(await first());
  if (found.size < enough) {
    const some = found.size > 0 ? await unlessSlow(tx, any) : await any();
    add(some);
    if (!isFrequent && some.length >= texts.maxUnordered) add(await first());
  }
  return [...found.values()];
}

export interface Search {
  /** The pool, and a connection with the settings of a search. */
  db: Db;
  tx: Db;
  query: readonly Terms[];
  key: string;
  viewer: ListViewer;
  genres: string[] | undefined;
  filter?: StoryFilter | undefined;
  sort: SearchSort;
}

const wantedOf = ({ query, key, viewer, genres, filter, sort }: Search): texts.Wanted => ({
  tsquery: tsquery(query),
  words: tsquery(query, '&'),
  key,
  viewer,
  genres,
  filter,
  sort,
});

const shareIn = async ({ db, tx, query }: Search, table: IndexTable): Promise<number> =>
  shareOf(query, (await frequenciesIn(db, tx)).get(table));

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What stories are sorted by. */
export type Sortable = Pick<texts.StoryHit, 'id' | 'score' | 'views' | 'rating' | 'published_at'>;

/** The order of stories, the best first; ties by id. */
export const storyOrders: Record<SearchSort, (a: Sortable, b: Sortable) => number> = {
  relevance: (a, b) => b.score - a.score || byText(b.id, a.id),
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0) || storyOrders.relevance(a, b),
  newest: (a, b) => +b.published_at - +a.published_at || byText(b.id, a.id),
  oldest: (a, b) => +a.published_at - +b.published_at || byText(a.id, b.id),
  popular: (a, b) => b.views - a.views || byText(b.id, a.id),
};

/** Matching stories by their own title, description, author and tags, at most `searchLimits.counted`, in order. */
export async function findStories(search: Search): Promise<texts.StoryHit[]> {
  const { tx, sort } = search;
  const wanted = wantedOf(search);
  const share = await shareIn(search, 'search_stories');
  const found = await findBothWays<texts.StoryHit>(tx, share, {
    first: () => texts.findFirstStories(tx, wanted),
    any: () => texts.findAnyStories(tx, wanted),
    keyOf: ({ id }) => id,
  });
  if (sort === 'relevance' && found.length >= enough) {
    const known = new Set(found.map(({ id }) => id));
    const add = (hits: texts.StoryHit[]) => found.push(...hits.filter(({ id }) => !known.has(id)));
    if (found.filter(({ in_title }) => in_title).length < enoughTitles)
      add(await texts.findAnyTitles(tx, wanted));
    for (const { id } of found) known.add(id);
    add(await texts.findExactTitles(tx, wanted));
  }
  return found.sort(storyOrders[sort]).slice(0, searchLimits.counted);
}

/** Matching pieces of chapters, those of one chapter included, in order. */
export async function findPieces(search: Search): Promise<texts.ChapterHit[]> {
  const { tx, sort } = search;
  const wanted = wantedOf(search);
  const found = await findBothWays<texts.ChapterHit>(tx, await shareIn(search, 'search_pieces'), {
    first: () => texts.findFirstPieces(tx, wanted),
    any: () => texts.findAnyPieces(tx, wanted),
    keyOf: ({ chapter_id, piece }) => `${chapter_id} ${piece}`,
  });
  const asStory = ({
    story_id,
    story_published_at,
    story_rating,
    score,
    views,
  }: texts.ChapterHit): Sortable => ({
    id: story_id,
    published_at: story_published_at,
    rating: story_rating,
    score,
    views,
  });
  return found.sort(
    (a, b) =>
      storyOrders[sort](asStory(a), asStory(b)) || byText(a.chapter_id, b.chapter_id) || a.piece - b.piece,
  );
}

const personOrders: Record<SearchSort, (a: people.PersonHit, b: people.PersonHit) => number> = {
  relevance: (a, b) => +b.is_exact - +a.is_exact || personOrders.popular(a, b),
  rating: (a, b) => personOrders.relevance(a, b),
  newest: (a, b) => +b.created_at - +a.created_at || byText(b.id, a.id),
  oldest: (a, b) => +a.created_at - +b.created_at || byText(a.id, b.id),
  popular: (a, b) => b.followers_count - a.followers_count || byText(a.id, b.id),
};

/** The ids of people by username and display name: exact ones first, then those with most followers. */
export async function findPeople({ tx, query, key, sort }: Search): Promise<string[]> {
  const wanted = { tsquery: tsquery(query), key, sort };
  const found = await findBothWays<people.PersonHit>(tx, 0, {
    first: () => people.findFirstPeople(tx, wanted),
    any: () => people.findAnyPeople(tx, wanted),
    keyOf: ({ id }) => id,
  });
  return found
    .sort(personOrders[sort])
    .slice(0, searchLimits.counted)
    .map(({ id }) => id);
}

/** Chapters with a matching title: those of the most viewed stories, or of some of them. */
export async function findChapterTitles(search: Search, limit: number): Promise<texts.ChapterTitle[]> {
  const wanted = wantedOf(search);
  if ((await shareIn(search, 'search_pieces')) >= frequentShare) {
    const found = await texts.findFirstChapterTitles(search.tx, wanted, limit);
    if (found.length >= limit) return found;
  }
  return texts.findAnyChapterTitles(search.tx, wanted, limit);
}
