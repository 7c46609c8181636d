import type {
  Community,
  CommunityCategory,
  CommunityPage,
  CommunityPost,
  PostSort,
} from '@inkling/contract/communities';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type CallResponse, call, type Input } from '../../lib/api.ts';
import { CreateOnce } from '../../lib/create-once.ts';
import { listenLive } from '../../lib/live.ts';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { showSuccess, showUndo } from '../../lib/notify.ts';
import { positionedQuery } from '../../lib/positioned-query.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import type { PeopleNamed } from '../users/name-suggestions.tsx';

export const perPage = 20;

/** Which communities the hub lists. */
export interface HubView {
  search: string;
  category: CommunityCategory | 'all';
  mine: boolean;
}

export const communitiesQuery = ({ search, category, mine }: HubView, page = 1) =>
  callQuery(
    'GET /community',
    {
      query: {
        page,
        limit: perPage,
        ...(search !== '' && { search }),
        ...(category !== 'all' && { category }),
        ...(mine && { mine: 'true' as const }),
      },
    },
    { tags: ['communityLists'] },
  );

export const storyCommunitiesQuery = (id: string) =>
  callQuery('GET /stories/{id}/communities', { params: { id } }, { tags: ['communityLists'] });

export const authorCommunitiesQuery = (username: string) =>
  callQuery('GET /users/{username}/communities', { params: { username } }, { tags: ['communityLists'] });

export const communityQuery = (id: string) =>
  callQuery('GET /community/{id}', { params: { id } }, { tags: ['community'] });

/** A community as visitors see it. Members are listed only on request, so that no search engine gets their names. */
export const loadCommunity = async (args: LoaderArgs, id: string): Promise<CommunityPage> => ({
  ...(await load(args, 'GET /community/{id}', { params: { id } })).data,
  members: [],
});

/** A community as a list has it, until it is loaded by itself. */
export function listedCommunity(
  client: QueryClient,
  id: string,
): CallResponse<'GET /community/{id}'> | undefined {
  const lists = client.getQueriesData<CallResponse<'GET /community'>>({ queryKey: ['GET /community'] });
  const found = lists.flatMap(([, list]) => list?.data ?? []).find(({ _id }) => _id === id);
  return found && { success: true, data: { ...found, members: [], requestsCount: null, ban: null } };
}

const membersKey = 'GET /community/{id}/members';

export const membersQuery = (id: string) =>
  positionedQuery(
    [membersKey, { params: { id } }],
    (after, signal) => call(membersKey, { params: { id }, query: { limit: perPage, after } }, { signal }),
    { tags: ['communityMembers'] },
  );

/** Finds members of a community by how their names begin. */
export const membersNamed =
  (id: string): PeopleNamed =>
  (search) => {
    const input = { params: { id }, query: { search } };
    return {
      queryKey: [membersKey, input],
      queryFn: async ({ signal }) => (await call(membersKey, input, { signal })).data,
    };
  };

const postsKey = 'GET /community/{id}/posts';

export const postsQuery = (id: string, sort: PostSort, found: { search?: string; tag?: string } = {}) =>
  positionedQuery(
    [postsKey, { params: { id } }, sort, found],
    (after, signal) =>
      call(postsKey, { params: { id }, query: { limit: perPage, sort, after, ...found } }, { signal }),
    { tags: ['communityPosts'] },
  );

export type PostList = CallResponse<typeof postsKey>;

/** The posts that visitors see first. */
export const loadPosts = (args: LoaderArgs, id: string): Promise<PostList> =>
  load(args, postsKey, { params: { id }, query: { limit: perPage } });

export const loadPost = async (args: LoaderArgs, id: string, postId: string): Promise<CommunityPost> =>
  (await load(args, 'GET /community/{id}/posts/{postId}', { params: { id, postId } })).data;

/** Where an unsent post is stored. */
export const newPostKey = (userId: string, communityId: string): string =>
  inputKey(userId, `post/${communityId}`);

/** Where an unsaved edit of a post is stored. */
export const editPostKey = (userId: string, postId: string): string =>
  inputKey(userId, `post-edit/${postId}`);

