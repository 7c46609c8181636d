import { searchLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { SearchSort, SearchType } from '@inkling/contract/search';
import type { StoryFilters } from '@inkling/contract/story-filter-schemas';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { presentFound } from '../communities/index.ts';
import { filterOf, genreFilter, presentShown, type StoryFilter } from '../stories/index.ts';
import { type PersonRow, presentPerson } from '../users/index.ts';
import {
  findChapterPage,
  findCommunityPage,
  findPeopleAndCommunities,
  findPeoplePage,
} from './page.queries.ts';
import { findResults, inTurn, type Results } from './results.ts';
import { presentFoundChapters, presentFoundStories } from './search.present.ts';

export interface SearchQuery extends Partial<StoryFilters> {
  q: string;
  page: number;
  limit: number;
  sortBy: SearchSort;
  genre?: string | undefined;
  anyway?: 'true' | 'false';
}

/** What limits stories and chapters; genres that do not exist have none. */
async function storyFilter(ctx: RequestContext, query: SearchQuery): Promise<StoryFilter> {
  const { genre = '', ...filters } = query;
  const filter = await filterOf(ctx, filters);
  if (!/[^\s,]/.test(genre)) return filter;
  const genres = await genreFilter(ctx, genre);
  return { ...filter, anyOf: [...(genres.anyOf ?? []), ...(filter.anyOf ?? [])] };
}

/** Finds what matches, and shows some of it while nobody else's search takes the connection. */
const withResults = <T>(
  ctx: RequestContext,
  viewer: Viewer | null,
  query: SearchQuery,
  show: (results: Results) => Promise<T>,
): Promise<T> =>
  inTurn(ctx.db, async () =>
    show(
      await findResults(ctx.db, viewer, {
        q: query.q,
        sortBy: query.sortBy,
        filter: await storyFilter(ctx, query),
      }),
    ),
  );

const onPage = <T>(all: T[], { page, limit }: SearchQuery): T[] =>
  all.slice((page - 1) * limit, page * limit);

/** One page of each type of results; what has become hidden since the search is left out. */
const pages = {
  stories: async (ctx: RequestContext, viewer: Viewer | null, results: Results, query: SearchQuery) =>
    presentFoundStories(ctx.db, await presentShown(ctx, viewer, onPage(results.stories, query)), results),
  chapters: async (ctx: RequestContext, viewer: Viewer | null, results: Results, query: SearchQuery) => {
    const chapters = onPage(results.chapters, query);
    const rows = await findChapterPage(ctx.db, viewer, chapters, query.anyway === 'true');
    return presentFoundChapters(ctx.db, viewer, rows, results.query, query.anyway === 'true');
  },
};

const presentFoundPerson = (row: PersonRow) => ({ ...presentPerson(row), following: row.is_following });

const communitiesIn = ({ q, sortBy, page, limit }: SearchQuery) => ({
  search: q,
  sort: sortBy,
  page,
  limit,
  max: searchLimits.counted,
});

/** Everything that matches, or one type of it (docs/product/search.md#results). */
export const search = (
  ctx: RequestContext,
  viewer: Viewer | null,
  { type, ...query }: SearchQuery & { type: SearchType },
) =>
  withResults(ctx, viewer, query, async (results) => {
    const isWanted = (one: SearchType) => type === 'all' || type === one;
    // People may have been suspended since, so they are counted again.
    const { people, total, communities, communities_total } = await findPeopleAndCommunities(
      ctx.db,
      viewer?.id ?? null,
      results.people,
      query,
      communitiesIn(query),
    );
    return {
      data: {
        stories: isWanted('stories') ? await pages.stories(ctx, viewer, results, query) : [],
        users: isWanted('users') ? people.map(presentFoundPerson) : [],
        chapters: isWanted('chapters') ? await pages.chapters(ctx, viewer, results, query) : [],
        communities: isWanted('communities') ? communities.map((row) => presentFound(ctx.config, row)) : [],
      },
      counts: {
        stories: results.stories.length,
        users: total,
        chapters: results.chapters.length,
        communities: communities_total,
      },
      corrected: results.corrected,
    };
  });

export const searchStories = (ctx: RequestContext, viewer: Viewer | null, query: SearchQuery) =>
  withResults(ctx, viewer, query, async (results) => ({
    data: await pages.stories(ctx, viewer, results, query),
    pagination: paginate(query.page, query.limit, results.stories.length),
  }));

export const searchChapters = (ctx: RequestContext, viewer: Viewer | null, query: SearchQuery) =>
  withResults(ctx, viewer, query, async (results) => ({
    data: await pages.chapters(ctx, viewer, results, query),
    pagination: paginate(query.page, query.limit, results.chapters.length),
  }));

export async function searchCommunities({ config, db }: RequestContext, query: SearchQuery) {
  const { communities, communities_total } = await findCommunityPage(db, communitiesIn(query));
  return {
    data: communities.map((row) => presentFound(config, row)),
    pagination: paginate(query.page, query.limit, communities_total),
  };
}

export const searchUsers = (ctx: RequestContext, viewer: Viewer | null, query: SearchQuery) =>
  withResults(ctx, viewer, query, async (results) => {
    const { people, total } = await findPeoplePage(ctx.db, viewer?.id ?? null, results.people, query);
    return { data: people.map(presentFoundPerson), pagination: paginate(query.page, query.limit, total) };
  });
