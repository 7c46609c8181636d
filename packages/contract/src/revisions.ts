import { z } from 'zod';
import { defineCall } from './call.ts';
import { revisionLimits } from './limits.ts';
import { dataResponse } from './page.ts';
import { id, isoDate, prose } from './text.ts';

/**
 * How a chapter has changed since I finished it: `version` and `content` are those that I read, `words` is how many words
 * have changed, and `note` is the author's note about the revision, or empty.
 */
const revision = z.object({
  version: z.int(),
  content: z.string(),
  words: z.int(),
  note: z.string(),
  revisedAt: isoDate,
});
export type Revision = z.output<typeof revision>;

export const getRevision = defineCall('GET /chapters/{id}/revision', {
  summary: 'Compare a chapter with the version I finished',
  access: 'user',
  /** Null if there is nothing to show: few words have changed, or the author has turned revisions off. */
  response: dataResponse(revision.nullable()),
});

/** `notes`: the author's notes about the latest revisions of chapters. `isShown`: whether readers see what has changed. */
const settings = z.object({
  isShown: z.boolean(),
  notes: z.array(z.object({ chapter: id, note: z.string() })),
});
export const getRevisionSettings = defineCall('GET /stories/{id}/revisions', {
  summary: 'Get whether readers of my story see what has changed, and my notes about it',
  access: 'owner',
  response: dataResponse(settings),
});
export const setRevisionSettings = defineCall('PUT /stories/{id}/revisions', {
  summary: 'Choose whether readers of my story see what has changed',
  access: 'owner',
  body: z.object({ isShown: z.boolean() }),
  response: dataResponse(z.object({ isShown: z.boolean() })),
});
export const setRevisionNote = defineCall('PUT /chapters/{id}/revision', {
  summary: 'Write readers a note about the latest revision of my chapter',
  access: 'owner',
  body: z.object({ note: prose(revisionLimits.note) }),
  response: dataResponse(z.object({ note: z.string() })),
});
