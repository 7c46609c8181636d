import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';

/** Marks the story as completed, then goes to Discover. */
export function useMarkCompleted(storyId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call('POST /stories/{id}/mark-completed', { params: { id: storyId } }),
    onSuccess: async () => {
      await client.invalidateQueries();
      await navigate(paths.discover);
    },
  });
}
