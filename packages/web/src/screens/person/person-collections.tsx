import type { PublicProfile } from '@inkling/contract/profiles';
import { useRef } from 'react';
import { Link } from 'react-router';
import { CollectionGrid } from '../../features/collections/collection-grid.tsx';
import { collectionsByQuery } from '../../features/collections/collections.api.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { useNear } from '../../lib/use-near.ts';

const shownAtFirst = 6;

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
