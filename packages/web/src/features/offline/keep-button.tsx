import type { Story } from '@inkling/contract/stories';
import { Check, Download, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useConnection } from '../../lib/use-connection.ts';
import { Button } from '../../ui/button.tsx';
import { useKeepStory } from './use-offline-stories.ts';

interface Props {
  story: Pick<Story, '_id'>;
  /** Whether the reader has pressed the button before it was loaded. */
  startsAtOnce: boolean;
}

/** Keeps a story for reading without a connection, or removes it from this device. */
export function KeepButton({ story, startsAtOnce }: Props) {
  const { isPossible, isOffline, percent, keep, stop, remove } = useKeepStory(story._id);
  const connection = useConnection();
  const button = useRef<HTMLButtonElement>(null);
  // It replaces the button that was pressed.
  useEffect(() => {
    if (startsAtOnce && isPossible) button.current?.focus();
  }, [startsAtOnce, isPossible]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the reader is known
  useEffect(() => {
    if (startsAtOnce && isPossible && !isOffline) keep();
  }, [isPossible]);
  if (!isPossible) return null;
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
    </Button>
  );
}
