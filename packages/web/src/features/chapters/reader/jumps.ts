import { useSyncExternalStore } from 'react';
import { listenerSet } from '../../../lib/listeners.ts';
import { currentPosition, type Position, readPercent } from './position.ts';

/** Where a reader was before they jumped elsewhere. */
export interface Origin {
  chapter: string;
  number: number;
  position: Position | null;
  /** The percentage of the chapter above it. */
  share: number;
}

let origin: Origin | null = null;
/** The chapters whose saved places jumps do not replace until the reader reads on there. */
const held = new Set<string>();
const listeners = listenerSet();

/** The reader's place in the chapter that is on the page. */
export const placeIn = (text: HTMLElement, chapter: { _id: string; chapterNumber: number }): Origin => ({
  chapter: chapter._id,
  number: chapter.chapterNumber,
  position: currentPosition(text),
  share: readPercent(text),
});

/**
 * Remembers the place that a reader leaves with a jump; after several, that of the first. `into`: the chapter in which the
 * jump leads to another place than the saved one, if it does.
 */
export function leavePlace(from: Origin, into: string | null): void {
  origin ??= from;
  if (into !== null) held.add(into);
  listeners.notify();
}

/** The reader reads on where they are, or has gone back. */
export function settlePlace(): void {
  origin = null;
  held.clear();
  listeners.notify();
}

/** Goes back to another chapter; the place in the current one is not saved. */
export function forgetOrigin(): void {
  origin = null;
  listeners.notify();
}

/** The reading screen is opened at a chapter, from elsewhere. Nothing is left of an earlier visit. */
export function beginPlaces(chapter: string, from: Origin | null): void {
  origin = from;
  if (from !== null) held.add(chapter);
  else held.delete(chapter);
  listeners.notify();
}

/** A chapter was opened without a jump into it. */
export function openedChapter(chapter: string): void {
  if (origin === null) held.delete(chapter);
}

/** Whether the place in the chapter is not saved, since a jump led there. */
export const isHeld = (chapter: string): boolean => held.has(chapter);

export const useOrigin = (): Origin | null =>
  useSyncExternalStore(
    listeners.subscribe,
    () => origin,
    () => null,
  );
