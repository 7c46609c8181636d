import * as calls from '@inkling/contract/search';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as history from './history.service.ts';
import { trendingTerms } from './history.service.ts';
import { search, searchChapters, searchCommunities, searchStories, searchUsers } from './search.service.ts';
import { searchInStory } from './story-search.ts';
import { suggest } from './suggestions.ts';

export function searchRoutes(api: Api): void {
  bind(api, calls.search, (ctx, viewer, { query }) => search(ctx, viewer, query));
  bind(api, calls.searchStories, (ctx, viewer, { query }) => searchStories(ctx, viewer, query));
  bind(api, calls.searchUsers, (ctx, viewer, { query }) => searchUsers(ctx, viewer, query));
  bind(api, calls.searchChapters, (ctx, viewer, { query }) => searchChapters(ctx, viewer, query));
  bind(api, calls.searchCommunities, (ctx, _viewer, { query }) => searchCommunities(ctx, query));
  bind(api, calls.searchInStory, (ctx, viewer, { params, query }) =>
    searchInStory(ctx, viewer, { storyId: params.id, ...query }),
  );
  bind(api, calls.searchSuggestions, (ctx, viewer, { query }) => suggest(ctx, viewer, query.q));
  bind(api, calls.trendingSearches, (ctx) => trendingTerms(ctx));
  historyRoutes(api);
}

function historyRoutes(api: Api): void {
  bind(api, calls.searchHistory, async (ctx, viewer) => ({ data: await history.listHistory(ctx, viewer) }));
  bind(api, calls.addToSearchHistory, async (ctx, viewer, { body }) => ({
    data: await history.addToHistory(ctx, viewer, body.searchTerm),
  }));
  bind(api, calls.removeFromSearchHistory, async (ctx, viewer, { params }) => ({
    data: await history.removeFromHistory(ctx, viewer, params.term),
  }));
  bind(api, calls.clearSearchHistory, async (ctx, viewer) => {
    await history.clearHistory(ctx, viewer);
    return { message: 'Search history cleared' };
  });
}
