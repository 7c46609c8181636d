import { BookMinus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useExclusion } from './collections.api.ts';

interface Props {
  collection: { _id: string; name: string };
  story: { _id: string; title?: string };
}

/** For a story's author: takes it out of someone's collection, where others no longer see it. */
export function RemoveMyStory({ collection, story }: Props) {
  const { exclude, isBusy } = useExclusion(collection, story);
  return (
    <Button
      variant="subtle"
      busy={isBusy}
      aria-label={`Remove ${story.title ?? 'my story'} from ${collection.name}`}
      onClick={exclude}
    >
      <BookMinus aria-hidden="true" className="size-4" />
      Remove my story
    </Button>
  );
}
