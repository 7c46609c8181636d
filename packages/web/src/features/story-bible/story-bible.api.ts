import { showUndo } from '../../lib/notify.ts';
import { callQuery, useCall } from '../../lib/query.ts';

const tags = ['storyBible'];

/** The private notes about one of the author's stories. */
export const bibleQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/bible', { params: { id: storyId } }, { tags });

/** Adds an entry or saves it. A form shows its errors itself. */
export const useSaveBibleEntry = (errors: 'inline' | 'toast' = 'inline') =>
  useCall('PUT /stories/{id}/bible/{entryId}', {
    errors,
    fallback: 'Failed to save the entry.',
    touches: tags,
    rechecks: tags,
  });

/** Deletes an entry, and offers to undo it. */
export function useDeleteBibleEntry(restore: () => void) {
  return useCall(
    'DELETE /stories/{id}/bible/{entryId}',
    { fallback: 'Failed to delete the entry.', touches: tags, rechecks: tags },
    () => showUndo('Entry deleted.', restore),
  );
}
