import { longWords, shortWords } from '@inkling/contract/limits';
import type { StoryLength } from '@inkling/contract/story-filters';
import type { Viewer } from '../../platform/context.ts';
import { planEachTime, sql } from '../../platform/db/db.ts';

/** What readers filter lists by (docs/product/discover.md#filters). */
export interface StoryFilter {
  /** Of each group a story has at least one key; see `filterKey`. */
  anyOf?: string[][];
  /** It has none of these keys. */
  noneOf?: string[];
  /** It has one of these lengths; a story without published chapters has no length. */
  lengths?: StoryLength[];
  notLengths?: StoryLength[];
  /** It has at least these numbers of published chapters, and of words in them. */
  leastChapters?: number;
  leastWords?: number;
  /** The average of its ratings, in stars. */
  leastRating?: number;
  /** It was last updated then or later. */
  updatedSince?: Date;
  /** It was last updated earlier, or never. */
  notUpdatedSince?: Date;
  /** The same for when it was first published. */
  publishedSince?: Date;
  notPublishedSince?: Date;
}

/** A key as the trigger `stories_filter_keys` writes it. A genre's value is its id, a tag's its key. */
export const filterKey = (
  kind: 'genre' | 'tag' | 'warning' | 'audience' | 'status' | 'language',
  value: string,
): string => `${kind}:${value}`;

/** Whether a viewer reads the language of a story with the alias `s`. */
export const readsLanguage = (viewer: Pick<Viewer, 'languages'> | null) =>
  viewer === null || viewer.languages.length === 0
    ? sql`true`
    : sql`s.filter_keys && ${viewer.languages.map((language) => filterKey('language', language))}::text[]`;

const lengths: Record<StoryLength, ReturnType<typeof sql>> = {
  short: sql`s.published_words < ${sql.lit(shortWords)}`,
  medium: sql`s.published_words >= ${sql.lit(shortWords)} and s.published_words < ${sql.lit(longWords)}`,
  long: sql`s.published_words >= ${sql.lit(longWords)}`,
};
const hasLength = (wanted: StoryLength[]) =>
  sql`(s.published_chapters > 0 and (${sql.join(
    wanted.map((one) => lengths[one]),
    sql` or `,
  )}))`;

/** The further conditions for a story with the alias `s`; each begins with `and`. */
export const matchesStoryFilter = (filter: StoryFilter) => {
  const { anyOf = [], noneOf = [], lengths, notLengths, updatedSince, notUpdatedSince } = filter;
  const { leastChapters, leastWords, leastRating, publishedSince, notPublishedSince } = filter;
  const conditions = [
    ...anyOf.map((keys) => sql`s.filter_keys && ${keys}::text[]`),
    ...(noneOf.length === 0 ? [] : [sql`not s.filter_keys && ${noneOf}::text[]`]),
    ...(lengths === undefined ? [] : [hasLength(lengths)]),
    ...(notLengths === undefined ? [] : [sql`not ${hasLength(notLengths)}`]),
    ...(leastChapters === undefined ? [] : [sql`s.published_chapters >= ${leastChapters}`]),
    ...(leastWords === undefined ? [] : [sql`s.published_words >= ${leastWords}`]),
    ...(updatedSince === undefined ? [] : [sql`s.last_updated >= ${updatedSince}`]),
    ...(notUpdatedSince === undefined
      ? []
      : [sql`(s.last_updated is null or s.last_updated < ${notUpdatedSince})`]),
    ...(publishedSince === undefined ? [] : [sql`s.published_at >= ${publishedSince}`]),
    ...(notPublishedSince === undefined ? [] : [sql`s.published_at < ${notPublishedSince}`]),
    ...(leastRating === undefined
      ? []
      : [
          sql`exists (select from story_ratings r
            where r.story_id = s.id and r.ratings > 0 and r.rating_sum >= ${leastRating} * r.ratings)`,
        ]),
  ];
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`;
};

/** Begins the statements of a list: one that readers filter has many forms, and its best plan depends on the values. */
export const planFor = (filter: StoryFilter) => {
  const { anyOf, noneOf, lengths, notLengths, leastChapters, leastWords, updatedSince, notUpdatedSince } =
    filter;
  const asked = [
    anyOf,
    noneOf,
    lengths,
    notLengths,
    leastChapters,
    leastWords,
    updatedSince,
    notUpdatedSince,
  ];
  return asked.every((one) => one === undefined) ? sql`` : planEachTime;
};
