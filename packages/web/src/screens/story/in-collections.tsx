import { useRef } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';

const CollectionCount = lazyComponent(
  async () => (await import('../../features/collections/collection-count.tsx')).CollectionCount,
);

/** In how many collections a story is, loaded after the page. The height is reserved, so that nothing below moves. */
export function InCollections({ storyId, isAuthor }: { storyId: string; isAuthor: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, opened] = [useNear(place), useOpened()];
  return (
    <div ref={place} className="min-h-11">
      {near && opened && <CollectionCount storyId={storyId} isAuthor={isAuthor} />}
    </div>
  );
}
