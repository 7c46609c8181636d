import type { importedShelf } from '@inkling/contract/library-files';
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
