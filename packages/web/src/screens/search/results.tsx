import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { resultsQuery, type SearchState } from '../../features/search/search.api.ts';
import {
  addressOf,
  countLabel,
  countOf,
  pagesOf,
  type SearchCounts,
} from '../../features/search/search-state.ts';
import { keysOf, typeIn, typeNames } from '../../features/search/search-types.ts';
import { countActive, noFilters } from '../../features/stories/filters/story-filters.ts';
import { type CallResponse, messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ResultLists } from './result-lists.tsx';

/** An address that leads beyond the last page. */
const PageBeyond = ({ onFirst }: { onFirst: () => void }) => (
  <EmptyState
    title="No results on this page"
    action={<Button onClick={onFirst}>Go to the first page</Button>}
  >
    There aren’t this many pages of results.
  </EmptyState>
);

const otherTypes = ['stories', 'users', 'chapters', 'communities'] as const;

interface Props extends SearchProps {
  counts: SearchCounts;
}

function NoResults({ state, counts, onChange }: Props) {
  const others = otherTypes.filter((type) => type !== state.type && counts[type] > 0);
  return (
    <EmptyState
      title="No results found"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {others.map((type) => (
            <Button key={type} onClick={() => onChange({ type })}>
              {typeNames[type]} ({countLabel(type, counts)})
            </Button>
          ))}
          {countActive(state.filters) > 0 && (
            <Button onClick={() => onChange({ filters: noFilters })}>Search without filters</Button>
          )}
          <Link to={paths.discover} className={buttonClass('primary')}>
            Discover stories
          </Link>
        </div>
      }
    >
      Check the spelling, or try fewer or different words. You can also search for an author’s name or a
      phrase from a chapter.
    </EmptyState>
  );
}

export interface SearchProps {
  state: SearchState;
  onChange: (changes: Partial<SearchState>, preventScrollReset?: boolean) => void;
}

type Found = CallResponse<'GET /search'>;

const closest = 'These come closest.';

/** The counts are the same for every page, type and order of a search. */
const isSameSearch = (one: SearchState, key: QueryKey | undefined): boolean =>
  filtersIn(resultsQuery(one).queryKey) === filtersIn(key);

function filtersIn(key: QueryKey | undefined): string {
  const input = key?.[1] as { query: Record<string, unknown> } | undefined;
  const { type, sortBy, page, ...filters } = input?.query ?? {};
  return hashKey([filters]);
}

/** The results of a search, in tabs with their counts. */
export function Results({ state, onChange }: SearchProps) {
  const results = useQuery({
    ...resultsQuery(state),
    placeholderData: (before, query) => (isSameSearch(state, query?.queryKey) ? before : undefined),
  });
  const counts = results.data?.counts;
  const found = results.isPlaceholderData ? undefined : results.data;
  const tabs = keysOf(typeNames).map((type) => ({
    id: type,
    label: counts === undefined ? typeNames[type] : `${typeNames[type]} (${countLabel(type, counts)})`,
    content: results.isError ? (
      <SearchError
        message={messageOf(results.error, 'Search failed')}
        onRetry={() => void results.refetch()}
      />
    ) : found === undefined ? (
      <ResultsSkeleton titled={type === 'all'} />
    ) : (
      <Panel state={state} found={found} onChange={onChange} />
    ),
  }));
  return (
    <>
      <Tabs
        label="Types of results"
        tabs={tabs}
        value={state.type}
        onChange={(type) => onChange({ type: typeIn(type) })}
      />
      {/* Outside the panels: screen readers announce only what changes in an element that was there. */}
      <p role="status" className="sr-only">
        {found !== undefined && announcementOf(state, found)}
      </p>
    </>
  );
}

const isIncomplete = ({ data, corrected }: Found): boolean =>
  corrected === null && data.stories.some(({ marks }) => marks.missing.length > 0);

function announcementOf({ q, type }: SearchState, found: Found): string {
  const { counts, corrected } = found;
  if (isIncomplete(found)) return `No story has every word of ${q}. ${closest}`;
  const count = countOf(type, counts);
  return `${countLabel(type, counts)} ${count === 1 ? 'result' : 'results'} for ${corrected ?? q}`;
}

function SearchError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="rounded-xl border border-danger bg-danger-soft px-6 py-8 text-center text-danger-text"
    >
      <h2 className="font-serif text-2xl">Search Error</h2>
      <p className="mt-2">{message}</p>
      <Button className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

interface PanelProps extends SearchProps {
  found: Found;
}

function Panel({ state, found, onChange }: PanelProps) {
  const { type, page } = state;
  const { data, counts, corrected } = found;
  const isEmpty = Object.values(data).every((list) => list.length === 0);
  const count = countOf(type, counts);
  return (
    <>
      <p className="mb-4 text-muted">
        {isIncomplete(found) ? (
          <>
            No story has every word of <q dir="auto">{state.q}</q>. {closest}
          </>
        ) : corrected === null ? (
          <>
            {countLabel(type, counts)} {count === 1 ? 'result' : 'results'} for <q dir="auto">{state.q}</q>
          </>
        ) : (
          <>
            Showing results for <strong className="text-text">{corrected}</strong>.{' '}
            <Link to={exactSearch(state)} className="link">
              Search for <bdi>{state.q}</bdi> instead
            </Link>
          </>
        )}
      </p>
      {isEmpty && count > 0 && <PageBeyond onFirst={() => onChange({ page: 1 }, false)} />}
      {isEmpty && count === 0 && <NoResults state={state} counts={counts} onChange={onChange} />}
      <ResultLists state={state} data={data} />
      <Pager
        page={page}
        totalPages={pagesOf(type, counts)}
        onChange={(next) => onChange({ page: next }, false)}
      />
    </>
  );
}

/** Quotation marks turn corrections off. Whole phrases stay, and so do `author:`, `tag:`, minus signs and a chapter's number. */
const quoted = (q: string): string =>
  (
    q.match(
      /\bch(?:apter|\.)?\s+[\divxlc]+\b|-?(?:(?:author|tag):)?(?:["“”„«»][^"“”„«»]*["“”„«»]|[^\s"“”„«»]+)/giu,
    ) ?? []
  )
    .map((part) => (/^(?:-|author:|tag:|["“”„«»]|ch(?:apter|\.)?\s)/iu.test(part) ? part : `"${part}"`))
    .join(' ');

const exactSearch = (state: SearchState) => ({
  pathname: paths.search(),
  search: new URLSearchParams(addressOf({ ...state, q: quoted(state.q), page: 1 })).toString(),
});
