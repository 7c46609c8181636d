import type { InputOf } from '@inkling/contract/call';
import type { ImportedRow, importLibrary } from '@inkling/contract/library-files';

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

type Import = InputOf<typeof importLibrary>['body'];
export type ImportedStories = Import['stories'];

/** The stories to import. */
export function toImport(
  { found, uncertain }: Sorted,
  { leftOut, chosen, shelf }: Decisions,
  isList: boolean,
): ImportedStories {
  const as = (row: ImportedRow) => ({ shelf: isList ? shelf : row.shelf, readOn: row.readOn });
  const stories = new Map<string, ReturnType<typeof as>>();
  for (const { story, row } of found) if (!leftOut.has(story._id)) stories.set(story._id, as(row));
  for (const row of uncertain) {
    const storyId = chosen.get(row.line);
    if (storyId !== undefined && !stories.has(storyId)) stories.set(storyId, as(row));
  }
  return [...stories].map(([storyId, one]) => ({ storyId, ...one }));
}

/** The stories of each of the reader's own shelves, as far as they are imported or in the library. */
export function shelvesOf(
  rows: ImportedRow[],
  { leftOut, chosen }: Pick<Decisions, 'leftOut' | 'chosen'>,
): Map<string, string[]> {
  const shelves = new Map<string, Set<string>>();
  for (const row of rows) {
    const storyId = row.found?._id ?? chosen.get(row.line);
    if (storyId === undefined || leftOut.has(storyId)) continue;
    for (const name of row.shelves) shelves.set(name, (shelves.get(name) ?? new Set()).add(storyId));
  }
  return new Map([...shelves].map(([name, stories]) => [name, [...stories]]));
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
