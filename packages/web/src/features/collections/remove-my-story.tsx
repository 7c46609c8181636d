import { BookMinus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';
import { useExclusion } from './collections.api.ts';

interface Props {
  collection: { _id: string; name: string };
  story: { _id: string; title?: string };
}

/** For a story's author: takes it out of someone's collection, where others no longer see it. */
export function RemoveMyStory({ collection, story }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const { exclude, isBusy } = useExclusion(collection, story, () => focusNeighbour(button.current));
  return (
    <Button
      ref={button}
      variant="subtle"
      busy={isBusy}
      aria-label={`${['Remove my story', story.title].filter(Boolean).join(' ')} from ${collection.name}`}
      onClick={exclude}
    >
      <BookMinus aria-hidden="true" className="size-4" />
      Remove my story
    </Button>
  );
}
