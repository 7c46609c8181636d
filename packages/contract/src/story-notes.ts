import { z } from 'zod';
import { defineCall } from './call.ts';
import { storyNoteLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery } from './page.ts';
import { withheld } from './reports.ts';
import { chosenId, id, isoDate, prose } from './text.ts';

/** What an author writes to the followers of a story between chapters: a hiatus, news. `editedAt` is null if it was not edited. */
const storyNote = z.object({
  _id: id,
  text: z.string(),
  createdAt: isoDate,
  editedAt: isoDate.nullable(),
  withheld,
});
export type StoryNote = z.output<typeof storyNote>;

const text = prose(storyNoteLimits.text, 'Please write a note.');

export const listStoryNotes = defineCall('GET /stories/{id}/notes', {
  summary: 'List what the author of a story wrote to its followers between chapters, the latest first',
  access: 'public',
  query: pageQuery(storyNoteLimits.shown, 50),
  response: listResponse(storyNote),
});
export const postStoryNote = defineCall('POST /stories/{id}/notes', {
  summary: 'Send a note to the followers of my published story',
  access: 'owner',
  status: 201,
  errors: ['CONFLICT', 'QUOTA_REACHED', 'TAKEN_DOWN'],
  limit: 'write',
  body: z.object({ _id: chosenId.optional(), text }),
  response: dataResponse(storyNote),
});
export const editStoryNote = defineCall('PUT /stories/{id}/notes/{noteId}', {
  summary: 'Edit a note to the followers of my story; no one is notified again',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({ text }),
  response: dataResponse(storyNote),
});
export const deleteStoryNote = defineCall('DELETE /stories/{id}/notes/{noteId}', {
  summary: 'Delete what I wrote to the followers of my story',
  withdraws: true,
  access: 'owner',
  response: emptyResponse,
});
