import { z } from 'zod';
import { defineCall } from './call.ts';
import { chapterSummary } from './chapters.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery } from './page.ts';
import { story } from './stories.ts';
import { id, isoDate } from './text.ts';

/** How long what was deleted can be restored (docs/product/trash.md#trash). */
export const trashDays = 30;

const trashKind = z.enum(['story', 'chapter']);

/** Something that its author has deleted and can restore until `eraseAt`. */
const trashItem = z.object({
  _id: id,
  kind: trashKind,
  title: z.string(),
  words: z.int(),
  /** The number of a story's chapters; null for a chapter. */
  chapters: z.int().nullable(),
  /** A chapter's story. A chapter of a deleted story cannot be restored before it. */
  story: z.object({ _id: id, title: z.string(), isDeleted: z.boolean() }).nullable(),
  deletedAt: isoDate,
  eraseAt: isoDate,
});
export type TrashItem = z.output<typeof trashItem>;

/** Why something is a draft now although it was published when it was deleted; null otherwise. */
const draftBecause = z.string().nullable();

export const getTrash = defineCall('GET /trash', {
  summary: 'List my deleted stories and chapters that can be restored, last deleted first',
  access: 'user',
  query: pageQuery(50),
  response: listResponse(trashItem),
});
export const restoreStory = defineCall('POST /stories/{id}/restore', {
  summary: 'Restore a deleted story, published if it was',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  response: dataResponse(z.object({ story, draftBecause })),
});
export const restoreChapter = defineCall('POST /chapters/{id}/restore', {
  summary: 'Restore a deleted chapter to its place, published if it was',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  response: dataResponse(z.object({ chapter: chapterSummary, draftBecause })),
});
export const eraseFromTrash = defineCall('DELETE /trash/{kind}/{id}', {
  withdraws: true,
  summary: 'Delete something in my trash for good',
  access: 'owner',
  params: { kind: trashKind },
  response: emptyResponse,
});
