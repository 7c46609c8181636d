import { type ClientLoaderFunctionArgs, useSearchParams } from 'react-router';
import { RecentSearches } from '../../features/search/recent-searches.tsx';
import { resultsQuery, type SearchState } from '../../features/search/search.api.ts';
import { addressOf, searchIn } from '../../features/search/search-state.ts';
import { isSearchable, sortNames, tooShortText } from '../../features/search/search-types.ts';
import { focusSiteSearch } from '../../features/search/site-search.ts';
import { Filtered, SortSelect } from '../../features/stories/filters/filters.tsx';
import { noFilters } from '../../features/stories/filters/story-filters.ts';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { Results } from './results.tsx';

export function clientLoader({ request }: ClientLoaderFunctionArgs): null {
  const state = searchIn(new URL(request.url).searchParams);
  return isSearchable(state.q) ? prefetch(resultsQuery(state)) : null;
}
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** Search: the address contains the whole search, so that Back, a reload and a shared link work. The site's search box says what for. */
export default function SearchScreen() {
  const [address, setAddress] = useSearchParams();
  const state = searchIn(address);
  /** Another search or filter begins at its first page. */
  const change = (changes: Partial<SearchState>, preventScrollReset = true) =>
    setAddress(addressOf({ ...state, page: 1, ...changes }), { preventScrollReset });
  return (
    <>
      <title>{pageTitle('Search')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Search</h1>
      {isSearchable(state.q) ? (
        <Filtered
          filters={state.filters}
          onChange={(filters) => change({ filters })}
          onClear={() => change({ filters: noFilters })}
          done="Show results"
          sort={
            <SortSelect value={state.sortBy} names={sortNames} onChange={(sortBy) => change({ sortBy })} />
          }
          view="list"
        >
          <Results state={state} onChange={change} />
        </Filtered>
      ) : (
        <Start text={state.q} />
      )}
    </>
  );
}

/** Before anything is searched for. */
const Start = ({ text }: { text: string }) => (
  <>
    <p role="status" className="mt-4 mb-8 text-muted">
      {text === '' ? 'Find stories, people and passages in chapters.' : tooShortText}
    </p>
    <Button variant="primary" className="mb-8 lg:hidden" onClick={focusSiteSearch}>
      Search
    </Button>
    <RecentSearches />
  </>
);
