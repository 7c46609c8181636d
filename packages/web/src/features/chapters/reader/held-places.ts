import { listenerSet } from '../../../lib/listeners.ts';

/**
 * Places are held, that is, not saved, while it is not known whether the reader has read on elsewhere, and until they say
 * which place counts (place-elsewhere.tsx). 'continue': places are saved as before; 'stay': the place in the text is the
 * reader's; 'leave': it is not.
 */
type Outcome = 'continue' | 'stay' | 'leave';

let held = false;
const released = listenerSet<[Outcome]>();

export const arePlacesHeld = (): boolean => held;

export function holdPlaces(): void {
  held = true;
}

export function releasePlaces(outcome: Outcome): void {
  if (!held) return;
  held = false;
  released.notify(outcome);
}

/** Calls a function with each outcome; returns what stops that. */
export const onPlacesReleased = released.subscribe;
