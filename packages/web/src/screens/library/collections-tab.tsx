import { type ReactNode, useRef, useState } from 'react';
import { CollectionGrid, CollectionGridSkeleton } from '../../features/collections/collection-card.tsx';
import { myCollectionsQuery, savedCollectionsQuery } from '../../features/collections/collections.api.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

// Loaded on demand: only the form needs the validation schemas.
const CreateCollectionDialog = lazyComponent(
  async () =>
    (await import('../../features/collections/create-collection-dialog.tsx')).CreateCollectionDialog,
);

/** The reader's own collections, then those that they have saved. */
export function Collections() {
  const [creating, setCreating] = useState(false);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      Create New Collection
    </Button>
  );
  return (
    <div className="space-y-10">
      <section aria-labelledby="my-collections">
        <Own create={create} />
      </section>
      <Saved />
      {creating && <CreateCollectionDialog onClose={() => setCreating(false)} />}
    </div>
  );
}

type CollectionsQuery = typeof myCollectionsQuery | typeof savedCollectionsQuery;

function useCollections(queryOf: CollectionsQuery) {
  const { first, all, pages } = useList(queryOf(1), (_, page) => queryOf(page));
  return { first, pages, collections: first.data && itemsOf(all) };
}

function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="font-serif text-2xl">
      {children}
    </h2>
  );
}

function Own({ create }: { create: ReactNode }) {
  const { first, pages, collections } = useCollections(myCollectionsQuery);
  const grid = useRef<HTMLUListElement>(null);
  const heading = <Heading id="my-collections">My collections</Heading>;
  if (collections === undefined || first.data === undefined)
    return (
      <>
        <div className="mb-4 flex min-h-11 items-center">{heading}</div>
        <QueryState
          query={first}
          fallback="Failed to fetch collections"
          pending={<CollectionGridSkeleton />}
        />
      </>
    );
  if (collections.length === 0)
    return (
      <>
        <span id="my-collections" className="sr-only">
          My collections
        </span>
        <EmptyState title="No collections yet" action={create}>
          Group stories your own way: by mood, by series, or for a friend. Collections are private until you
          share them.
        </EmptyState>
      </>
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {heading}
        {create}
      </div>
      <CollectionGrid own ref={grid} collections={collections} />
      <ShowMore
        list={grid}
        items="collections"
        shown={collections.length}
        total={first.data.pagination.total}
        pages={pages}
      />
    </>
  );
}

/** Left out while there are none. */
function Saved() {
  const { first, pages, collections } = useCollections(savedCollectionsQuery);
  const grid = useRef<HTMLUListElement>(null);
  const failed = first.isLoadingError;
  if (!failed && (first.data === undefined || collections === undefined || collections.length === 0))
    return null;
  return (
    <section aria-labelledby="saved-collections">
      <div className="mb-4">
        <Heading id="saved-collections">Saved collections</Heading>
      </div>
      <QueryState query={first} fallback="Failed to fetch saved collections" />
      {collections !== undefined && <CollectionGrid ref={grid} collections={collections} byline />}
      {collections !== undefined && first.data !== undefined && (
        <ShowMore
          list={grid}
          items="collections"
          shown={collections.length}
          total={first.data.pagination.total}
          pages={pages}
        />
      )}
    </section>
  );
}
