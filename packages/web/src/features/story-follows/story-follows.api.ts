import type { FollowingSort } from '@inkling/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { showUndo } from '../../lib/notify.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { useToggle } from '../../lib/use-toggle.ts';

/** How many follow a story, and whether the reader does. */
export const storyFollowQuery = (id: string) =>
  callQuery('GET /stories/{id}/follow', { params: { id } }, { tags: ['storyFollow'] });

/**
 * Follows and unfollows a story: the change shows immediately, the server's response decides; `onDone` gets it.
 */
export function useStoryFollow(id: string, isFollowing: boolean, onDone?: (isFollowing: boolean) => void) {
  const client = useQueryClient();
  const onSuccess = (response: CallResponse<'POST /stories/{id}/follow'>) => {
    client.setQueryData(storyFollowQuery(id).queryKey, response);
    void markStale(client, ['notifications', 'following']);
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

/** A page of the stories that the reader follows. */
export const followingQuery = (sort: FollowingSort, page: number) =>
  callQuery(
    'GET /stories/following',
    { query: { sort, page } },
    { tags: ['following', 'progress', 'completion', 'notifications', 'storyLists'] },
  );

/** Unfollows a story of that list, and offers to take it back. */
export function useUnfollow(title: string) {
  const meta = { touches: ['notifications', 'following'] };
  const follow = useCall('POST /stories/{id}/follow', { ...meta, fallback: 'Failed to follow story' });
  const unfollow = useCall('DELETE /stories/{id}/follow', { ...meta, fallback: 'Failed to unfollow story' });
  return (id: string) => {
    const input = { params: { id } };
    unfollow
      .mutateAsync(input)
      .then(() => showUndo(`You no longer follow “${title}”.`, () => follow.mutate(input)))
      .catch(() => undefined);
  };
}
