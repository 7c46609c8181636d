import type { Me } from '@inkling/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type CallKey, type CallResponse, call, messageOf } from '../../lib/api.ts';
import { showError } from '../../lib/notify.ts';
import { keyOf } from '../../lib/query.ts';
import { useToggle } from '../../lib/use-toggle.ts';

interface Followable {
  _id: string;
  username: string;
  isFollowing: boolean;
}

/** Queries whose results depend on who follows whom. */
const affectedQueries: CallKey[] = [
  'GET /users/{username}',
  'GET /users/{username}/followers',
  'GET /users/{username}/following',
  'GET /users/me/profile',
];

const withOrWithout = (ids: string[], id: string, wanted: boolean): string[] => {
  const others = ids.filter((other) => other !== id);
  return wanted ? [id, ...others] : others;
};

/** Follows and unfollows: the change shows immediately, the server's response decides. */
export function useFollow(person: Followable) {
  const client = useQueryClient();
  const profileKey = keyOf('GET /users/{username}', { params: { username: person.username } });
  return useToggle(person.isFollowing, async (wanted) => {
    try {
      const input = { params: { userId: person._id } };
      const { following, followersCount, followingCount } = wanted
        ? await call('POST /users/follow/{userId}', input)
        : await call('POST /users/unfollow/{userId}', input);
      client.setQueryData(profileKey, (cached: CallResponse<'GET /users/{username}'> | undefined) =>
        cached === undefined
          ? undefined
          : { ...cached, data: { ...cached.data, isFollowing: following, followersCount } },
      );
      client.setQueryData(keyOf('GET /auth/me', {}), (me: Me | undefined) =>
        me === undefined
          ? undefined
          : { ...me, followingCount, following: withOrWithout(me.following, person._id, following) },
      );
      for (const key of affectedQueries)
        void client.invalidateQueries({ queryKey: [key], refetchType: 'none' });
      return following;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) {
        showError(messageOf(error, wanted ? 'Failed to follow user' : 'Failed to unfollow user'));
      }
      throw error;
    }
  });
}
