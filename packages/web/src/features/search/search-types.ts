import type { SearchSort, SearchType } from '@inkling/contract/search';

/** The names of what can be searched for, in the order of chips and tabs. */
export const typeNames: Record<SearchType, string> = {
  all: 'All',
  stories: 'Stories',
  users: 'Users',
  chapters: 'Chapters',
  communities: 'Communities',
};

export const sortNames: Record<SearchSort, string> = {
  relevance: 'Relevance',
  newest: 'Newest',
  oldest: 'Oldest',
  popular: 'Most Popular',
  rating: 'Highest Rated',
  trending: 'Trending',
  words: 'Most Words',
  chapters: 'Most Chapters',
};

const isKeyOf = <K extends string>(names: Record<K, string>, key: string | null): key is K =>
  key !== null && Object.hasOwn(names, key);

/** The type in an address; an unknown one is 'all'. */
export const typeIn = (value: string | null): SearchType => (isKeyOf(typeNames, value) ? value : 'all');

/** The sort order in an address; an unknown one is 'relevance'. */
export const sortIn = (value: string | null): SearchSort => (isKeyOf(sortNames, value) ? value : 'relevance');

export const keysOf = <K extends string>(names: Record<K, string>): K[] => Object.keys(names) as K[];
