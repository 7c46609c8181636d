import { z } from 'zod';
import { defineCall } from './call.ts';
import { storyLimits, volumeLimits } from './limits.ts';
import { dataResponse } from './page.ts';
import { chosenId, id, line } from './text.ts';

/**
 * A part of a story: consecutive chapters. `order`, `firstChapter` and `chapterCount` count visible volumes and
 * chapters; an author's volume may be empty, and then has no first chapter (docs/product/volumes.md).
 */
export const volume = z.object({
  _id: id,
  title: z.string(),
  order: z.int(),
  firstChapter: z.int().nullable(),
  chapterCount: z.int(),
});
export type Volume = z.output<typeof volume>;

const title = line(volumeLimits.title, 'Please enter a title for the volume.');
const response = dataResponse(z.array(volume));
const volumeId = { volumeId: id };

export const createVolume = defineCall('POST /stories/{id}/volumes', {
  summary: 'Begin a volume at a chapter, or add an empty one at the end; returns all volumes',
  access: 'owner',
  limit: 'write',
  body: z.object({
    _id: chosenId.optional(),
    title,
    /** The volume's first chapter. Those after it, up to the next volume, belong to the new one too. */
    firstChapter: id.optional(),
  }),
  response,
  status: 201,
});

export const updateVolume = defineCall('PUT /stories/{id}/volumes/{volumeId}', {
  withdraws: true,
  summary: 'Rename a volume, or move it with its chapters; returns all volumes',
  access: 'owner',
  limit: 'write',
  params: volumeId,
  body: z.object({
    title: title.optional(),
    /** Its new place among the volumes, from 1. */
    order: z.int().min(1).max(storyLimits.volumes).optional(),
  }),
  response,
});

export const deleteVolume = defineCall('DELETE /stories/{id}/volumes/{volumeId}', {
  withdraws: true,
  summary: 'Delete a volume; its chapters join the volume before it, or none. Returns all volumes',
  access: 'owner',
  params: volumeId,
  response,
});
