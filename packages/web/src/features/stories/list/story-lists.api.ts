import { callQuery } from '../../../lib/query.ts';

/** Readers return to a list after a long chapter, to the same place in it. */
const keptForReturn = { staleTime: 5 * 60_000, gcTime: 2 * 60 * 60_000 };

export const discoverPageSize = 50;
export const categoryPageSize = 20;

/** A page of Discover; `query` as `queryOf` makes it. */
export const discoverQuery = (query: Record<string, string>, page: number) => ({
  ...callQuery('GET /stories', { query: { ...query, page, limit: discoverPageSize } }),
  ...keptForReturn,
});

/** The languages of published stories. */
export const languagesQuery = { ...callQuery('GET /stories/languages', {}), staleTime: 10 * 60_000 };

const categoryCalls = {
  popular: 'GET /stories/popular',
  'new-releases': 'GET /stories/new-releases',
  completed: 'GET /stories/completed',
  short: 'GET /stories/short',
  long: 'GET /stories/long',
} as const;

/** The categories by the name in their path, with their titles. */
export const categoryTitles = {
  popular: 'Popular Now',
  'new-releases': 'New Releases',
  'top-rated': 'Top Rated',
  completed: 'Completed Stories',
  short: 'Short Stories',
  long: 'Epic Tales',
  'most-commented': 'Most Discussed',
  'editors-picks': "Editor's Picks",
} as const;
export type Category = keyof typeof categoryTitles;

export const isCategory = (name: string): name is Category => Object.hasOwn(categoryTitles, name);

/** Whether the server has this list already. */
export const isBuilt = (name: Category): name is keyof typeof categoryCalls =>
  Object.hasOwn(categoryCalls, name);

/** A page of a category. */
export const categoryQuery = (name: keyof typeof categoryCalls, page: number) => ({
  ...callQuery(categoryCalls[name], { query: { page, limit: categoryPageSize } }),
  ...keptForReturn,
});

/** A page of a genre's stories, by its name or id, the most viewed first. */
export const genreStoriesQuery = (genre: string, page: number) => ({
  ...callQuery('GET /stories', {
    query: { genres: genre, sort: '-views' as const, page, limit: categoryPageSize },
  }),
  ...keptForReturn,
});