/** The posts of the reader's communities, the newest first. */
export const feedQuery = positionedQuery(
  ['GET /community/user/posts'],
  (after, signal) => call('GET /community/user/posts', { query: { limit: 5, after } }, { signal }),
  { tags: ['communityPosts'] },
);

/** Chooses of which new posts the reader is notified. */
export const useChooseNews = () =>
  useCall('PUT /community/{id}/news', { fallback: 'Failed to save your choice.', touches: ['community'] });

/** Says that the reader has seen the posts up to the newest of these; the hub then has no dot there. */
export function useSeenPosts({ _id: id, hasUnread }: Community, posts: readonly CommunityPost[]): void {
  const { mutate } = useCall('POST /community/{id}/seen', {
    errors: 'inline',
    // Not the community that is open, which would be asked for a second time.
    touches: ['communityLists'],
  });
  const until = posts
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1);
  useEffect(() => {
    if (hasUnread && until !== undefined) mutate({ params: { id }, body: { until } });
  }, [id, hasUnread, until, mutate]);
}

/** The ids of the newest posts that were written after a moment of the server, at most a page; none on a failure. */
export async function postsSince(id: string, since: number): Promise<string[]> {
  const input = { params: { id }, query: { limit: perPage } };
  const { data } = await call(postsKey, input).catch(() => ({ data: [] }));
  return data.filter(({ createdAt }) => Date.parse(createdAt) > since).map(({ _id }) => _id);
}

/** A post; with `anyway`, even if it is folded in lists. */
export const postQuery = (id: string, postId: string, anyway = false) =>
  callQuery(
    'GET /community/{id}/posts/{postId}',
    { params: { id, postId }, query: anyway ? { anyway: 'true' } : {} },
    { tags: ['communityPost'] },
  );

/** Puts a community, as a call returned it, into the cache. */
function store(client: QueryClient, data: CommunityPage): void {
  client.setQueryData(communityQuery(data._id).queryKey, { success: true, data });
}

/** What another membership shows differently. */
const ofMembership = ['communityLists', 'communityMembers', 'communityPosts', 'communityPost', 'comments'];

/** Joins and leaves: `shown` is the community as it is about to be, until the server has answered. */
export function useMembership(community: CommunityPage) {
  const client = useQueryClient();
  const onSuccess = ({ data }: CallResponse<'POST /community/{id}/join'>) => {
    store(client, data);
    void markStale(client, ofMembership);
  };
  const rechecks = ['community'];
  const join = useCall(
    'POST /community/{id}/join',
    { fallback: 'Failed to join community', rechecks },
    onSuccess,
  );
  const leave = useCall(
    'POST /community/{id}/leave',
    { fallback: 'Failed to leave community', rechecks },
    onSuccess,
  );
  const { _id: id, isPrivate, memberCount, membership } = community;
  const shown: CommunityPage = join.isPending
    ? isPrivate
      ? { ...community, membership: 'requested' }
      : { ...community, membership: 'member', role: 'member', memberCount: memberCount + 1 }
    : leave.isPending
      ? {
          ...community,
          membership: 'none',
          role: null,
          memberCount: Math.max(0, memberCount - Number(membership === 'member')),
        }
      : community;
  return {
    shown,
    busy: join.isPending || leave.isPending,
    join: () => join.mutate({ params: { id } }),
    leave: () => leave.mutate({ params: { id } }),
  };
}

/** Notices on an open page that the reader was banned, which is a notification, or that the ban was lifted. */
export function useBanWatch({ membership }: Pick<Community, 'membership'>): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => void markStale(client, ['community', 'communityPost']);
    const leave = listenLive({ onConnected: () => undefined, on: { 'notifications:changed': look } });
    return () => leave(() => undefined);
  }, [client]);
  const isBanned = membership === 'banned';
  const wasBanned = useRef(isBanned);
  useEffect(() => {
    if (isBanned !== wasBanned.current) void markStale(client, ofMembership);
    wasBanned.current = isBanned;
  }, [client, isBanned]);
}

