import { callQuery, useCall } from '../../lib/query.ts';

/** Whether the author has the assistant, asked before the checker is fetched, and the names in their story. */
export const storyAssistantQuery = (id: string) =>
  callQuery('GET /stories/{id}/assistant', { params: { id } }, { tags: ['myStories', 'glossary'] });

/** Measures a text; a model reads it if the author agreed. */
export const useFeedback = () =>
  useCall('POST /ai/feedback', {
    fallback: 'Failed to measure the chapter',
    errors: 'inline',
    touches: ['model'],
  });

/** Draws ideas for a story. */
export const useStoryIdeas = () =>
  useCall('POST /ai/story-ideas', { fallback: 'Failed to draw ideas', errors: 'inline', touches: ['model'] });

/** The operator's model, and whether the author agreed that it gets texts. */
export const modelQuery = callQuery('GET /ai/consent', {}, { tags: ['model'] });

const consent = { fallback: 'Failed to save your choice', touches: ['model'] };

export const useAgreeToModel = () => useCall('PUT /ai/consent', consent);

export const useWithdrawFromModel = () => useCall('DELETE /ai/consent', consent);
