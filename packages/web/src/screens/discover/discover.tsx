import type { Genre } from '@inkling/contract/genres';
import type { SearchType } from '@inkling/contract/search';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link } from 'react-router';
import { genresQuery } from '../../features/genres/genres.api.ts';
import type { QuickLimits } from '../../features/search/quick-results.ts';
import { SearchBox } from '../../features/search/search-box.tsx';
import { keysOf, typeNames } from '../../features/search/search-types.ts';
import type { GivenText } from '../../features/search/use-typed-text.ts';
import { Filtered, SortSelect } from '../../features/stories/filters/filters.tsx';
import {
  countOf,
  type DiscoverView,
  type Filters,
  formatView,
  noFilters,
  parseView,
  queryOf,
  sortNames,
} from '../../features/stories/filters/story-filters.ts';
import { StoryGrid, StoryGridSkeleton } from '../../features/stories/list/story-grid.tsx';
import { discoverQuery } from '../../features/stories/list/story-lists.api.ts';
import { countedStories, ShowMore } from '../../features/stories/show-more.tsx';
import { languageName } from '../../features/stories/story-language.ts';
import { itemsOf, usePositionedList } from '../../features/stories/use-list.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe, useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { type AddressFormat, useViewInAddress } from '../../lib/use-view-in-address.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const limits: QuickLimits = { story: 3, user: 2, chapter: 2, community: 2 };

/**
 * The search box of Discover: with chips for what to search for, recent and trending searches. While typing, the list
 * below is filtered by title.
 */
export function DiscoverSearch({ given }: { given: GivenText }) {
  const [type, setType] = useState<SearchType>('all');
  return (
    <div className="max-w-3xl">
      <SearchBox
        label="Search, or filter the stories below by title"
        given={given}
        limits={limits}
        placement="below"
        type={type}
        button={
          <Button type="submit" variant="primary">
            Search
          </Button>
        }
        terms
      >
        <fieldset className="mb-3 flex flex-wrap gap-2">
          <legend className="sr-only">Search in</legend>
          {keysOf(typeNames).map((id) => (
            <label
              key={id}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-raised px-4 hover:border-control has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="type"
                value={id}
                checked={type === id}
                onChange={() => setType(id)}
                className="sr-only"
              />
              {typeNames[id]}
            </label>
          ))}
        </fieldset>
      </SearchBox>
    </div>
  );
}

const address: AddressFormat<DiscoverView> = {
  parse: parseView,
  format: formatView,
  textOf: ({ search }) => search,
  withText: (view, text) => ({
    ...view,
    search: parseView(`?search=${encodeURIComponent(text.toWellFormed())}`).search,
  }),
  reset: (view) => ({ ...view, search: '', filters: noFilters }),
};

const hasGenres = ({ filters }: DiscoverView): boolean => countOf(filters.genres) > 0;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const view = parseView(new URL(request.url).search);
  // The list waits until the genres in the address are known.
  return hasGenres(view) ? prefetch(genresQuery) : prefetch(discoverQuery(queryOf(view)));
}
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** The view without genres that no longer exist, which an old link may name. */
function withKnownGenres(view: DiscoverView, genres: Genre[]): DiscoverView {
  const known = new Set(genres.flatMap(({ _id, name }) => [_id, name.toLowerCase()]));
  const keep = (values: string[]) => values.filter((value) => known.has(value.toLowerCase()));
  const { include, exclude } = view.filters.genres;
  const filters = { ...view.filters, genres: { include: keep(include), exclude: keep(exclude) } };
  return { ...view, filters };
}

/** The languages that the list is limited to: the reader's, unless they filter by language. */
function useListedLanguages({ include, exclude }: DiscoverView['filters']['language']): string[] {
  const languages = useMe(false)?.readingPreferences.languages ?? [];
  return include.length + exclude.length > 0 ? [] : languages;
}

/** Finds stories by genre and other filters. */
export default function Discover() {
  const list = useRef<HTMLUListElement>(null);
  const member = useSessionState() === 'member';
  const { view: asked, text, setText, change, reset } = useViewInAddress(address);
  const needsGenres = hasGenres(asked);
  const genres = useQuery({ ...genresQuery, enabled: member && needsGenres });
  const view = genres.data ? withKnownGenres(asked, genres.data.data) : asked;
  const ready = member && (!needsGenres || genres.isSuccess);
  const {
    first: query,
    all,
    pages,
  } = usePositionedList((after) => discoverQuery(queryOf(view), after), ready);
  const stories = itemsOf(all);
  const total = query.data?.pagination.total ?? 0;
  const waiting = needsGenres && !genres.isSuccess ? genres : query;
  const languages = useListedLanguages(view.filters.language);
  const others = languages.length > 0 && (
    <Button
      onClick={() => change({ filters: { ...view.filters, language: { include: [], exclude: languages } } })}
    >
      Show other languages
    </Button>
  );
  const isCurrent = query.data !== undefined && !query.isPlaceholderData;
  return (
    <>
      <title>{pageTitle('Discover Stories')}</title>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Discover Stories</h1>
      <DiscoverSearch given={{ text, onText: setText }} />
      <Filtered
        filters={view.filters}
        onChange={(filters: Filters) => change({ filters })}
        onClear={reset}
        done={isCurrent ? `Show ${countedStories(total)}` : 'Show stories'}
        sort={<SortSelect value={view.sort} names={sortNames} onChange={(sort) => change({ sort })} />}
      >
        <section aria-labelledby="stories" className="mt-4">
          <h2 id="stories" className="sr-only">
            Stories
          </h2>
          <p role="status" className="mb-4 min-h-[1lh] text-muted tabular-nums">
            {query.data && stories.length > 0 && (
              <>
                Showing {stories.length.toLocaleString('en')} of {countedStories(total)}
              </>
            )}
            {isCurrent && stories.length === 0 && <span className="sr-only">No stories found</span>}
          </p>
          {languages.length > 0 && (
            <p className="mb-4 text-sm text-muted">
              In the languages you read: {languages.map(languageName).join(', ')}.{' '}
              <Link to={paths.whatYouSee} className="link">
                Change languages
              </Link>
            </p>
          )}
          <QueryState query={waiting} fallback="Failed to fetch stories" pending={<StoryGridSkeleton />} />
          {query.data && stories.length === 0 && (
            <EmptyState
              title="No stories found matching your criteria"
              action={
                <div className="flex flex-wrap justify-center gap-3">
                  <Button variant="primary" onClick={reset}>
                    Reset Filters
                  </Button>
                  {others}
                </div>
              }
            >
              Try another title or fewer filters.
            </EmptyState>
          )}
          {stories.length > 0 && (
            <>
              <StoryGrid ref={list} label="Stories" stories={stories} busy={query.isPlaceholderData} />
              <ShowMore
                list={list}
                items="stories"
                shown={stories.length}
                total={total}
                pages={pages}
                countedElsewhere
              />
              {isCurrent && stories.length >= total && others && <div className="mt-8">{others}</div>}
            </>
          )}
        </section>
      </Filtered>
    </>
  );
}
