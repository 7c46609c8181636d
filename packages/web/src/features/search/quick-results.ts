import type { SearchType, Suggestion } from '@inkling/contract/search';
import type { CallResponse } from '../../lib/api.ts';

/** How many quick results of each type a dropdown shows. */
export type QuickLimits = Record<Suggestion['type'], number>;

/** 'View all' is offered above this number of stories and people (docs/product/search-screens.md#search-boxes). */
const viewAllAbove = 6;
const maxTerms = 5;

/** An option of the dropdown; `key` is unique in it. */
export type SearchOption =
  | { key: string; kind: 'recent' | 'trending'; term: string }
  | { key: string; kind: 'clear' | 'all' }
  | { key: string; kind: 'result'; result: Suggestion };

export interface OptionGroup {
  /** The visible heading; null for options that stand alone. */
  name: string | null;
  options: SearchOption[];
}

const resultGroups: { type: Suggestion['type']; name: string; of: SearchType }[] = [
  { type: 'story', name: 'Stories', of: 'stories' },
  { type: 'user', name: 'Users', of: 'users' },
  { type: 'chapter', name: 'Chapters', of: 'chapters' },
  { type: 'community', name: 'Communities', of: 'communities' },
];

const withoutEmpty = (groups: OptionGroup[]): OptionGroup[] =>
  groups.filter(({ options }) => options.length > 0);

/** The quick results of the chosen type, in groups. */
export function resultOptions(
  { data, total }: CallResponse<'GET /search/suggestions'>,
  limits: QuickLimits,
  chosen: SearchType,
  viewAll: boolean,
): OptionGroup[] {
  const groups = resultGroups
    .filter(({ of }) => chosen === 'all' || chosen === of)
    .map(({ type, name }): OptionGroup => {
      const results = data.filter((result) => result.type === type).slice(0, limits[type]);
      return {
        name,
        options: results.map((result) => ({ key: `${type} ${result._id}`, kind: 'result', result })),
      };
    });
  const all: OptionGroup = { name: null, options: [{ key: 'all', kind: 'all' }] };
  return withoutEmpty(viewAll && total > viewAllAbove ? [...groups, all] : groups);
}

/** Recent searches, and five others before anything is typed: the first `trending` are searches, the rest suggestions. */
export function termOptions(recent: string[], others: string[], trending: number): OptionGroup[] {
  const optionsOf = (kind: 'recent' | 'trending', terms: string[]): SearchOption[] =>
    terms.slice(0, maxTerms).map((term) => ({ key: `${kind} ${term}`, kind, term }));
  const clear: SearchOption[] = recent.length > 0 ? [{ key: 'clear', kind: 'clear' }] : [];
  return withoutEmpty([
    { name: 'Recent searches', options: [...optionsOf('recent', recent), ...clear] },
    { name: 'Trending searches', options: optionsOf('trending', others.slice(0, trending)) },
    { name: 'Suggestions', options: optionsOf('trending', others.slice(trending, maxTerms)) },
  ]);
}
