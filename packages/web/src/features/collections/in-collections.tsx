import { useQuery } from '@tanstack/react-query';
import { LibraryBig } from 'lucide-react';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNear } from '../../lib/use-near.ts';
import { Button } from '../../ui/button.tsx';
import { collectionsWithStoryQuery } from './collections.api.ts';

const CollectionsWithStory = lazyComponent(
  async () => (await import('./collections-with-story.tsx')).CollectionsWithStory,
);

/**
 * How many public collections contain a story; opens their list. Fetched once it is near the viewport, and empty
 * without any, or if it fails.
 */
export function InCollections({ storyId }: { storyId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  const query = useQuery({ ...collectionsWithStoryQuery(storyId, 1), enabled: near });
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const total = query.data?.pagination.total ?? 0;
  const title = total === 1 ? 'In 1 collection' : `In ${total.toLocaleString()} collections`;
  return (
    // The height is reserved, so that nothing below moves.
    <div ref={place} className="min-h-11">
      {total > 0 && (
        <Button variant="ghost" className="-ms-4" onClick={() => setState('open')}>
          <LibraryBig aria-hidden="true" className="size-5" />
          {title}
        </Button>
      )}
      {state !== 'unused' && (
        <CollectionsWithStory
          storyId={storyId}
          title={title}
          open={state === 'open'}
          onOpenChange={(open) => setState(open ? 'open' : 'closed')}
          onLoadFailed={() => setState('unused')}
        />
      )}
    </div>
  );
}
