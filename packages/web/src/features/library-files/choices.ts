import type { ImportedRow } from '@inkling/contract/library-files';

export type Shelf = ImportedRow['shelf'];
export type FoundStory = NonNullable<ImportedRow['found']>;

/** What the rows of a list are for the reader. Each story is in one of the first two, once. */
export interface Sorted {
  /** Certain, and not in the library. */
  found: { story: FoundStory; row: ImportedRow }[];
  inLibrary: FoundStory[];
  uncertain: ImportedRow[];
  missing: ImportedRow[];
}

/** Sorts the rows of a list. A story that several rows name counts with the first. */
export function sortRows(rows: ImportedRow[]): Sorted {
  const sorted: Sorted = { found: [], inLibrary: [], uncertain: [], missing: [] };
  const seen = new Set<string>();
  for (const row of rows) {
    if (row.found === null) (row.candidates.length > 0 ? sorted.uncertain : sorted.missing).push(row);
    else if (!seen.has(row.found._id)) {
      seen.add(row.found._id);
      if (row.isInLibrary) sorted.inLibrary.push(row.found);
      else sorted.found.push({ story: row.found, row });
    }
  }
  return sorted;
}

/** What the reader has decided: stories left out, and the story chosen for a row, by its line. */
export interface Decisions {
  leftOut: ReadonlySet<string>;
  chosen: ReadonlyMap<number, string>;
  /** For lists, which name no shelf. */
  shelf: Shelf;
}

/** What is imported. */
export function toImport(
  { found, uncertain }: Sorted,
  { leftOut, chosen, shelf }: Decisions,
  isList: boolean,
): { storyId: string; shelf: Shelf }[] {
  const shelfOf = (row: ImportedRow) => (isList ? shelf : row.shelf);
  const stories = new Map<string, Shelf>();
  for (const { story, row } of found) if (!leftOut.has(story._id)) stories.set(story._id, shelfOf(row));
  for (const row of uncertain) {
    const storyId = chosen.get(row.line);
    if (storyId !== undefined && !stories.has(storyId)) stories.set(storyId, shelfOf(row));
  }
  return [...stories].map(([storyId, as]) => ({ storyId, shelf: as }));
}

/** How a row is shown: 'Emma by Jane Austen'. */
export const nameOf = ({ title, author }: Pick<ImportedRow, 'title' | 'author'>): string =>
  author === '' ? title : `${title} by ${author}`;

export const shelfNames: Record<Shelf, string> = {
  bookmarked: 'Bookmarks',
  reading: 'Currently Reading',
  completed: 'Completed',
  on_hold: 'On hold',
  dropped: 'Dropped',
};
