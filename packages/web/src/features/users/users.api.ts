import { useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { meQuery, useSession } from '../../lib/session.ts';
import { useToggle } from '../../lib/use-toggle.ts';

export type PeopleList = 'followers' | 'following';

/** The person's profile with their first stories. */
export const personQuery = (username: string) =>
  callQuery(
    'GET /users/{username}',
    { params: { username } },
    { tags: ['follows', 'hiddenStories', 'blocks', 'achievements', 'itemsInUse'] },
  );

/** The same from a loader, as for a visitor. */
export const loadPerson = (args: LoaderArgs, username: string) =>
  load(args, 'GET /users/{username}', { params: { username } });

/** A page of a person's followers, or of people they follow; with `search`, only those whose names begin like this. */
export function peopleQuery(list: PeopleList, username: string, page: number, search = '') {
  const input = { params: { username }, query: { page, limit: 20, ...(search !== '' && { search }) } };
  const meta = { tags: ['follows'] };
  return list === 'followers'
    ? callQuery('GET /users/{username}/followers', input, meta)
    : callQuery('GET /users/{username}/following', input, meta);
}

/** The user's own reading figures and activity. */
export const ownProfileQuery = callQuery(
  'GET /users/me/profile',
  {},
  { tags: ['follows', 'completion', 'readingTime', 'libraryEntry', 'rewards'] },
);

/** Changes the names and bio of the user's own profile, or their time zone; errors are shown in the form. */
export function useUpdateProfile() {
  const { change } = useSession();
  return useCall('PATCH /users/profile/me', { errors: 'inline' }, ({ data }) => change(data));
}

interface PreferencesMeta {
  success?: string;
  fallback: string;
  errors: 'both' | 'toast' | 'inline';
}
const savedAtOnce: PreferencesMeta = { fallback: 'Failed to update preferences.', errors: 'toast' };

/** Changes the reader's preferences; by default one that is saved at once, whose failure is a toast. */
export function useUpdatePreferences(meta = savedAtOnce) {
  const client = useQueryClient();
  const { change } = useSession();
  return useCall('PATCH /users/preferences', meta, ({ data }) => {
    change({ readingPreferences: data });
    // Newcomers choose genres above the shelves that depend on them.
    void markStale(client, ['recommendations']);
  });
}

interface Followable {
  _id: string;
  username: string;
  isFollowing: boolean;
}

const withOrWithout = (ids: string[], id: string, wanted: boolean): string[] => {
  const others = ids.filter((other) => other !== id);
  return wanted ? [id, ...others] : others;
};

/** Follows and unfollows: the change shows immediately, the server's response decides. */
export function useFollow({ _id, username, isFollowing }: Followable) {
  const client = useQueryClient();
  const update = (response: CallResponse<'POST /users/follow/{userId}'>) => {
    const { following, followersCount, followingCount } = response;
    client.setQueryData(
      personQuery(username).queryKey,
      (cached) => cached && { ...cached, data: { ...cached.data, isFollowing: following, followersCount } },
    );
    client.setQueryData(
      meQuery.queryKey,
      (me) => me && { ...me, followingCount, following: withOrWithout(me.following, _id, following) },
    );
    return markStale(client, ['follows'], 'none');
  };
  const follow = useCall('POST /users/follow/{userId}', { fallback: 'Failed to follow user' }, update);
  const unfollow = useCall('POST /users/unfollow/{userId}', { fallback: 'Failed to unfollow user' }, update);
  return useToggle(isFollowing, async (wanted) => {
    const { following } = await (wanted ? follow : unfollow).mutateAsync({ params: { userId: _id } });
    return following;
  });
}
