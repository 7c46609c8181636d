import { callQuery } from '../../../lib/query.ts';
import type { DiscoverSort } from '../filters/story-filters.ts';

/** Long enough to return to the same place in a list after reading a long chapter. */
const cachedForReturn = { staleTime: 5 * 60_000, gcTime: 2 * 60 * 60_000 };

const discoverPageSize = 50;
export const categoryPageSize = 20;
const shelfSize = 10;

/** The public lists; those with a page of their own by the name in its path. */
const listCalls = {
  all: 'GET /stories',
  recent: 'GET /stories/recent',
  trending: 'GET /stories/trending',
  popular: 'GET /stories/popular',
  'new-releases': 'GET /stories/new-releases',
  'top-rated': 'GET /stories/top-rated',
  completed: 'GET /stories/completed',
  short: 'GET /stories/short',
  long: 'GET /stories/long',
  'most-commented': 'GET /stories/most-commented',
  'editors-picks': 'GET /stories/editors-picks',
} as const;
export type StoryList = keyof typeof listCalls;

const ranked = { tags: ['hiddenStories'] };
/** Shows a story as soon as it is published. */
const newest = { tags: ['hiddenStories', 'storyLists'] };
const metaOf = (list: StoryList) => (list === 'all' || list === 'new-releases' ? newest : ranked);

/** The stories of a list for one shelf. */
export const shelfQuery = (list: StoryList) =>
  callQuery(listCalls[list], { query: { limit: shelfSize } }, metaOf(list));

/** A page of a list: the first one, or the one after a position (`pagination.next` of the page before). */
const pageAfter = (after: string | undefined) => (after === undefined ? {} : { after });

/** A page of Discover; `query` as `queryOf` makes it. */
export const discoverQuery = (query: Record<string, string>, after?: string) => ({
  ...callQuery(listCalls.all, { query: { ...query, limit: discoverPageSize, ...pageAfter(after) } }, newest),
  ...cachedForReturn,
});

/** The languages of published stories. */
export const languagesQuery = { ...callQuery('GET /stories/languages', {}), staleTime: 10 * 60_000 };

/** The titles of the categories, by the name in their path. */
export const categoryTitles = {
  popular: 'Popular Now',
  'new-releases': 'New Releases',
  'top-rated': 'Top Rated',
  completed: 'Completed Stories',
  short: 'Short Stories',
  long: 'Epic Tales',
  'most-commented': 'Most Discussed',
  'editors-picks': "Editor's Picks",
} as const satisfies Partial<Record<StoryList, string>>;
export type Category = keyof typeof categoryTitles;

export const isCategory = (name: string): name is Category => Object.hasOwn(categoryTitles, name);

/** The orders of the categories. */
export const categorySorts: Record<Category, DiscoverSort> = {
  popular: '-views',
  'new-releases': '-publishedAt',
  'top-rated': '-rating',
  completed: '-views',
  short: '-views',
  long: '-views',
  'most-commented': '-comments',
  'editors-picks': 'picked',
};

/** A page of a category; `query` as `queryOf` makes it. */
export const categoryQuery = (name: Category, query: Record<string, string>, after?: string) => ({
  ...callQuery(
    listCalls[name],
    { query: { ...query, limit: categoryPageSize, ...pageAfter(after) } },
    metaOf(name),
  ),
  ...cachedForReturn,
});

/** The order of a genre's stories. */
export const genreSort = '-views';

/** A page of a genre's stories, by its id; `query` as `queryOf` makes it. */
export const genreStoriesQuery = (genre: string, query: Record<string, string>, after?: string) => ({
  ...callQuery(
    'GET /stories/genre/{genre}',
    { params: { genre }, query: { ...query, limit: categoryPageSize, ...pageAfter(after) } },
    newest,
  ),
  ...cachedForReturn,
});
