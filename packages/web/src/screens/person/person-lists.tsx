import type { PublicProfile } from '@inkling/contract/profiles';
import type { Series } from '@inkling/contract/series';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { CollectionGrid } from '../../features/collections/collection-card.tsx';
import { collectionsByQuery } from '../../features/collections/collections.api.ts';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { reviewsByQuery } from '../../features/ratings/ratings.api.ts';
import { seriesByQuery } from '../../features/series/series.api.ts';
import { ListedStory, pageColumns, useListClass } from '../../features/stories/list/story-grid.tsx';
import { ViewSwitch } from '../../features/stories/list/view-switch.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { storiesByQuery, storiesPerPage } from '../../features/stories/stories.api.ts';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { pluralize } from '../../lib/format.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { useNear } from '../../lib/use-near.ts';
import { Pager } from '../../ui/pager.tsx';
import { Stars } from '../../ui/stars.tsx';

/** A series in a list: its name, how many stories it has, and the covers of the first ones. */
function SeriesCard({ series }: { series: Series }) {
  const { _id, name, description, storyCount, stories } = series;
  return (
    <article className="relative flex h-full flex-col rounded-lg border border-line bg-raised p-3 hover:border-control sm:p-4">
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        {stories.map((story) => (
          <StoryCover key={story._id} story={story} sizes="(min-width: 1280px) 104px, 28vw" />
        ))}
      </div>
      <h3 className="mt-3 line-clamp-2 font-serif text-lg leading-snug wrap-anywhere" dir="auto">
        <Link to={paths.series(_id)} className="card-link hover:underline">
          {name}
        </Link>
      </h3>
      {description !== '' && (
        <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-muted" dir="auto">
          {description}
        </p>
      )}
      <p className="mt-auto pt-2 text-sm text-muted tabular-nums">
        {pluralize(storyCount, 'story', 'stories')}
      </p>
    </article>
  );
}

