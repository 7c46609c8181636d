import type { importedShelf } from '@inkling/contract/library-files';
import { collectionLimits } from '@inkling/contract/limits';
import type { z } from 'zod';

export type ListedShelf = z.output<typeof importedShelf>;

/** The shelves of Goodreads, the statuses of The StoryGraph, and Inkling's own. */
const meanings = new Map<string, ListedShelf>([
  ['read', 'completed'],
  ['completed', 'completed'],
  ['currently-reading', 'reading'],
  ['reading', 'reading'],
  ['on hold', 'on_hold'],
  ['paused', 'on_hold'],
  ['dropped', 'dropped'],
  ['did-not-finish', 'dropped'],
]);

/** Shelves that every reader has there and that mean 'saved for later' here. */
const unnamed = ['to-read', 'want to read', ''];
const maxShelves = 20;

/** The shelves that a reader has made, of those of a row. */
export const ownShelves = (all = ''): string[] =>
  [
    ...new Set(
      all
        .slice(0, 2000)
        .split(',')
        .map((name) => name.trim().slice(0, collectionLimits.name).trim()),
    ),
  ]
    .filter((name) => !unnamed.includes(name.toLowerCase()) && !meanings.has(name.toLowerCase()))
    .slice(0, maxShelves);

/**
 * What a row becomes here: by its exclusive shelf, otherwise by one of all its shelves, separated by commas. Any other
 * shelf, such as 'to-read' or one of the reader's own, is saved for later.
 */
export function shelfOf(exclusive: string | undefined, all: string | undefined): ListedShelf {
  const names = exclusive?.trim() ? [exclusive] : (all ?? '').slice(0, 2000).split(',');
  for (const name of names) {
    const meaning = meanings.get(name.trim().toLowerCase());
    if (meaning !== undefined) return meaning;
  }
  return 'bookmarked';
}
