import { z } from 'zod';
import { defineCall } from './call.ts';
import { topResponse } from './page.ts';

/** `isFollowing`: whether the viewer follows the story. */
const followState = topResponse({ isFollowing: z.boolean(), followersCount: z.int() });

export const getStoryFollow = defineCall('GET /stories/{id}/follow', {
  summary: 'Count the followers of a story, and whether I am one',
  access: 'public',
  response: followState,
});
export const followStory = defineCall('POST /stories/{id}/follow', {
  summary: 'Follow a story: its new chapters are among my notifications',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  response: followState,
});
export const unfollowStory = defineCall('DELETE /stories/{id}/follow', {
  summary: 'Unfollow a story, even if it is no longer available',
  access: 'user',
  response: followState,
});