/** A person's published stories, newest first. The profile response contains the first page. */
export function PersonStories({ person }: { person: PublicProfile }) {
  const [page, setPage] = useState(1);
  const listClass = useListClass(pageColumns);
  const nextPage = useQuery({
    ...storiesByQuery(person._id, page),
    enabled: page > 1,
    placeholderData: keepPreviousData,
  });
  const stories = page === 1 ? person.stories : (nextPage.data?.data ?? person.stories);
  return (
    <section aria-labelledby="stories">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="stories" className="font-serif text-2xl">
          Stories{' '}
          {person.storyCount > 0 && (
            <span className="text-lg text-muted tabular-nums">{person.storyCount}</span>
          )}
        </h2>
        {person.storyCount > 0 && <ViewSwitch />}
      </div>
      {person.storyCount === 0 && (
        <p className="mt-3 text-muted" dir="auto">
          {displayNameOf(person)} hasn’t published any stories yet.
        </p>
      )}
      {page > 1 && nextPage.isError ? (
        <QueryState query={nextPage} fallback="Failed to fetch stories" />
      ) : (
        <ul className={`mt-4 ${listClass}`} aria-busy={(page > 1 && nextPage.isFetching) || undefined}>
          {stories.map((story) => (
            <li key={story._id}>
              <ListedStory story={story} byline={false} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} totalPages={Math.ceil(person.storyCount / storiesPerPage)} onChange={setPage} />
    </section>
  );
}

const shownAtFirst = 6;

/**
 * An author's series, after their stories. Fetched once they are near the viewport; nothing is shown without any, or if
 * that fails.
 */
export function PersonSeries({ person }: { person: Pick<PublicProfile, '_id' | 'username'> }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return <div ref={place}>{near && <SeriesList person={person} />}</div>;
}

function SeriesList({ person: { _id, username } }: { person: Pick<PublicProfile, '_id' | 'username'> }) {
  const mine = useMe(false)?._id === _id;
  const queryOf = (page: number) => seriesByQuery(username, page, shownAtFirst);
  const { first, all, pages } = useList(queryOf(1), (_, page) => queryOf(page));
  const list = useRef<HTMLUListElement>(null);
  if (first.data === undefined || first.data.pagination.total === 0) return null;
  const series = itemsOf(all);
  const { total } = first.data.pagination;
  return (
    <section aria-labelledby="series">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="series" className="font-serif text-2xl">
          Series <span className="text-lg text-muted tabular-nums">{total}</span>
        </h2>
        {mine && (
          <Link to={paths.mySeries} className="link inline-flex min-h-11 items-center">
            Arrange my series
          </Link>
        )}
      </div>
      <ul ref={list} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {series.map((one) => (
          <li key={one._id} className="min-w-0">
            <SeriesCard series={one} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} items="series" shown={series.length} total={total} pages={pages} />
    </section>
  );
}

/**
 * A person's public collections, at the end of their page. Fetched once they are near the viewport; nothing is shown
 * without any, or if that fails.
 */
export function PersonCollections({ person }: { person: Pick<PublicProfile, '_id' | 'username'> }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return <div ref={place}>{near && <Collections person={person} />}</div>;
}

function Collections({ person: { _id, username } }: { person: Pick<PublicProfile, '_id' | 'username'> }) {
  const mine = useMe(false)?._id === _id;
  const queryOf = (page: number) => collectionsByQuery(username, page, shownAtFirst);
  const { first, all, pages } = useList(queryOf(1), (_, page) => queryOf(page));
  const grid = useRef<HTMLUListElement>(null);
  if (first.data === undefined || first.data.pagination.total === 0) return null;
  const collections = itemsOf(all);
  const { total } = first.data.pagination;
  return (
    <section aria-labelledby="collections">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="collections" className="font-serif text-2xl">
          Collections <span className="text-lg text-muted tabular-nums">{total}</span>
        </h2>
        {mine && (
          <Link to={paths.myCollections} className="link inline-flex min-h-11 items-center">
            Manage in my library
          </Link>
        )}
      </div>
      <CollectionGrid ref={grid} collections={collections} />
      <ShowMore list={grid} items="collections" shown={collections.length} total={total} pages={pages} />
    </section>
  );
}

/** A person's reviews, each with a link to its story; fetched and shown like collections. */
export function PersonReviews({ person }: { person: Pick<PublicProfile, 'username'> }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return <div ref={place}>{near && <Reviews username={person.username} />}</div>;
}

function Reviews({ username }: { username: string }) {
  const queryOf = (page: number) => reviewsByQuery(username, page, shownAtFirst);
  const { first, all, pages } = useList(queryOf(1), (_, page) => queryOf(page));
  const list = useRef<HTMLUListElement>(null);
  if (first.data === undefined || first.data.pagination.total === 0) return null;
  const reviews = itemsOf(all);
  const { total } = first.data.pagination;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="font-serif text-2xl">
        Reviews <span className="text-lg text-muted tabular-nums">{total}</span>
      </h2>
      <ul ref={list} className="mt-2 grid gap-x-8 lg:grid-cols-2">
        {reviews.map(({ _id, rating, review, createdAt, story }) => (
          <li key={_id} className="min-w-0 border-b border-line py-4">
            <p className="flex flex-wrap items-center gap-x-3">
              <Link
                to={paths.review(story._id, _id)}
                className="inline-block min-h-6 font-semibold wrap-anywhere hover:underline"
                dir="auto"
              >
                {story.title}
              </Link>
              <Stars value={rating} />
              <span className="text-sm text-muted">
                <LocalDate iso={createdAt} />
              </span>
            </p>
            {review === null ? (
              <p className="mt-1 text-muted">This review contains spoilers.</p>
            ) : (
              <p className="mt-1 line-clamp-4 max-w-[66ch] wrap-anywhere" dir="auto">
                {review}
              </p>
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={list} items="reviews" shown={reviews.length} total={total} pages={pages} />
    </section>
  );
}
