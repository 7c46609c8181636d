import { storyNoteLimits } from '@inkling/contract/limits';
import { callQuery, useCall } from '../../lib/query.ts';

const tags = ['storyNotes'];
const touches = tags;

/** What the author of a story wrote to its followers: the latest, or a page of all. */
export const storyNotesQuery = (storyId: string, page: number | 'latest') =>
  callQuery(
    'GET /stories/{id}/notes',
    {
      params: { id: storyId },
      query: page === 'latest' ? { limit: storyNoteLimits.shown } : { page, limit: 20 },
    },
    { tags },
  );

/** Writes to the followers. The form shows its errors. */
export const usePostNote = () =>
  useCall('POST /stories/{id}/notes', { success: 'Note sent.', errors: 'inline', touches });

/** Changes a note. The form shows its errors. */
export const useEditNote = () =>
  useCall('PUT /stories/{id}/notes/{noteId}', { success: 'Note saved.', errors: 'inline', touches });

export const useDeleteNote = () =>
  useCall('DELETE /stories/{id}/notes/{noteId}', {
    success: 'Note deleted.',
    fallback: 'Failed to delete the note.',
    touches,
    rechecks: tags,
  });
