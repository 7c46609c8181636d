import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, topResponse } from './page.ts';
import { id } from './text.ts';

export const reactionTypes = ['love', 'laugh', 'surprise', 'sad', 'suspense'] as const;
export const reactionType = z.enum(reactionTypes);
export type ReactionType = z.output<typeof reactionType>;

/** How many readers chose each reaction, and the viewer's own. */
export const reactionCounts = z.object({
  counts: z.record(reactionType, z.int()),
  mine: z.object({ _id: id, type: reactionType }).nullable(),
});
export type ReactionCounts = z.output<typeof reactionCounts>;

const counted = dataResponse(reactionCounts);
const body = z.object({ type: reactionType });

export const getStoryReactions = defineCall('GET /reactions/story/{id}', {
  summary: 'Count the reactions to a story',
  access: 'public',
  response: counted,
});
export const getChapterReactions = defineCall('GET /reactions/chapter/{id}', {
  summary: 'Count the reactions to a chapter',
  access: 'public',
  response: counted,
});
export const reactToStory = defineCall('POST /reactions/story/{id}', {
  summary: 'React to a story, or change my reaction',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  body,
  response: counted,
});
export const reactToChapter = defineCall('POST /reactions/chapter/{id}', {
  summary: 'React to a chapter, or change my reaction',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  body,
  response: counted,
});
export const removeReaction = defineCall('DELETE /reactions/{id}', {
  withdraws: true,
  summary: 'Take back my reaction',
  access: 'owner',
  response: topResponse({ counts: reactionCounts.shape.counts }),
});
