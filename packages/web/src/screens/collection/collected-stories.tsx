import type { CollectedStory, Collection } from '@inkling/contract/collections';
import { BookX } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { RemoveMyStory } from '../../features/collections/remove-my-story.tsx';
import { ListedStory, pageColumns, useListClass } from '../../features/stories/list/story-grid.tsx';
import { useListView, ViewSwitch } from '../../features/stories/list/view-switch.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import type { MorePages } from '../../features/stories/use-list.ts';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export interface CollectedProps {
  collection: Collection;
  /** The stories loaded so far. */
  entries: CollectedStory[];
  total: number;
  pages: MorePages<unknown>;
}

/** The stories of a collection as cards, in its owner's order. */
export function CollectedStories({
  collection,
  entries,
  total,
  pages,
  isOwner,
  myId,
}: CollectedProps & { isOwner: boolean; myId: string | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const listClass = useListClass(pageColumns);
  const isGrid = useListView() === 'grid';
  const beside = isGrid ? 'mt-2' : 'ms-20 mb-4 sm:ms-28';
  if (entries.length === 0) return <Empty isOwner={isOwner} />;
  return (
    <>
      <div className="mb-4 flex justify-end">
        <h2 className="sr-only">Stories</h2>
        <ViewSwitch />
      </div>
      <ul ref={list} className={listClass}>
        {entries.map(({ _id, story, note, isExcluded }) => (
          <li key={_id} className="min-w-0">
            {story === null ? <Unavailable /> : <ListedStory story={story} />}
            {note !== '' && (
              <p
                className={`border-s-2 border-accent ps-3 text-sm whitespace-pre-line wrap-anywhere ${beside}`}
                dir="auto"
              >
                {note}
              </p>
            )}
            {isExcluded && (
              <p className={`text-sm text-muted ${beside}`}>
                Only you can see this story here. Its author removed it from the collection.
              </p>
            )}
            {!isOwner && myId !== undefined && story?.author._id === myId && (
              <p className={beside}>
                <RemoveMyStory collection={collection} story={story} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={list} items="stories" shown={entries.length} total={total} pages={pages} />
    </>
  );
}

/** Stands for a story that was withdrawn; only the owner sees it. */
const Unavailable = () => (
  <article className={useListView() === 'grid' ? '' : 'flex gap-4 py-4 *:first:w-16 sm:*:first:w-24'}>
    <div className="grid aspect-3/4 shrink-0 place-items-center rounded-md border border-dashed border-control bg-sunken text-muted">
      <BookX aria-hidden="true" className="size-10" />
    </div>
    <h3 className="mt-2 font-serif leading-snug text-muted">No longer available</h3>
  </article>
);

function Empty({ isOwner }: { isOwner: boolean }) {
  const member = useIsMemberPage();
  if (isOwner) {
    const discover = (
      <Link to={paths.discover} className={buttonClass('primary')}>
        Discover Stories
      </Link>
    );
    return (
      <EmptyState title="No stories yet" action={discover}>
        Open a story, or the menu of its card, and choose “Add to collection”.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing to read here yet">
      {member
        ? 'This collection has no stories that you can see. More may be added later.'
        : 'This collection has no stories to show. More may be added later.'}
    </EmptyState>
  );
}
