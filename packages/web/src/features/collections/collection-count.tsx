import { useQuery } from '@tanstack/react-query';
import { Library } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { collectionsWithStoryQuery } from './collections.api.ts';

const CollectionsWithStory = lazyComponent(
  async () => (await import('./collections-with-story.tsx')).CollectionsWithStory,
);

/** In how many public collections a story is; opens their list. Empty without any, or if they cannot be fetched. */
export function CollectionCount({ storyId, isAuthor }: { storyId: string; isAuthor: boolean }) {
  const query = useQuery(collectionsWithStoryQuery(storyId, 1));
  const [open, setOpen] = useState(false);
  const total = query.data?.pagination.total ?? 0;
  const title = total === 1 ? 'In 1 collection' : `In ${total.toLocaleString('en')} collections`;
  return (
    <>
      {total > 0 && (
        <Button variant="ghost" className="-ms-4" onClick={() => setOpen(true)}>
          <Library aria-hidden="true" className="size-5" />
          {title}
        </Button>
      )}
      {open && (
        <CollectionsWithStory
          storyId={storyId}
          isAuthor={isAuthor}
          title={title}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
