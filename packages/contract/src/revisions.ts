import { z } from 'zod';
import { defineCall } from './call.ts';
import { revisionLimits } from './limits.ts';
import { dataResponse } from './page.ts';
import { id, isoDate, prose } from './text.ts';

/**
 * How a chapter has changed since I finished it: `version` and `content` are those that I read, `words` is how many words
 * are others now, and `note` is what the author says about it, or empty.
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
  summary: 'Compare a chapter with the version that I finished',
  access: 'user',
  /** Null where there is nothing to say: few words have changed, or the author shows no revisions. */
  response: dataResponse(revision.nullable()),
});

/** `notes`: what the author says about the latest revisions of chapters. `isShown`: whether readers see what has changed. */
const settings = z.object({
  isShown: z.boolean(),
  notes: z.array(z.object({ chapter: id, note: z.string() })),
});
export const getRevisionSettings = defineCall('GET /stories/{id}/revisions', {
  summary: 'Get whether readers of my story see what has changed, and my words about it',
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
  summary: 'Say something to readers about the latest revision of my chapter',
  access: 'owner',
  body: z.object({ note: prose(revisionLimits.note) }),
  response: dataResponse(z.object({ note: z.string() })),
});
