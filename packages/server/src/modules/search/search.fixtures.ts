import * as calls from '@inkling/contract/search';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

const query = () => ({ query: { q: 'lamp' } });

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.search, query),
    example(calls.searchStories, query),
    example(calls.searchUsers, query),
    example(calls.searchChapters, query),
    example(calls.searchCommunities, query),
    example(calls.searchInStory, ({ story }) => ({ params: { id: story }, ...query() })),
    example(calls.searchSuggestions, query),
    example(calls.trendingSearches, () => ({})),
    example(calls.searchHistory, () => ({})),
    example(calls.addToSearchHistory, () => ({ body: { searchTerm: 'lamp' } }), {
      createsOnceBecause: 'a term is in the history once',
    }),
    example(calls.removeFromSearchHistory, () => ({ params: { term: 'lamp' } })),
    example(calls.clearSearchHistory, () => ({})),
  ],
};
