import { callQuery, useCall } from '../../lib/query.ts';

/** A page of the people whom the reader has blocked or muted, the latest first. */
export const blocksQuery = (page: number) =>
  callQuery('GET /users/me/blocks', { query: { page, limit: 20 } }, { tags: ['blocks'] });

/** Everything that shows what people wrote, or who follows whom. */
const touches = [
  'blocks',
  'comments',
  'reviews',
  'notifications',
  'follows',
  'communityPosts',
  'communityPost',
];

/** Blocks and mutes people, and ends that. */
export const useBlocks = () => ({
  block: useCall('POST /users/{id}/block', { fallback: 'Failed to block this person.', touches }),
  unblock: useCall('DELETE /users/{id}/block', { fallback: 'Failed to unblock this person.', touches }),
  mute: useCall('POST /users/{id}/mute', { fallback: 'Failed to mute this person.', touches }),
  unmute: useCall('DELETE /users/{id}/mute', { fallback: 'Failed to unmute this person.', touches }),
});