/** Who invites to what; not found for an invitation that can no longer be used. */
export const invitationQuery = (token: string) =>
  callQuery('GET /community/join/{token}', { params: { token } }, { tags: ['community'] });

/** Joins by an invitation. The page shows its errors. */
export function useAcceptInvitation() {
  const client = useQueryClient();
  return useCall('POST /community/join/{token}', { errors: 'inline' }, ({ data }) => {
    store(client, data);
    return markStale(client, ofMembership, 'none');
  });
}

type NewCommunity = Omit<Input<'POST /community'>['body'], '_id'>;
type CommunityChanges = Input<'PUT /community/{id}'>['body'];
type PostBody = Omit<Input<'POST /community/{id}/posts'>['body'], '_id'>;

const same = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Something that is created once, however often the request is repeated. */
const useOnce = <Values extends object>(storageKey: string) =>
  useMemo(() => new CreateOnce<Values>({ storageKey, isSame: same }), [storageKey]);

/** Founds a community once, under an id that its drawn cover shows before. The form shows its errors. */
export function useCreateCommunity(userId: string, id: string) {
  const client = useQueryClient();
  const once = useOnce<NewCommunity>(inputKey(userId, 'sent-community'));
  return useMutation({
    mutationFn: async (values: NewCommunity) => {
      const send = (_id: string) => call('POST /community', { body: { _id, ...values } });
      const { created, repeated } = await once.create(values, send, id);
      // An earlier request has created it, perhaps from what was typed before.
      return repeated ? updateCommunity(created.data._id, values) : created.data;
    },
    meta: { errors: 'inline', touches: ['communityLists'] },
    onSuccess: (data) => store(client, data),
  });
}

const updateCommunity = async (id: string, body: CommunityChanges) =>
  (await call('PUT /community/{id}', { params: { id }, body })).data;

/** The form shows its errors. */
export function useUpdateCommunity(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: CommunityChanges) => updateCommunity(id, changes),
    meta: { errors: 'inline', touches: ['communityLists'] },
    onSuccess: (data) => store(client, data),
  });
}

/** The communities that the reader deleted and can restore. */
export const deletedQuery = callQuery('GET /community/user/deleted', {}, { tags: ['communityLists'] });

export function useRestoreCommunity() {
  const client = useQueryClient();
  const meta = { success: 'Community restored.', fallback: 'Failed to restore the community.' };
  return useCall('POST /community/{id}/restore', meta, ({ data }) => {
    store(client, data);
    return markStale(client, ofMembership);
  });
}

/** Deletes a community, whose page is about to be left, so that only lists are fetched again. Its founder can undo it. */
export function useDeleteCommunity({ _id: id, role }: CommunityPage) {
  const { mutate: restore } = useRestoreCommunity();
  const meta = { fallback: 'Failed to delete the community.', touches: ['communityLists'] };
  return useCall('DELETE /community/{id}', meta, () => {
    if (role === 'founder') showUndo('Community deleted.', () => restore({ params: { id } }));
    else showSuccess('Community deleted.');
  });
}

/** Lists of posts, and the number of posts. */
const ofPosts = ['communityPosts', 'community'];

const isAsTyped = (post: CommunityPost, { title, content, tags = [], chapterId = null }: PostBody) =>
  same([post.title, post.content, post.tags, post.chapter?._id ?? null], [title, content, tags, chapterId]);

/** Posts once. The form shows its errors. */
export function useCreatePost(id: string, storageKey: string) {
  const once = useOnce<PostBody>(`${storageKey}/sent`);
  return useMutation({
    mutationFn: async (values: PostBody) => {
      const send = (_id: string) =>
        call('POST /community/{id}/posts', { params: { id }, body: { _id, ...values } });
      const { created, repeated } = await once.create(values, send);
      // An earlier request may have arrived with what was typed before.
      return repeated && !isAsTyped(created.data, values)
        ? updatePost(id, created.data._id, values)
        : created.data;
    },
    meta: { errors: 'inline', touches: ofPosts },
  });
}

