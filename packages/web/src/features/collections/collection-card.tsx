import type { CollectionCard as Collection } from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { VisibilityMark } from './visibility.tsx';

interface Props {
  collection: Collection;
  /** Names the owner, in lists of several people's collections. */
  byline?: boolean;
  /** In one's own list: marks public collections too. */
  own?: boolean;
}

/** A collection in a list: its first covers, how many books it has, and a link to its page. */
export function CollectionCard({ collection, byline = false, own = false }: Props) {
  const { _id, name, description, visibility, owner, storyCount, withheld } = collection;
  return (
    <article className="relative flex h-full flex-col rounded-lg border border-line bg-raised p-3 hover:border-control sm:p-4">
      <Covers collection={collection} />
      <h3 className="mt-3 line-clamp-2 font-serif text-lg leading-snug break-words" dir="auto">
        {name}
      </h3>
      {withheld !== null && (
        <p className="mt-1">
          <Badge>{withheld === 'held' ? 'Held for review' : 'Removed'}</Badge>
        </p>
      )}
      {byline && (
        <p className="mt-0.5 flex text-sm text-muted">
          <Link
            to={paths.person(owner.username)}
            className="relative z-10 inline-block min-h-6 max-w-full hover:text-text hover:underline"
          >
            <bdi className="block truncate">{displayNameOf(owner)}</bdi>
          </Link>
        </p>
      )}
      {description !== '' && (
        <p className="mt-1 line-clamp-2 text-sm break-words text-muted" dir="auto">
          {description}
        </p>
      )}
      <div className="mt-auto -mb-2 flex items-center justify-between gap-3 pt-1">
        <p className="flex min-w-0 flex-wrap gap-x-3 text-sm text-muted tabular-nums">
          <span>{pluralize(storyCount, 'book')}</span>{' '}
          {(own || visibility !== 'public') && <VisibilityMark visibility={visibility} />}
        </p>
        <Link
          to={paths.collection(_id)}
          className="card-link inline-flex min-h-11 shrink-0 items-center font-semibold text-accent-text hover:underline"
        >
          View All<span className="sr-only"> in {name}</span>
        </Link>
      </div>
    </article>
  );
}

const places = Array.from({ length: collectionLimits.covers }, (_, index) => index);

/** The covers side by side; '+N' counts the books without one here. */
function Covers({ collection: { covers, storyCount } }: { collection: Collection }) {
  const others = storyCount - covers.length;
  return (
    <div className="relative grid grid-cols-3 gap-2 sm:gap-3">
      {places.map((place) => {
        const story = covers[place];
        if (story === undefined)
          return (
            <div
              key={place}
              aria-hidden="true"
              className="aspect-3/4 rounded-(--radius-cover) border border-dashed border-line"
            />
          );
        return (
          <StoryCover
            key={story._id}
            story={story}
            sizes="(min-width: 1280px) 104px, (min-width: 768px) 14vw, (min-width: 640px) 28vw, 28vw"
          />
        );
      })}
      {others > 0 && covers.length > 0 && (
        <span className="absolute end-1.5 bottom-1.5 rounded border border-line bg-raised px-1.5 py-0.5 text-sm font-semibold tabular-nums">
          +{others.toLocaleString('en')}
          <span className="sr-only"> more</span>
        </span>
      )}
    </div>
  );
}

interface CollectionGridProps {
  collections: Collection[];
  byline?: boolean;
  own?: boolean;
  ref?: Ref<HTMLUListElement>;
}

/** The classes of a grid of collections. */
const collectionGridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** Collections as cards. */
export const CollectionGrid = ({ collections, byline, own, ref }: CollectionGridProps) => (
  <ul ref={ref} className={collectionGridClass}>
    {collections.map((collection) => (
      <li key={collection._id} className="min-w-0">
        <CollectionCard collection={collection} byline={byline} own={own} />
      </li>
    ))}
  </ul>
);

const pulse = 'animate-pulse rounded-md bg-sunken';
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A placeholder for collections as cards. */
export const CollectionGridSkeleton = ({ count = 3 }: { count?: number }) => (
  <div aria-busy="true" className={collectionGridClass}>
    <span className="sr-only" role="status">
      Loading…
    </span>
    {numbers(count).map((card) => (
      <div key={card} className="rounded-lg border border-line bg-raised p-3 sm:p-4">
        <div className="grid grid-cols-3 gap-2 sm:gap-3">
          {numbers(3).map((cover) => (
            <div key={cover} className={`aspect-3/4 ${pulse}`} />
          ))}
        </div>
        <div className={`mt-3 h-6 w-3/5 ${pulse}`} />
        <div className="mt-1 -mb-2 flex h-11 items-center">
          <div className={`h-5 w-2/5 ${pulse}`} />
        </div>
      </div>
    ))}
  </div>
);
