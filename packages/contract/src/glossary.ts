import { z } from 'zod';
import { defineCall } from './call.ts';
import { chapterLimits, glossaryLimits } from './limits.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { id, line, prose } from './text.ts';

export const glossaryKind = z.enum(['person', 'place', 'term']);
export type GlossaryKind = z.output<typeof glossaryKind>;

/** `chapterNumber` counts published chapters for readers, and all chapters for the author. */
const chapter = z.object({ _id: id, title: z.string(), chapterNumber: z.int() });

/**
 * A person, place or term of a story, with what its author says about it from a chapter on, in the order of the story.
 * Readers get only notes from chapters that they have reached. For the author, an entry whose chapters are all in the trash
 * has none.
 */
const glossaryEntry = z.object({
  _id: id,
  kind: glossaryKind,
  names: z.array(z.string()),
  notes: z.array(z.object({ chapter, text: z.string() })),
});
export type GlossaryEntry = z.output<typeof glossaryEntry>;

const recap = z.object({ chapter, recap: z.string() });
export type Recap = z.output<typeof recap>;

const names = z
  .array(line(glossaryLimits.name, 'Please enter a name.'))
  .min(1, 'Please enter a name.')
  .max(glossaryLimits.names);
const noteText = prose(glossaryLimits.note, 'Please enter a description.');

/**
 * The glossary and the recaps of a story in an EPUB that its author exported; `chapter` counts the chapters of the file
 * from 1.
 */
export const glossaryFile = z.object({
  entries: z
    .array(
      z.object({
        kind: glossaryKind,
        names,
        notes: z.array(z.object({ chapter: z.int().min(1), text: noteText })).max(glossaryLimits.notes),
      }),
    )
    .max(glossaryLimits.entries),
  recaps: z
    .array(z.object({ chapter: z.int().min(1), recap: prose(glossaryLimits.recap) }))
    .max(chapterLimits.perStory),
});
export type GlossaryFile = z.output<typeof glossaryFile>;

export const listGlossary = defineCall('GET /stories/{id}/glossary', {
  summary: 'List the people, places and terms of a story, as far as I have read; all of them for the author',
  access: 'user',
  response: dataResponse(z.array(glossaryEntry)),
});
export const saveGlossaryEntry = defineCall('PUT /stories/{id}/glossary/{entryId}', {
  summary: 'Add an entry to the glossary of my story, or replace it',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({
    kind: glossaryKind,
    names,
    /** At most one for each chapter. */
    notes: z
      .array(z.object({ chapter: id, text: noteText }))
      .min(1, 'Please enter a description.')
      .max(glossaryLimits.notes),
  }),
  response: emptyResponse,
});
export const deleteGlossaryEntry = defineCall('DELETE /stories/{id}/glossary/{entryId}', {
  summary: 'Delete an entry from the glossary of my story',
  withdraws: true,
  access: 'owner',
  response: emptyResponse,
});

export const listRecaps = defineCall('GET /stories/{id}/recaps', {
  summary: 'List the recaps of a story’s chapters, as far as I have read; all of them for the author',
  access: 'user',
  response: dataResponse(z.array(recap)),
});
export const setRecap = defineCall('PUT /chapters/{id}/recap', {
  summary: 'Set the recap of my chapter; an empty one removes it',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({ recap: prose(glossaryLimits.recap) }),
  response: emptyResponse,
});
