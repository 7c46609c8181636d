import { z } from 'zod';
import { defineCall, fileResponse } from './call.ts';
import { collectionLimits, libraryLimits } from './limits.ts';
import { dataResponse } from './page.ts';
import { id, line } from './text.ts';
import { author } from './users.ts';

/** At most these, so that a choice is possible. */
export const maxCandidates = 5;

/** What an imported story becomes: its status, or saved for later. */
export const importedShelf = z.enum(['reading', 'completed', 'on_hold', 'dropped', 'bookmarked']);

const foundStory = z.object({
  _id: id,
  title: z.string(),
  language: z.string(),
  coverImage: z.string().nullable(),
  author,
});

/**
 * A row of an imported list. `found` is the one story that it certainly names; `candidates` are stories of the same title
 * when it is not certain, for the reader to choose from. Both are empty for one that is not here. `isInLibrary`: whether
 * the found story is already there.
 */
export const importedRow = z.object({
  line: z.int(),
  title: z.string(),
  author: z.string(),
  shelf: importedShelf,
  /** When it was read, if the list says so. */
  readOn: z.iso.date().nullable(),
  /** The reader's own shelves that have it. */
  shelves: z.array(z.string()),
  found: foundStory.nullable(),
  isInLibrary: z.boolean(),
  candidates: z.array(foundStory).max(maxCandidates),
});
export type ImportedRow = z.output<typeof importedRow>;

const nothingChosen = 'Please choose a file or paste some titles.';

/** Changes nothing: the reader confirms what is found with `POST /library/import`. */
export const readLibraryFile = defineCall('POST /library/import/preview', {
  summary: 'Find the stories that a Goodreads CSV file or a list of titles names',
  access: 'user',
  errors: ['NOT_A_BOOK'],
  limit: 'upload',
  bodyLimit: 2 * libraryLimits.importBytes,
  body: z.object({
    /** The text of the file, or what was pasted: CSV if it begins with a header that has 'Title', else a title per line. */
    text: z
      .string(nothingChosen)
      .regex(/\S/, nothingChosen)
      .max(libraryLimits.importBytes, 'Please choose a file of at most 1 MB, or import it in parts.'),
  }),
  response: dataResponse(
    z.object({
      format: z.enum(['csv', 'titles']),
      rows: z.array(importedRow),
      /** Rows beyond the limit, which are left out. */
      omitted: z.int(),
      /** The columns with values that are not imported, by their headers. */
      ignored: z.array(z.string()),
      /** Rows without a title. */
      untitled: z.int(),
    }),
  ),
});

export const importLibrary = defineCall('POST /library/import', {
  summary: 'Add the found stories to my library; entries that exist keep their status and progress',
  access: 'user',
  errors: ['NOT_A_BOOK', 'QUOTA_REACHED'],
  limit: 'upload',
  bodyLimit: 2 * 1024 * 1024,
  body: z.object({
    stories: z
      .array(z.object({ storyId: id, shelf: importedShelf, readOn: z.iso.date().nullish() }))
      .max(libraryLimits.importRows),
    /** Own collections that the stories join; one that does not exist is created, private. */
    collections: z
      .array(
        z.object({
          name: line(collectionLimits.name, 'Please enter a name.'),
          storyIds: z.array(id).max(collectionLimits.stories, 'A collection holds at most 1,000 stories.'),
        }),
      )
      .max(collectionLimits.perPerson)
      .optional(),
  }),
  /** `collected`: how many times a story joined a collection. */
  response: dataResponse(
    z.object({ added: z.int(), kept: z.int(), unavailable: z.int(), collected: z.int() }),
  ),
});

export const exportedList = z.enum(['library', 'collections', 'ratings']);
export type ExportedList = z.output<typeof exportedList>;

export const exportLibrary = defineCall('GET /library/export', {
  summary: 'Export my library, collections or ratings as CSV',
  access: 'user',
  limit: 'storyExport',
  head: false,
  query: z.object({ list: exportedList.default('library') }),
  response: fileResponse('text/csv; charset=utf-8', 'inkling-library.csv'),
});
