import { paginate } from '@inkling/contract/page';
import type { SearchSort, SearchType } from '@inkling/contract/search';
import type { LabelFilters } from '@inkling/contract/stories';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { findGenresNamed } from '../genres/index.ts';
import { filterOf, presentShown } from '../stories/index.ts';
import { presentPerson } from '../users/index.ts';
import { findChapterPage, findPeoplePage } from './page.queries.ts';
import { findResults, type Results } from './results.ts';
import { presentFoundChapters, presentFoundStories, withoutExcerpt } from './search.present.ts';

export interface SearchQuery extends Partial<LabelFilters> {
  q: string;
  page: number;
  limit: number;
  sortBy: SearchSort;
  genre?: string | undefined;
  anyway?: string | undefined;
}

/** The ids of genres given by id or name, separated by commas; unknown ones have no stories. */
async function genreIds(ctx: RequestContext, list: string | undefined): Promise<string[] | undefined> {
  const named = (list ?? '').split(',').map((one) => one.trim());
  const wanted = named.filter((one) => one !== '');
  return wanted.length === 0 ? undefined : [...(await findGenresNamed(ctx.db, wanted)).values()];
}

async function resultsOf(ctx: RequestContext, viewer: Viewer | null, query: SearchQuery) {
  const { q, sortBy, genre, audience, notAudience, warnings, notWarnings } = query;
  const filter = await filterOf(ctx, { audience, notAudience, warnings, notWarnings });
  return findResults(ctx.db, viewer, { q, sortBy, genres: await genreIds(ctx, genre), filter });
}

const onPage = <T>(all: T[], { page, limit }: { page: number; limit: number }): T[] =>
  all.slice((page - 1) * limit, page * limit);

/** One page of each type of results; a later check leaves out what has become hidden since the search. */
const pages = {
  stories: async (ctx: RequestContext, viewer: Viewer | null, results: Results, query: SearchQuery) =>
    presentFoundStories(ctx.db, await presentShown(ctx, viewer, onPage(results.stories, query)), results),
  chapters: async (ctx: RequestContext, viewer: Viewer | null, results: Results, query: SearchQuery) => {
    const chapters = onPage(results.chapters, query);
    if (chapters.length === 0) return [];
    const asked = chapters.map((chapter) => ({ ...chapter, needsText: withoutExcerpt(results, chapter) }));
    const rows = await findChapterPage(ctx.db, viewer, asked);
    return presentFoundChapters(ctx.db, viewer, rows, results, query.anyway);
  },
  users: async (ctx: RequestContext, viewer: Viewer | null, results: Results, query: SearchQuery) => {
    const people = onPage(results.people, query);
    if (people.length === 0) return [];
    return (await findPeoplePage(ctx.db, viewer?.id ?? null, people)).map(presentPerson);
  },
};

/** Everything that matches, or one type of it (docs/product/search.md#results). */
export async function search(
  ctx: RequestContext,
  viewer: Viewer | null,
  { type, ...query }: SearchQuery & { type: SearchType },
) {
  const results = await resultsOf(ctx, viewer, query);
  const isWanted = (one: SearchType) => type === 'all' || type === one;
  return {
    data: {
      stories: isWanted('stories') ? await pages.stories(ctx, viewer, results, query) : [],
      users: isWanted('users') ? await pages.users(ctx, viewer, results, query) : [],
      chapters: isWanted('chapters') ? await pages.chapters(ctx, viewer, results, query) : [],
      communities: [],
    },
    counts: {
      stories: results.stories.length,
      users: results.people.length,
      chapters: results.chapters.length,
      communities: 0,
    },
    corrected: results.corrected,
  };
}

export async function searchStories(ctx: RequestContext, viewer: Viewer | null, query: SearchQuery) {
  const results = await resultsOf(ctx, viewer, query);
  return {
    data: await pages.stories(ctx, viewer, results, query),
    pagination: paginate(query.page, query.limit, results.stories.length),
  };
}

export async function searchChapters(ctx: RequestContext, viewer: Viewer | null, query: SearchQuery) {
  const results = await resultsOf(ctx, viewer, query);
  return {
    data: await pages.chapters(ctx, viewer, results, query),
    pagination: paginate(query.page, query.limit, results.chapters.length),
  };
}

export async function searchUsers(ctx: RequestContext, viewer: Viewer | null, query: SearchQuery) {
  const results = await resultsOf(ctx, viewer, query);
  return {
    data: await pages.users(ctx, viewer, results, query),
    pagination: paginate(query.page, query.limit, results.people.length),
  };
}
