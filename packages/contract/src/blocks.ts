import { z } from 'zod';
import { defineCall } from './call.ts';
import { listResponse, pageQuery, topResponse } from './page.ts';
import { isoDate } from './text.ts';
import { author } from './users.ts';

/** A block is in both directions; a mute hides the other person from its owner alone (docs/product/blocking.md). */
export const blockKind = z.enum(['block', 'mute']);
export type BlockKind = z.output<typeof blockKind>;

export const blockEntry = z.object({ kind: blockKind, person: author, createdAt: isoDate });
export type BlockEntry = z.output<typeof blockEntry>;

/** Whether the viewer has blocked or muted the person now. */
const blockState = topResponse({ isBlocked: z.boolean(), isMuted: z.boolean() });

export const listBlocks = defineCall('GET /users/me/blocks', {
  summary: 'List the people I have blocked or muted, latest first',
  access: 'user',
  query: pageQuery(20),
  response: listResponse(blockEntry),
});
export const blockUser = defineCall('POST /users/{id}/block', {
  withdraws: true,
  summary: 'Block a person: neither sees what the other writes, and we no longer follow each other',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  response: blockState,
});
export const unblockUser = defineCall('DELETE /users/{id}/block', {
  summary: 'Unblock a person; follows that the block ended stay ended',
  access: 'user',
  response: blockState,
});
export const muteUser = defineCall('POST /users/{id}/mute', {
  summary: 'Mute a person: I no longer see what they write, and they are not told',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  response: blockState,
});
export const unmuteUser = defineCall('DELETE /users/{id}/mute', {
  summary: 'Unmute a person',
  access: 'user',
  response: blockState,
});
