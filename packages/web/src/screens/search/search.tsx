import { type ClientLoaderFunctionArgs, useSearchParams } from 'react-router';
import { genresQuery } from '../../features/genres/genres.api.ts';
import { RecentSearches } from '../../features/search/recent-searches.tsx';
import { resultsQuery, type SearchState } from '../../features/search/search.api.ts';
import { addressOf, searchIn } from '../../features/search/search-state.ts';
import { isSearchable, tooShortText } from '../../features/search/search-text.ts';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Results } from './results.tsx';
import { SearchFilters } from './search-filters.tsx';

export function clientLoader({ request }: ClientLoaderFunctionArgs): null {
  const state = searchIn(new URL(request.url).searchParams);
  if (!isSearchable(state.q)) return null;
  prefetch(genresQuery);
  return prefetch(resultsQuery(state));
}

/** Search: the address contains the whole search, so that Back, a reload and a shared link work. */
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
      <SearchFilters state={state} onChange={change} />
      {isSearchable(state.q) ? <Results state={state} onChange={change} /> : <Start text={state.q} />}
    </>
  );
}

/** Before anything is searched for. */
const Start = ({ text }: { text: string }) => (
  <>
    <p role="status" className="mt-4 mb-8 text-muted">
      {text === '' ? 'Find stories, people and passages in chapters.' : tooShortText}
    </p>
    <RecentSearches />
  </>
);
