import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ClientLoaderFunctionArgs, Link, useParams } from 'react-router';
import { feedLinks } from '../../features/feeds/feed-links.ts';
import { genresQuery } from '../../features/genres/genres.api.ts';
import { StoryGrid } from '../../features/stories/list/story-grid.tsx';
import {
  categoryPageSize,
  categoryQuery,
  categoryTitles,
  genreStoriesQuery,
  isCategory,
} from '../../features/stories/list/story-lists.api.ts';
import { useNearEnd } from '../../features/stories/list/use-near-end.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, usePositionedList } from '../../features/stories/use-list.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CoverGridSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';

export function clientLoader({ params: { categoryName = '' } }: ClientLoaderFunctionArgs) {
  if (!isCategory(categoryName)) return prefetch(genresQuery);
  return prefetch(categoryQuery(categoryName));
}

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
            queryOf={(after) => categoryQuery(categoryName, after)}
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

const Empty = () => (
  <EmptyState title="No stories found in this category." action={discoverLink}>
    Check back later for new stories.
  </EmptyState>
);

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
        <Heading>{genre.name}</Heading>
        <Stories
          key={genre._id}
          title={genre.name}
          queryOf={(after) => genreStoriesQuery(genre._id, after)}
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
      <QueryState query={genres} fallback="Failed to fetch genres" pending={<CoverGridSkeleton />} />
    </>
  );
}

interface StoriesProps {
  title: string;
  queryOf: (after?: string) => ReturnType<typeof genreStoriesQuery> | ReturnType<typeof categoryQuery>;
}

function Stories({ title, queryOf }: StoriesProps) {
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const member = useSessionState() === 'member';
  const { first: query, all, pages } = usePositionedList(queryOf, member);
  const [stories, last] = [itemsOf(all), all.at(-1)];
  // A page that is not full is the last one.
  const hasMore = last !== undefined && last.data.length === categoryPageSize && last.pagination.hasMore;
  useNearEnd(end, hasMore && !pages.busy && pages.error === null, pages.more);
  return (
    <>
      <QueryState query={query} fallback={failedText(title)} pending={<CoverGridSkeleton />} />
      {query.data && stories.length === 0 && <Empty />}
      {query.data && stories.length > 0 && (
        <>
          <h2 className="sr-only">Stories</h2>
          <StoryGrid ref={list} label={title} stories={stories} busy={query.isPlaceholderData} />
          <div ref={end} />
          <ShowMore
            list={list}
            items="stories"
            shown={stories.length}
            total={hasMore ? last.pagination.total : stories.length}
            pages={pages}
          />
        </>
      )}
    </>
  );
}
