import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { CollectionCard } from './collection-card.tsx';
import { collectionsWithStoryQuery } from './collections.api.ts';
import { RemoveMyStory } from './remove-my-story.tsx';

interface Props {
  storyId: string;
  /** Whether the viewer wrote the story, and may take it out of collections. */
  isAuthor: boolean;
  /** 'In 12 collections'. */
  title: string;
  onClose: () => void;
}

/** The public collections that contain a story. */
export function CollectionsWithStory({ storyId, isAuthor, title, onClose }: Props) {
  return (
    <Dialog wide title={title} open onOpenChange={onClose} initialFocus="title">
      <List storyId={storyId} isAuthor={isAuthor} />
    </Dialog>
  );
}

function List({ storyId, isAuthor }: Pick<Props, 'storyId' | 'isAuthor'>) {
  const me = useMe(false);
  const [page, setPage] = useState(1);
  const query = useQuery({ ...collectionsWithStoryQuery(storyId, page), placeholderData: keepPreviousData });
  if (query.data === undefined)
    return (
      <QueryState query={query} fallback="Failed to fetch collections" pending={<TextSkeleton lines={5} />} />
    );
  return (
    <>
      <ul
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
        aria-busy={query.isPlaceholderData || undefined}
      >
        {query.data.data.map((collection) => (
          <li key={collection._id} className="flex min-w-0 flex-col">
            <CollectionCard collection={collection} byline />
            {isAuthor && collection.owner._id !== me?._id && (
              <div>
                <RemoveMyStory collection={collection} story={{ _id: storyId }} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} totalPages={query.data.pagination.totalPages} onChange={setPage} />
    </>
  );
}
