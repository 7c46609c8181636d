import type { Story } from '@inkling/contract/stories';
import { Check, Download, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useKeepStory } from './use-offline-stories.ts';

/** Keeps a story for reading without a connection, or removes it from this device. */
export function KeepButton({ story }: { story: Pick<Story, '_id'> }) {
  const { isPossible, isOffline, percent, keep, stop, remove } = useKeepStory(story._id);
  if (!isPossible) return null;
  if (percent !== undefined)
    return (
      <Button variant="quiet" onClick={stop}>
        <X aria-hidden="true" className="size-5" />
        <span className="tabular-nums">Downloading… {Math.floor(percent)}%</span>
        <span className="sr-only">: stop</span>
      </Button>
    );
  return (
    <Button variant="quiet" aria-pressed={isOffline} onClick={isOffline ? remove : keep}>
      {isOffline ? (
        <Check aria-hidden="true" className="size-5 text-success" />
      ) : (
        <Download aria-hidden="true" className="size-5" />
      )}
      {isOffline ? 'Kept offline' : 'Keep offline'}
    </Button>
  );
}
