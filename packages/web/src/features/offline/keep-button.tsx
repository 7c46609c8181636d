import type { Story } from '@inkling/contract/stories';
import { Check, Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../lib/use-connection.ts';
import { Button } from '../../ui/button.tsx';
import { useKeepStory } from './use-offline-stories.ts';

interface Props {
  story: Pick<Story, '_id'>;
  /** Whether the reader has asked for it. */
  startsAtOnce: boolean;
}

/** Shows that a story is kept on this device, and removes it. Until it is kept or its reader has asked for that, nothing. */
export function KeepButton({ story, startsAtOnce }: Props) {
  const { isPossible, isOffline, exclusive, total, percent, keep, stop, remove } = useKeepStory(story._id);
  const connection = useConnection();
  const button = useRef<HTMLButtonElement>(null);
  // The menu that the reader used is closed.
  useEffect(() => {
    if (startsAtOnce && isPossible) button.current?.focus();
  }, [startsAtOnce, isPossible]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the reader is known
  useEffect(() => {
    if (startsAtOnce && isPossible && !isOffline) keep();
  }, [isPossible]);
  const [shown, setShown] = useState(startsAtOnce);
  if (!shown && (isOffline || percent !== undefined)) setShown(true);
  if (!isPossible || !shown) return null;
  const isBlocked = !isOffline && connection !== 'online';
  if (percent !== undefined)
    return (
      <Button ref={button} variant="quiet" onClick={stop}>
        <X aria-hidden="true" className="size-5" />
        <span className="tabular-nums">Downloading… {Math.floor(percent)}%</span>
        <span className="sr-only">: stop</span>
      </Button>
    );
  return (
    <Button
      ref={button}
      variant="quiet"
      aria-pressed={isOffline}
      // Stays focusable: after a kept story is removed, the focus is here.
      aria-disabled={isBlocked || undefined}
      onClick={isBlocked ? undefined : isOffline ? remove : keep}
    >
      {isOffline ? (
        <Check aria-hidden="true" className="size-5 text-success" />
      ) : (
        <Download aria-hidden="true" className="size-5" />
      )}
      {isOffline ? 'Kept offline' : 'Keep offline'}
      {isOffline && exclusive > 0 && `: ${total} of ${total + exclusive} chapters`}
    </Button>
  );
}
