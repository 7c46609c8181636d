import { callQuery, useCall } from '../../lib/query.ts';

/** Whether the author has the assistant, asked before the checker is fetched, and the names in their story. */
export const storyAssistantQuery = (id: string) =>
  callQuery('GET /stories/{id}/assistant', { params: { id } }, { tags: ['myStories'] });

/** Measures a text. */
export const useFeedback = () =>
  useCall('POST /ai/feedback', { fallback: 'Failed to measure the chapter', errors: 'inline' });

/** Draws ideas for a story. */
export const useStoryIdeas = () =>
  useCall('POST /ai/story-ideas', { fallback: 'Failed to draw ideas', errors: 'inline' });
