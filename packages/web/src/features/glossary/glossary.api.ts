import { callQuery, useCall } from '../../lib/query.ts';

/** The people, places and terms of a story, as far as the reader has read; all of them for its author. */
export const glossaryQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/glossary', { params: { id: storyId } }, { tags: ['glossary'] });

/** What has happened in a story, as far as the reader has read; all of it for its author. */
export const recapsQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/recaps', { params: { id: storyId } }, { tags: ['recaps'] });

/** Adds an entry or replaces it. The form shows its errors. */
export const useSaveEntry = () =>
  useCall('PUT /stories/{id}/glossary/{entryId}', { errors: 'inline', touches: ['glossary'] });

export const useDeleteEntry = () =>
  useCall('DELETE /stories/{id}/glossary/{entryId}', {
    success: 'Entry deleted.',
    fallback: 'Failed to delete the entry.',
    touches: ['glossary'],
  });

/** Sets the recap of a chapter. The form shows its errors. */
export const useSetRecap = () =>
  useCall('PUT /chapters/{id}/recap', { success: 'Recap saved.', errors: 'inline', touches: ['recaps'] });
