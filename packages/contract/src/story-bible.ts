import { z } from 'zod';
import { defineCall } from './call.ts';
import { storyBibleLimits } from './limits.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';

/** A private note of a story's author, which no one else can read. `version` counts its saves. */
const bibleEntry = z.object({
  _id: id,
  title: z.string(),
  text: z.string(),
  version: z.int(),
  updatedAt: isoDate,
});
export type BibleEntry = z.output<typeof bibleEntry>;

/** The version that was edited; 0 for an entry that is new. If the entry has another one, the response is a 409 TEXT_CHANGED. */
const baseVersion = z.int().min(0).max(2_000_000_000);

export const listBible = defineCall('GET /stories/{id}/bible', {
  summary: 'List the entries of my story’s bible by title',
  access: 'owner',
  response: dataResponse(z.array(bibleEntry)),
});
export const saveBibleEntry = defineCall('PUT /stories/{id}/bible/{entryId}', {
  summary: 'Add an entry to my story’s bible, or save what I changed in it',
  access: 'owner',
  errors: ['QUOTA_REACHED', 'TEXT_CHANGED'],
  limit: 'write',
  params: { entryId: chosenId },
  body: z.object({
    title: line(storyBibleLimits.title, 'Please enter a title.'),
    text: prose(storyBibleLimits.text),
    baseVersion,
  }),
  response: dataResponse(bibleEntry),
});
export const deleteBibleEntry = defineCall('DELETE /stories/{id}/bible/{entryId}', {
  summary: 'Delete an entry of my story’s bible',
  withdraws: true,
  access: 'owner',
  errors: ['TEXT_CHANGED'],
  params: { entryId: chosenId },
  body: z.object({ baseVersion }),
  response: emptyResponse,
});