const updatePost = async (
  id: string,
  postId: string,
  body: Input<'PUT /community/{id}/posts/{postId}'>['body'],
) => (await call('PUT /community/{id}/posts/{postId}', { params: { id, postId }, body })).data;

/** The form shows its errors. */
export const useUpdatePost = ({ community, _id }: CommunityPost) =>
  useMutation({
    mutationFn: (changes: Partial<PostBody>) => updatePost(community, _id, changes),
    meta: { errors: 'inline', touches: ['communityPosts', 'communityPost'] },
  });

/** Its page is about to be left. */
export const useDeletePost = () =>
  useCall('DELETE /community/{id}/posts/{postId}', {
    success: 'Post deleted.',
    fallback: 'Failed to delete the post.',
    touches: ofPosts,
  });

type PostPages = { pages: { data: CommunityPost[] }[] };

/** Changes a post in every cached response. */
function patchPost(client: QueryClient, id: string, changes: Partial<CommunityPost>): void {
  const patch = (post: CommunityPost) => (post._id === id ? { ...post, ...changes } : post);
  client.setQueriesData<PostPages>(
    { queryKey: [postsKey] },
    (cached) =>
      cached && { ...cached, pages: cached.pages.map((page) => ({ ...page, data: page.data.map(patch) })) },
  );
  client.setQueriesData<{ data: CommunityPost }>(
    { queryKey: ['GET /community/{id}/posts/{postId}'] },
    (cached) => cached && { ...cached, data: patch(cached.data) },
  );
}

/** A post, and what its viewer may do about it. */
const ofPost = ['community', 'communityPosts', 'communityPost', 'comments'];

/** Likes and unlikes a post; the count comes from the server's response. */
export function useLikePost({ _id: postId, community: id, isLiked }: CommunityPost) {
  const client = useQueryClient();
  const meta = { fallback: 'Failed to save your like.', rechecks: ofPost };
  const onSuccess = ({ liked, likes }: CallResponse<'POST /community/{id}/posts/{postId}/like'>) =>
    patchPost(client, postId, { isLiked: liked, likes });
  const like = useCall('POST /community/{id}/posts/{postId}/like', meta, onSuccess);
  const unlike = useCall('DELETE /community/{id}/posts/{postId}/like', meta, onSuccess);
  return useToggle(
    isLiked,
    async (wanted) => (await (wanted ? like : unlike).mutateAsync({ params: { id, postId } })).liked,
  );
}

/** Pins and locks posts, and takes that back. */
export function useModeratePost({ _id: postId, community: id, isPinned, isLocked }: CommunityPost) {
  const meta = {
    fallback: 'Failed to update the post.',
    touches: ['communityPosts', 'communityPost', 'comments'],
    rechecks: ofPost,
  };
  const pin = useCall('PUT /community/{id}/posts/{postId}/pin', meta);
  const unpin = useCall('DELETE /community/{id}/posts/{postId}/pin', meta);
  const lock = useCall('PUT /community/{id}/posts/{postId}/lock', meta);
  const unlock = useCall('DELETE /community/{id}/posts/{postId}/lock', meta);
  const input = { params: { id, postId } };
  return {
    busy: [pin, unpin, lock, unlock].some(({ isPending }) => isPending),
    togglePin: () => (isPinned ? unpin : pin).mutate(input),
    toggleLock: () => (isLocked ? unlock : lock).mutate(input),
  };
}

/** Whether a viewer in this role manages a community. */
export const isModerator = ({ role }: Pick<Community, 'role'>): boolean =>
  role === 'founder' || role === 'moderator';

/** Whether the viewer may ban a person: no one bans the founder or themselves, and only the founder bans moderators. */
export const canBan = (community: CommunityPage, personId: string, viewerId: string | undefined): boolean =>
  isModerator(community) &&
  personId !== viewerId &&
  personId !== community.founder?._id &&
  (community.role === 'founder' ||
    !community.members.some(({ _id, role }) => _id === personId && role === 'moderator'));
