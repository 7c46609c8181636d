import { useQueryClient } from '@tanstack/react-query';
import { type Answer, ApiError, call, messageOf } from '../../lib/api.ts';
import { showError } from '../../lib/notify.ts';
import { keyOf } from '../../lib/query.ts';
import { useToggle } from '../../lib/use-toggle.ts';

interface Followable {
  _id: string;
  username: string;
  isFollowing: boolean;
}

/** Answers that say whom somebody follows, or how many. */
const listsOfPeople = ['GET /users/{username}/followers', 'GET /users/{username}/following', 'GET /auth/me'];

/** Follow and unfollow: the wish shows at once, the server's answer wins. */
export function useFollow(person: Followable) {
  const client = useQueryClient();
  const profileKey = keyOf('GET /users/{username}', { params: { username: person.username } });
  return useToggle(person.isFollowing, async (wish) => {
    try {
      const input = { params: { userId: person._id } };
      const { following, followersCount } = wish
        ? await call('POST /users/follow/{userId}', input)
        : await call('POST /users/unfollow/{userId}', input);
      client.setQueryData(profileKey, (kept: Answer<'GET /users/{username}'> | undefined) =>
        kept === undefined
          ? undefined
          : { ...kept, data: { ...kept.data, isFollowing: following, followersCount } },
      );
      for (const list of listsOfPeople)
        void client.invalidateQueries({ queryKey: [list], refetchType: 'none' });
      return following;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) {
        showError(messageOf(error, wish ? 'Failed to follow' : 'Failed to unfollow'));
      }
      throw error;
    }
  });
}
