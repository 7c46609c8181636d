import { contentWarningNames } from '@inkling/contract/content-warnings';
import { filterLimits, genreLimits, tagLimits } from '@inkling/contract/limits';
import type { StorySort } from '@inkling/contract/stories';
import { lengthNames, updatedDays } from '@inkling/contract/story-filters';
import { audienceNames, tagKey } from '@inkling/contract/story-labels';
import { statusNames } from '../story-text.ts';

/** Values of one filter: a story has any of the included ones and none of the excluded ones. */
export interface Choice {
  include: string[];
  exclude: string[];
}

/** Whether a value of a filter is included, excluded, or neither. */
export type ValueState = 'include' | 'exclude' | null;

export const filterNames = [
  'genres',
  'status',
  'length',
  'language',
  'updated',
  'published',
  'tags',
  'audience',
  'warnings',
] as const;
export type FilterName = (typeof filterNames)[number];
/** Filters for a least number: how many chapters a story has, how many words, and its rating in stars. */
export const leastNames = ['minChapters', 'minWords', 'minRating'] as const;
export type LeastName = (typeof leastNames)[number];

/** What a list is filtered by. A least number of 0 filters nothing. */
export type Filters = Record<FilterName, Choice> & Record<LeastName, number>;

/** What Discover shows: all of it is in the address. Genres are names, or ids where a name has a comma. */
export interface DiscoverView {
  search: string;
  filters: Filters;
  sort: DiscoverSort;
}

/** The sort orders of lists, with their labels; the first is Discover's. */
export const sortNames = {
  '-lastUpdated': 'Recently updated',
  '-publishedAt': 'Newest',
  '-trending': 'Trending',
  '-rating': 'Highest rated',
  '-views': 'Most viewed',
  '-likes': 'Most liked',
  '-comments': 'Most discussed',
  '-words': 'Most words',
  '-chapters': 'Most chapters',
  title: 'Title, A to Z',
} as const satisfies Partial<Record<StorySort, string>>;
/** `picked`: the order in which editors have picked stories, on their list alone. */
export type DiscoverSort = keyof typeof sortNames | 'picked';
const defaultSort: DiscoverSort = '-lastUpdated';

const isSort = (value: string | null): value is keyof typeof sortNames =>
  value !== null && Object.hasOwn(sortNames, value);

/** Shorter texts filter nothing. */
const minSearch = 2;
const maxSearch = 200;

const oneOf = (values: string[]) => (value: string) => (values.includes(value) ? value : null);

