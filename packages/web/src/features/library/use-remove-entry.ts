import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { showSuccess } from '../../lib/notify.ts';

/** Takes a story out of the library, also one that is no longer available. */
export function useRemoveEntry(storyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /stories/{id}/library', { params: { id: storyId } }),
    meta: { fallback: 'Failed to remove the story from your library.' },
    onSuccess: () => {
      showSuccess('Removed from your library.');
      return Promise.all(
        ['GET /stories/library/me', 'GET /stories/bookmarks'].map((list) =>
          client.invalidateQueries({ queryKey: [list] }),
        ),
      );
    },
  });
}
