import { callQuery, useCall } from '../../lib/query.ts';

/** How a chapter has changed since the reader finished it. Fetched once, since reading the chapter again ends the comparison. */
export const revisionQuery = (id: string) => ({
  ...callQuery('GET /chapters/{id}/revision', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const revisionSettingsQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/revisions', { params: { id: storyId } }, { tags: ['revisions'] });

export const useShowRevisions = () =>
  useCall('PUT /stories/{id}/revisions', {
    fallback: 'Failed to save the setting.',
    touches: ['revisions'],
  });

/** Saves the author's note about a chapter's latest revision. The form shows its errors. */
export const useRevisionNote = () =>
  useCall('PUT /chapters/{id}/revision', { errors: 'inline', touches: ['revisions'] });
