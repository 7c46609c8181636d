import type { Opening } from '@inkling/contract/library';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/notify.ts';
import { paths } from '../../../lib/paths.ts';

/** Marks the story as completed, shows a message, then goes to Discover. */
export function useMarkCompleted(storyId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call('POST /stories/{id}/mark-completed', { params: { id: storyId } }),
    onSuccess: async () => {
      showSuccess('Marked as completed. You’ll find it in your library.');
      await client.invalidateQueries();
      await navigate(paths.discover);
    },
  });
}

/** The number of chapters that the reader has never opened, not counting the current one. */
export const unopenedChapters = (
  { total, opened, places }: Pick<Opening, 'total' | 'opened' | 'places'>,
  open: string,
): number => {
  const here = places.some(({ chapter }) => chapter === open) ? 0 : 1;
  return Math.max(0, total - opened - here);
};
