import type { RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import type { RoomState } from './room-state.ts';

const labels = { idle: 'Show older messages', loading: 'Loading…', failed: 'Try again' };

interface Props {
  state: RoomState['older'];
  /** Gets the focus once there is nothing older. */
  log: RefObject<HTMLElement | null>;
  onLoad: () => void;
}

/** The button above the oldest message that fetches older ones. */
export function OlderMessages({ state, log, onLoad }: Props) {
  const box = useFocusAfter<HTMLDivElement>(() => log.current);
  return (
    <div ref={box} className="py-2 text-center">
      {state === 'failed' && (
        <p role="alert" className="text-sm text-danger-text">
          Failed to fetch older messages.
        </p>
      )}
      <Button variant="ghost" aria-busy={state === 'loading'} onClick={onLoad}>
        {labels[state]}
      </Button>
    </div>
  );
}
