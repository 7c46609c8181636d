import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort, SearchType } from '@inkling/contract/search';

/** The text to search for: trimmed, with single spaces. */
export const searchTextOf = (typed: string): string => typed.trim().replace(/\s+/gu, ' ');

/** Whether a text is long enough to search for (docs/product/search-screens.md#search-boxes). */
export const isSearchable = (text: string): boolean =>
  Array.from(searchTextOf(text)).length >= searchLimits.min;

export const tooShortText = `Type at least ${searchLimits.min} characters to search.`;

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
