import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { type ClientLoaderFunctionArgs, Link, useParams } from 'react-router';
import { feedLinks } from '../../features/feeds/feed-links.ts';
import { genresQuery } from '../../features/genres/genres.api.ts';
import { Filtered, SortSelect } from '../../features/stories/filters/filters.tsx';
import {
  countActive,
  type DiscoverSort,
  type DiscoverView,
  formatView,
  noFilters,
  parseView,
  queryOf,
  sortNames,
} from '../../features/stories/filters/story-filters.ts';
import { StoryGrid, StoryGridSkeleton } from '../../features/stories/list/story-grid.tsx';
import {
  type Category as CategoryName,
  categoryPageSize,
  categoryQuery,
  categorySorts,
  categoryTitles,
  genreSort,
  genreStoriesQuery,
  isCategory,
} from '../../features/stories/list/story-lists.api.ts';
import { countedStories, ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, usePositionedList } from '../../features/stories/use-list.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { type AddressFormat, useViewInAddress } from '../../lib/use-view-in-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CoverGridSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';

const distance = 300;

/** Whether the reader has asked to load less. */
const savesData = (): boolean =>
  navigator.connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;

/**
 * Calls `onNear` when the end of the page is within 300 px of the window. After each call the caller sets `enabled` to
 * false until it is to happen again. Never if data saving is on; those readers have a button.
 */
function useNearEnd(end: RefObject<HTMLElement | null>, enabled: boolean, onNear: () => void): void {
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    if (!enabled || end.current === null || savesData()) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: `0px 0px ${distance}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, enabled]);
}

export function clientLoader({ params: { categoryName = '' }, request }: ClientLoaderFunctionArgs) {
  if (!isCategory(categoryName)) return prefetch(genresQuery);
  const own = categorySorts[categoryName];
  return prefetch(categoryQuery(categoryName, queryOf(parseView(new URL(request.url).search, own), own)));
}
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

const discoverLink = (
  <Link to={paths.discover} className={buttonClass('primary')}>
    Discover Stories
  </Link>
);

/** The stories of a list or a genre. */
export default function Category() {
  const { categoryName = '' } = useParams();
  return (
    <>
      <title>{pageTitle('Category')}</title>
      {isCategory(categoryName) ? (
        <>
          <Heading>{categoryTitles[categoryName]}</Heading>
          <Stories
            key={categoryName}
            title={categoryTitles[categoryName]}
            own={categorySorts[categoryName]}
            empty={emptyTexts[categoryName]}
            listQuery={(query, after) => categoryQuery(categoryName, query, after)}
          />
        </>
      ) : (
        <GenreCategory name={categoryName} />
      )}
    </>
  );
}

const Heading = ({ children }: { children: string }) => (
  <h1 className="mb-6 font-serif text-3xl break-words sm:text-4xl">{children}</h1>
);

/** 'Failed to fetch long stories' for Epic Tales, as the specification requires. */
const failedText = (title: string): string =>
  title === categoryTitles.long ? 'Failed to fetch long stories' : 'Failed to fetch stories';

/** What fills a list that is empty, other than new stories. */
const emptyTexts: Partial<Record<CategoryName, string>> = {
  'top-rated':
    'Stories appear here once readers have rated them. Read a chapter, then rate the story on its page.',
  'most-commented':
    'Stories appear here once readers have commented. Open a story and write the first comment below it.',
};

/** A genre, by its name in any letter case or its id. */
function GenreCategory({ name }: { name: string }) {
  const genres = useQuery({ ...genresQuery, enabled: useSessionState() === 'member' });
  const wanted = name.toLowerCase();
  const genre = genres.data?.data.find((one) => one.name.toLowerCase() === wanted || one._id === wanted);
  if (genre !== undefined) {
    return (
      <>
        {feedLinks({ address: location.href, kind: 'genre', name: genre._id, title: genre.name }).map(
          ({ rel, type, title, href }) => (
            <link key={type} rel={rel} type={type} title={title} href={href} />
          ),
        )}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Heading>{genre.name}</Heading>
          <Link to={paths.rankings(genre._id)} className="font-medium text-accent-text hover:underline">
            Rankings
          </Link>
        </div>
        <Stories
          key={genre._id}
          title={genre.name}
          own={genreSort}
          listQuery={(query, after) => genreStoriesQuery(genre._id, query, after)}
        />
      </>
    );
  }
  if (genres.isSuccess) {
    return (
      <>
        <Heading>Category</Heading>
        <EmptyState title="Invalid category." action={discoverLink}>
          We don’t have a category by that name.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {genres.isPending ? <TitleSkeleton className="mb-6 w-56" /> : <Heading>Category</Heading>}
      <QueryState query={genres} fallback="Failed to fetch genres" pending={<CoverGridSkeleton figures />} />
    </>
  );
}

interface StoriesProps {
  title: string;
  /** The list's order until the reader chooses one. */
  own: DiscoverSort;
  /** What the empty list says. */
  empty?: string;
  listQuery: (
    query: Record<string, string>,
    after?: string,
  ) => ReturnType<typeof genreStoriesQuery> | ReturnType<typeof categoryQuery>;
}

const addressOf = (own: DiscoverSort): AddressFormat<DiscoverView> => ({
  parse: (search) => ({ ...parseView(search, own), search: '' }),
  format: (view) => formatView(view, own),
  reset: (view) => ({ ...view, filters: noFilters }),
  textOf: () => '',
  withText: (view) => view,
});

/** The stories, which can be filtered further and sorted in another order. */
function Stories({ title, own, empty = 'Check back later for new stories.', listQuery }: StoriesProps) {
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const member = useSessionState() === 'member';
  const { view, change, reset } = useViewInAddress(addressOf(own));
  const asked = queryOf(view, own);
  const { first: query, all, pages } = usePositionedList((after) => listQuery(asked, after), member);
  const [stories, last] = [itemsOf(all), all.at(-1)];
  // A page that is not full is the last one.
  const hasMore = last !== undefined && last.data.length === categoryPageSize && last.pagination.hasMore;
  useNearEnd(end, hasMore && !pages.busy && pages.error === null, pages.more);
  const total = hasMore ? last.pagination.total : stories.length;
  const names = own === 'picked' ? { picked: 'Editors’ order', ...sortNames } : sortNames;
  return (
    <Filtered
      filters={view.filters}
      onChange={(filters) => change({ filters })}
      onClear={reset}
      done={query.data && !query.isPlaceholderData ? `Show ${countedStories(total)}` : 'Show stories'}
      sort={
        <SortSelect<DiscoverSort> value={view.sort} names={names} onChange={(sort) => change({ sort })} />
      }
    >
      <div className="mt-4">
        <QueryState query={query} fallback={failedText(title)} pending={<StoryGridSkeleton />} />
        {query.data && stories.length === 0 && countActive(view.filters) > 0 && (
          <EmptyState
            title="No stories found matching your criteria"
            action={
              <Button variant="primary" onClick={reset}>
                Reset Filters
              </Button>
            }
          >
            Try fewer filters.
          </EmptyState>
        )}
        {query.data && stories.length === 0 && countActive(view.filters) === 0 && (
          <EmptyState title="No stories found in this category." action={discoverLink}>
            {empty}
          </EmptyState>
        )}
        {query.data && stories.length > 0 && (
          <>
            <h2 className="sr-only">Stories</h2>
            <StoryGrid ref={list} label={title} stories={stories} busy={query.isPlaceholderData} />
            <div ref={end} />
            <ShowMore list={list} items="stories" shown={stories.length} total={total} pages={pages} />
          </>
        )}
      </div>
    </Filtered>
  );
}