/** The normalized value, or null if the filter cannot have it. */
const clean: Record<FilterName, (value: string) => string | null> = {
  genres: (value) => (value.length <= genreLimits.name ? value : null),
  status: oneOf(Object.keys(statusNames)),
  length: oneOf(Object.keys(lengthNames)),
  language: (value) => (/^[a-z]{2,3}$/i.test(value) ? value.toLowerCase() : null),
  updated: oneOf(Object.keys(updatedDays)),
  published: oneOf(Object.keys(updatedDays)),
  tags: (value) => {
    const tag = value.replace(/^[\s#]+/, '').replace(/\s+/g, ' ');
    return tag === '' || tag.includes('#') || tag.length > tagLimits.name ? null : tag;
  },
  audience: oneOf(Object.keys(audienceNames)),
  warnings: oneOf(Object.keys(contentWarningNames)),
};

/** Two values with the same key are the same value. */
const valueKey = (name: FilterName, value: string): string =>
  name === 'genres' || name === 'tags' ? tagKey(value) : value;

/** The name of the parameter with the excluded values. */
const excludeName = (name: FilterName): string => `not${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Valid values in a stable order, without duplicates and without those in `others`. */
function cleanValues(name: FilterName, values: string[], others: string[] = []): string[] {
  const taken = new Set(others.map((value) => valueKey(name, value)));
  const kept = new Map<string, string>();
  for (const raw of values) {
    const value = clean[name](raw.trim());
    if (value === null || value === '' || taken.has(valueKey(name, value))) continue;
    if (!kept.has(valueKey(name, value))) kept.set(valueKey(name, value), value);
  }
  const inOrder = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return inOrder.slice(0, filterLimits.values);
}

function choiceIn(parameters: URLSearchParams, name: FilterName): Choice {
  const listIn = (parameter: string) => parameters.get(parameter)?.split(',') ?? [];
  const include = cleanValues(name, listIn(name));
  return { include, exclude: cleanValues(name, listIn(excludeName(name)), include) };
}

const most: Record<LeastName, number> = {
  minChapters: filterLimits.chapters,
  minWords: filterLimits.words,
  minRating: filterLimits.rating,
};

/** A least number as it was typed; 0 if it is none. */
export function leastIn(name: LeastName, typed: string): number {
  const value = Number(typed.trim());
  return Number.isInteger(value) && value >= 1 && value <= most[name] ? value : 0;
}

/** The filters in an address or a query; invalid ones are ignored. */
export const filtersIn = (parameters: URLSearchParams): Filters => ({
  ...(Object.fromEntries(filterNames.map((name) => [name, choiceIn(parameters, name)])) as Record<
    FilterName,
    Choice
  >),
  minChapters: leastIn('minChapters', parameters.get('minChapters') ?? ''),
  minWords: leastIn('minWords', parameters.get('minWords') ?? ''),
  minRating: leastIn('minRating', parameters.get('minRating') ?? ''),
});

const searchIn = (raw: string): string => {
  const search = raw.trim().slice(0, maxSearch).toWellFormed();
  return search.length < minSearch ? '' : search;
};

/** The view that an address describes; invalid parts are ignored. `own` is the order of the list without a choice. */
export function parseView(query: string, own: DiscoverSort = defaultSort): DiscoverView {
  const parameters = new URLSearchParams(query);
  const sort = parameters.get('sort');
  return {
    search: searchIn(parameters.get('search') ?? ''),
    filters: filtersIn(parameters),
    sort: isSort(sort) ? sort : own,
  };
}

/** The parameters of filters, in a stable order; a name has at least one value. */
export const filterParameters = (filters: Filters): [string, string[]][] =>
  [
    ...filterNames.flatMap((name): [string, string[]][] => [
      [name, filters[name].include],
      [excludeName(name), filters[name].exclude],
    ]),
    ...leastNames.map((name): [string, string[]] => [
      name,
      filters[name] === 0 ? [] : [String(filters[name])],
    ]),
  ].filter(([, values]) => values.length > 0);

/** The parameters of a view in a stable order, without defaults. The call for the list takes the same ones. */
function parametersOf({ search, filters, sort }: DiscoverView, own: DiscoverSort): [string, string[]][] {
  const all: [string, string[]][] = [
    ['search', search === '' ? [] : [search]],
    ...filterParameters(filters),
    ['sort', sort === own ? [] : [sort]],
  ];
  return all.filter(([, values]) => values.length > 0);
}

const encode = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replaceAll('%20', '+').replaceAll("'", '%27');

/** The query string for a view, readable and with its question mark; empty for the view without filters. */
export function formatView(view: DiscoverView, own: DiscoverSort = defaultSort): string {
  const parameters = parametersOf(view, own).map(
    ([name, values]) => `${name}=${values.map(encode).join(',')}`,
  );
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

/** The query of the call that lists the stories. */
export const queryOf = (view: DiscoverView, own: DiscoverSort = defaultSort): Record<string, string> =>
  Object.fromEntries(parametersOf(view, own).map(([name, values]) => [name, values.join(',')]));

export const noFilters = parseView('').filters;

export const stateOf = (choice: Choice, name: FilterName, value: string): ValueState => {
  const has = (values: string[]) => values.some((one) => valueKey(name, one) === valueKey(name, value));
  if (has(choice.include)) return 'include';
  return has(choice.exclude) ? 'exclude' : null;
};

/** The filter after a value is included, excluded or removed. */
export function withState(choice: Choice, name: FilterName, value: string, state: ValueState): Choice {
  const without = (values: string[]) => values.filter((one) => valueKey(name, one) !== valueKey(name, value));
  const [include, exclude] = [without(choice.include), without(choice.exclude)];
  return {
    include: state === 'include' ? cleanValues(name, [...include, value]) : include,
    exclude: state === 'exclude' ? cleanValues(name, [...exclude, value]) : exclude,
  };
}

/** How many values of a filter are included or excluded. */
export const countOf = ({ include, exclude }: Choice): number => include.length + exclude.length;

/** How many values there are in all filters. */
export const countActive = (filters: Filters): number =>
  filterNames.reduce((sum, name) => sum + countOf(filters[name]), 0) +
  leastNames.filter((name) => filters[name] > 0).length;
