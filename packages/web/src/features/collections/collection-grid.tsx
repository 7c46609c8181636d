import type { CollectionCard as Collection } from '@inkling/contract/collections';
import type { Ref } from 'react';
import { CollectionCard } from './collection-card.tsx';

interface Props {
  collections: Collection[];
  byline?: boolean;
  own?: boolean;
  ref?: Ref<HTMLUListElement>;
}

/** The classes of a grid of collections. */
export const collectionGridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** Collections as cards. */
export const CollectionGrid = ({ collections, byline, own, ref }: Props) => (
  <ul ref={ref} className={collectionGridClass}>
    {collections.map((collection) => (
      <li key={collection._id} className="min-w-0">
        <CollectionCard collection={collection} byline={byline} own={own} />
      </li>
    ))}
  </ul>
);
