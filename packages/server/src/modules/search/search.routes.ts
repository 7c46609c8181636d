import * as calls from '@inkling/contract/search';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withParam, withQuery } from '../../platform/http/handlers.ts';
import * as history from './history.service.ts';
import { trendingTerms } from './history.service.ts';
import { search, searchChapters, searchCommunities, searchStories, searchUsers } from './search.service.ts';
import { searchInStory } from './story-search.ts';
import { suggest } from './suggestions.ts';

export function searchRoutes(api: Api): void {
  bind(api, calls.search, withQuery(search));
  bind(api, calls.searchStories, withQuery(searchStories));
  bind(api, calls.searchUsers, withQuery(searchUsers));
  bind(api, calls.searchChapters, withQuery(searchChapters));
  bind(api, calls.searchCommunities, (ctx, _viewer, { query }) => searchCommunities(ctx, query));
  bind(api, calls.searchInStory, (ctx, viewer, { params, query }) =>
    searchInStory(ctx, viewer, { storyId: params.id, ...query }),
  );
  bind(api, calls.searchSuggestions, (ctx, viewer, { query }) => suggest(ctx, viewer, query.q));
  bind(api, calls.trendingSearches, (ctx) => trendingTerms(ctx));
  historyRoutes(api);
}

function historyRoutes(api: Api): void {
  bind(api, calls.searchHistory, data(history.listHistory));
  bind(api, calls.addToSearchHistory, async (ctx, viewer, { body }) => ({
    data: await history.addToHistory(ctx, viewer, body.searchTerm),
  }));
  bind(api, calls.removeFromSearchHistory, data(withParam('term', history.removeFromHistory)));
  bind(api, calls.clearSearchHistory, message('Search history cleared', history.clearHistory));
}
