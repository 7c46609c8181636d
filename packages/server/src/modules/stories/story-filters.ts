import type { StoryFilters } from '@inkling/contract/story-filter-schemas';
import { primaryLanguage, type UpdatedWithin, updatedDays } from '@inkling/contract/story-filters';
import { tagKey } from '@inkling/contract/story-labels';
import { badInput } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { findGenresNamed } from '../genres/index.ts';
import type { ListFilter } from './stories.queries.ts';
import { filterKey, type StoryFilter } from './story-filters.queries.ts';

const minute = 60_000;

type Values = string[] | undefined;
type Kind = Parameters<typeof filterKey>[0];

const keysOf = (kind: Kind, values: readonly string[] = []): string[] =>
  values.map((value) => filterKey(kind, kind === 'tag' ? tagKey(value) : value));

/** The key of a tag in a filter, by the key of the tag. */
export const filterKeyOfTag = (key: string): string => filterKey('tag', key);

/** The filters by label: the kind of its keys, and what a query calls it. */
const labels = [
  ['status', 'status', 'notStatus'],
  ['language', 'language', 'notLanguage'],
  ['tag', 'tags', 'notTags'],
  ['warning', 'warnings', 'notWarnings'],
  ['audience', 'audience', 'notAudience'],
] as const;

/** The keys of genres given by id or name; an unknown one is an error that names it. */
async function genreKeys({ db }: Pick<AppContext, 'db'>, path: string, genres: Values): Promise<string[]> {
  if (genres === undefined || genres.length === 0) return [];
  const found = await findGenresNamed(db, genres);
  const unknown = genres.find((name) => !found.has(name));
  if (unknown !== undefined) throw badInput(path, `There is no genre “${unknown}”.`);
  return keysOf('genre', [...new Set(found.values())]);
}

/** The filter for the stories of any of these genres, ids or names separated by commas; unknown ones have no stories. */
export async function genreFilter({ db }: Pick<AppContext, 'db'>, list: string): Promise<StoryFilter> {
  const genres = list.split(',').map((one) => one.trim());
  return { anyOf: [keysOf('genre', [...(await findGenresNamed(db, genres)).values()])] };
}

/** The time that many days ago, to the minute, so that requests at about the same time share what is cached. */
function longestAgo({ clock }: Pick<AppContext, 'clock'>, within: UpdatedWithin[] | undefined) {
  if (within === undefined || within.length === 0) return undefined;
  const days = Math.max(...within.map((one) => updatedDays[one]));
  return new Date(Math.floor((clock.now().getTime() - days * day) / minute) * minute);
}

/** Whether a viewer reads the language of this tag. */
export const isReadBy = ({ languages }: Pick<Viewer, 'languages'>, language: string): boolean =>
  languages.length === 0 || languages.includes(primaryLanguage(language));

/** What a viewer's list is limited to: the languages that they read, unless it asks for some itself. */
export function inLanguagesOf(viewer: Pick<Viewer, 'languages'> | null, filter: ListFilter = {}): ListFilter {
  const { anyOf = [], noneOf = [] } = filter;
  const names = [...anyOf.flat(), ...noneOf].some((key) => key.startsWith(filterKey('language', '')));
  if (names || viewer === null || viewer.languages.length === 0) return filter;
  return { ...filter, anyOf: [...anyOf, keysOf('language', viewer.languages)] };
}

const unlessEmpty = <Value>(values: Value[] | undefined): Value[] | undefined =>
  values?.length === 0 ? undefined : values;

/** The condition for what was asked in a query (docs/product/discover.md#filters). */
export async function filterOf(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  query: StoryFilters & { genre?: string[] | undefined },
): Promise<StoryFilter> {
  const [genres, notGenres] = await Promise.all([
    genreKeys(ctx, query.genres === undefined ? 'genre' : 'genres', query.genres ?? query.genre),
    genreKeys(ctx, 'notGenres', query.notGenres),
  ]);
  const included = labels.map(([kind, name]) => keysOf(kind, query[name]));
  const excluded = labels.map(([kind, , name]) => keysOf(kind, query[name]));
  const filter: { [Name in keyof StoryFilter]: StoryFilter[Name] | undefined } = {
    anyOf: unlessEmpty([genres, ...included].filter((keys) => keys.length > 0)),
    noneOf: unlessEmpty([notGenres, ...excluded].flat()),
    leastChapters: query.minChapters,
    leastWords: query.minWords,
    leastRating: query.minRating,
    lengths: unlessEmpty(query.length),
    notLengths: unlessEmpty(query.notLength),
    updatedSince: longestAgo(ctx, query.updated),
    notUpdatedSince: longestAgo(ctx, query.notUpdated),
    publishedSince: longestAgo(ctx, query.published),
    notPublishedSince: longestAgo(ctx, query.notPublished),
  };
  // Without the keys that are not set: the filter is part of cache keys.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
