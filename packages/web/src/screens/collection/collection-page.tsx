import { useState } from 'react';
import { collectionQuery } from '../../features/collections/collections.api.ts';
import { itemsOf, useMorePages } from '../../features/stories/use-list.ts';
import type { CallResponse } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useMe } from '../../lib/session.ts';
import { CollectedStories } from './collected-stories.tsx';
import { CollectionHeader } from './collection-header.tsx';

const ArrangeStories = lazyComponent(async () => (await import('./arrange-stories.tsx')).ArrangeStories);

type CollectionResponse = CallResponse<'GET /collections/{id}'>;

interface Props {
  /** The collection with its first page of stories. */
  first: CollectionResponse;
  /** False while only public data is loaded, without what the viewer has saved. */
  loaded: boolean;
}

const pageOf = ({ data }: CollectionResponse) => ({ data: data.stories });

/** A collection: its header and its stories, which the owner can arrange. */
export function CollectionPage({ first, loaded }: Props) {
  const collection = first.data;
  const { _id: id, owner, storyCount } = collection;
  const myId = useMe()?._id;
  const isOwner = myId === owner._id;
  const [arranging, setArranging] = useState(false);
  const pages = useMorePages(`collection ${id}`, first, (_, page) => collectionQuery(id, page));
  const entries = itemsOf([first, ...pages.loaded].map(pageOf));
  const stories = { collection, entries, total: storyCount, pages };
  return (
    <article>
      <CollectionHeader
        collection={collection}
        isOwner={isOwner}
        loaded={loaded}
        arranging={arranging}
        onArrange={setArranging}
      />
      <section aria-label="Stories" className="mt-8">
        {arranging && isOwner && entries.length > 0 ? (
          <ArrangeStories {...stories} onLoadFailed={() => setArranging(false)} />
        ) : (
          <CollectedStories {...stories} isOwner={isOwner} myId={myId} />
        )}
      </section>
    </article>
  );
}
