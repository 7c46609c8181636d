import { useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { useToggle } from '../../lib/use-toggle.ts';

/** How many follow a story, and whether the reader does. */
export const storyFollowQuery = (id: string) => callQuery('GET /stories/{id}/follow', { params: { id } });

/**
 * Follows and unfollows a story: the change shows immediately, the server's response decides; `onDone` gets it.
 */
export function useStoryFollow(id: string, isFollowing: boolean, onDone?: (isFollowing: boolean) => void) {
  const client = useQueryClient();
  const onSuccess = (response: CallResponse<'POST /stories/{id}/follow'>) => {
    client.setQueryData(storyFollowQuery(id).queryKey, response);
    void markStale(client, ['notifications']);
    onDone?.(response.isFollowing);
  };
  const follow = useCall('POST /stories/{id}/follow', { fallback: 'Failed to follow story' }, onSuccess);
  const unfollow = useCall(
    'DELETE /stories/{id}/follow',
    { fallback: 'Failed to unfollow story' },
    onSuccess,
  );
  return useToggle(
    isFollowing,
    async (wanted) => (await (wanted ? follow : unfollow).mutateAsync({ params: { id } })).isFollowing,
  );
}
