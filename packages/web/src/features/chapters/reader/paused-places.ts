import { listenerSet } from '../../../lib/listeners.ts';

/**
 * Places are paused, that is, not saved, while it is not known whether the reader has read on elsewhere, and until they say
 * which place counts (place-elsewhere.tsx). 'continue': places are saved as before; 'stay': the place in the text is the
 * reader's; 'leave': it is not.
 */
type Outcome = 'continue' | 'stay' | 'leave';

let paused = false;
const resumed = listenerSet<[Outcome]>();

export const arePlacesPaused = (): boolean => paused;

export function pausePlaces(): void {
  paused = true;
}

export function resumePlaces(outcome: Outcome): void {
  if (!paused) return;
  paused = false;
  resumed.notify(outcome);
}

/** Calls a function with each outcome; returns what stops that. */
export const onPlacesResumed = resumed.subscribe;
