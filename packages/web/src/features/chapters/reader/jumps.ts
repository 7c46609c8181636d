import { useSyncExternalStore } from 'react';
import { listenerSet } from '../../../lib/listeners.ts';
import { currentPosition, type Position, readPercent } from './position.ts';

/** Where a reader was before they jumped elsewhere. */
export interface Origin {
  chapter: string;
  /** Such as 'Chapter 3: The Bell'. */
  name: string;
  position: Position | null;
  /** The percentage of the chapter above it. */
  share: number;
}

/** The way back, if there is one, and whether time alone ends it: for those who came from outside the reading screen. */
interface Jump {
  origin: Origin | null;
  isArrival: boolean;
}

let jump: Jump | null = null;
/** The chapters whose saved places jumps do not replace until the reader reads on there. */
const held = new Set<string>();
/** Whether the next place that is saved begins a completed story again. */
let readsAgain = false;
/** The chapter to which the reader returns: it opens at its saved place, even if that is its end. */
let returnsTo: string | null = null;
const listeners = listenerSet();
const settled = listenerSet();

/** The reader's place in the chapter that is on the page. */
export const placeIn = (text: HTMLElement, chapter: { _id: string }, name: string): Origin => ({
  chapter: chapter._id,
  name,
  position: currentPosition(text),
  share: readPercent(text),
});

/**
 * Remembers the place that a reader leaves with a jump; after several, that of the first. `into`: the chapter in which the
 * jump leads to another place than the saved one, if it does.
 */
export function leavePlace(from: Origin, into: string | null): void {
  jump = { origin: jump?.origin ?? from, isArrival: false };
  if (into !== null) held.add(into);
  listeners.notify();
}

/** The reader reads on where they are, or has gone back. */
export function settlePlace(): void {
  jump = null;
  held.clear();
  listeners.notify();
  settled.notify();
}

/** Calls a function whenever places that were held may be saved; returns what stops that. */
export const onPlaceSettled = settled.subscribe;

/** Goes back to another chapter; the place in the current one is not saved. */
export function returnTo(chapter: string): void {
  jump = null;
  returnsTo = chapter;
  listeners.notify();
}

/** The reading screen is opened at a chapter, from elsewhere. Nothing is left of an earlier visit. */
export function beginPlaces(
  chapter: string,
  origin: Origin | null,
  isHeld: boolean,
  isReadAgain = false,
): void {
  readsAgain = isReadAgain;
  jump = origin !== null || isHeld ? { origin, isArrival: true } : null;
  held.clear();
  if (isHeld) held.add(chapter);
  listeners.notify();
}

/** A chapter is opened at its own place, where the reader reads on. */
export const releasePlace = (chapter: string): void => void held.delete(chapter);

/** A chapter was opened without a jump into it. */
export function openedChapter(chapter: string): void {
  if (jump === null) held.delete(chapter);
  returnsTo = null;
}

/** Whether the place in the chapter is not saved, since a jump led there. */
export const isHeld = (chapter: string): boolean => held.has(chapter);

export const isReadingAgain = (): boolean => readsAgain;

/** A place was saved that began the story again. */
export function beganAgain(): void {
  readsAgain = false;
}

export const isReturn = (chapter: string): boolean => returnsTo === chapter;

export const useJump = (): Jump | null =>
  useSyncExternalStore(
    listeners.subscribe,
    () => jump,
    () => null,
  );
