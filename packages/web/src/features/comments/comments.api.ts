import type { PayloadOf } from '@inkling/contract/all';
import type { Comment, CommentSort, Reply } from '@inkling/contract/comments';
import { type QueryClient, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type CallResponse, call, type Input } from '../../lib/api.ts';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { positionedQuery } from '../../lib/positioned-query.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import {
  addComment,
  addReply,
  type CommentPages,
  type CommentSubject,
  isAbout,
  isSamePlace,
  patchComment,
  patchComments,
  patchReplies,
  placeOf,
  type ReplyPages,
  setClosed,
} from './thread.ts';

const meta = { tags: ['comments'] };
const listKey = 'GET /comments';
const singleKey = 'GET /comments/{id}';
const repliesKey = 'GET /comments/{id}/replies';

/** The comments on a story, without those on its chapters; on a chapter; on a paragraph; or on a post. */
export const commentsQuery = (subject: CommentSubject, sort: CommentSort) =>
  positionedQuery(
    [listKey, subject, sort],
    (after, signal) => call(listKey, { query: { ...queryOf(subject), sort, after } }, { signal }),
    meta,
  );

/** The first comments on a post, as visitors see them. */
export const loadComments = (args: LoaderArgs, post: string): Promise<CallResponse<typeof listKey>> =>
  load(args, listKey, { query: { post } });

/** How many comments there are on a subject, replies included; undefined until its list is loaded. */
export const useCommentsCount = (subject: CommentSubject): number | undefined =>
  // The list fetches itself: a second one that does would ask again when a visitors' view makes way for the member's.
  useInfiniteQuery({ ...commentsQuery(subject, 'newest'), enabled: false }).data?.pages[0]?.commentsCount;

/** What shows how many comments a post has. */
const ofPosts = ['communityPosts', 'communityPost'];

function queryOf(subject: CommentSubject) {
  switch (subject.kind) {
    case 'story':
      return { story: subject.id };
    case 'chapter':
      return { chapter: subject.id, paragraph: subject.paragraph };
    case 'post':
      return { post: subject.id };
  }
}

/** Changes the cached lists of some subjects. */
function updateLists(
  client: QueryClient,
  isChanged: (subject: CommentSubject) => boolean,
  change: (pages: CommentPages) => CommentPages,
): void {
  const predicate = ({ queryKey: [, subject] }: { queryKey: QueryKey }) =>
    isChanged(subject as CommentSubject);
  client.setQueriesData<CommentPages>({ queryKey: [listKey], predicate }, (pages) => pages && change(pages));
}

/** The ids of the newest comments that were posted after a moment of the server, at most a page; none on a failure. */
export async function postedSince(subject: CommentSubject, since: number): Promise<string[]> {
  const { data } = await call(listKey, { query: queryOf(subject) }).catch(() => ({ data: [] }));
  return data.filter(({ createdAt }) => Date.parse(createdAt) > since).map(({ _id }) => _id);
}

/** The replies to a comment, the oldest first. */
export const repliesQuery = (id: string) =>
  positionedQuery(
    [repliesKey, { params: { id } }],
    (after, signal) => call(repliesKey, { params: { id }, query: { after } }, { signal }),
    meta,
  );

/** A comment or reply with its text, even if it is folded in lists. */
export const commentQuery = (id: string) => callQuery(singleKey, { params: { id } }, meta);

/** How many comments these paragraphs of a chapter have; those without any are left out. */
export const paragraphCountsQuery = (chapter: string, paragraphs: readonly number[]) =>
  callQuery(
    'GET /chapters/{id}/paragraph-comments',
    { params: { id: chapter }, query: { paragraphs: paragraphs.join(',') } },
    { tags: ['paragraphComments'] },
  );

/** Changes comments that were fetched alone, such as the one that a link leads to. */
const updateSingle = (client: QueryClient, change: (comment: Comment) => Comment): void =>
  void client.setQueriesData<CallResponse<typeof singleKey>>(
    { queryKey: [singleKey] },
    (single) => single && { ...single, data: change(single.data) },
  );

/** Changes a comment or reply in every cached list. */
function patchCached(client: QueryClient, id: string, changes: Partial<Reply>): void {
  updateLists(
    client,
    () => true,
    (pages) => patchComments(pages, id, changes),
  );
  updateSingle(client, patchComment(id, changes));
  client.setQueriesData<ReplyPages>(
    { queryKey: [repliesKey] },
    (pages) => pages && patchReplies(pages, id, changes),
  );
}

/** Adds a posted comment to the cached lists that it belongs to. */
function addToCached(client: QueryClient, added: Comment): void {
  updateLists(
    client,
    (subject) => added.parent !== null || isAbout(subject, added),
    (pages) => addComment(pages, added),
  );
  updateSingle(client, addReply(added));
}

/** The comments on a story, or on a chapter with its paragraphs, are closed or open now. */
export const setClosedInLists = (client: QueryClient, closing: PayloadOf<'comments:closed'>): void =>
  updateLists(
    client,
    (subject) => {
      const place = placeOf(subject);
      return place !== null && isSamePlace(place, closing);
    },
    (pages) => setClosed(pages, closing.isClosed),
  );

type PostBody = Input<'POST /comments'>['body'];

/** Posts a comment or reply under an id that the caller chose; it appears in the lists at once. */
export function usePostComment() {
  const client = useQueryClient();
  const { mutateAsync } = useCall(
    'POST /comments',
    { errors: 'inline' },
    async ({ data }: CallResponse<'POST /comments'>) => {
      addToCached(client, data);
      // The lists on screen are up to date; what else shows comments is fetched again.
      await markStale(client, ['comments', ...ofPosts], 'none');
      await markStale(client, ['paragraphComments']);
    },
  );
  return async (body: PostBody): Promise<Comment> => (await mutateAsync({ body })).data;
}

export function useEditComment() {
  const client = useQueryClient();
  return useCall(
    'PUT /comments/{id}',
    { errors: 'inline' },
    ({ data: { _id, content, mentions, isEdited, isHeld } }: CallResponse<'PUT /comments/{id}'>) => {
      patchCached(client, _id, { content, mentions, isEdited, isHeld });
      return markStale(client, ['comments'], 'none');
    },
  );
}

/** Deletes one's own comment or, as the story's author or the community's moderator, anyone's. */
export const useDeleteComment = (onSuccess: () => void) =>
  useCall(
    'DELETE /comments/{id}',
    { fallback: 'Failed to delete the comment.', touches: ['comments', 'paragraphComments', ...ofPosts] },
    onSuccess,
  );

/** Likes and unlikes a comment; the count comes from the server's response. */
export function useLikeComment({ _id: id, isLiked }: Pick<Reply, '_id' | 'isLiked'>) {
  const client = useQueryClient();
  const meta = { fallback: 'Failed to save your like.' };
  const onSuccess = ({ liked, likes }: CallResponse<'POST /comments/{id}/like'>) =>
    patchCached(client, id, { isLiked: liked, likes });
  const like = useCall('POST /comments/{id}/like', meta, onSuccess);
  const unlike = useCall('DELETE /comments/{id}/like', meta, onSuccess);
  return useToggle(
    isLiked,
    async (wanted) => (await (wanted ? like : unlike).mutateAsync({ params: { id } })).liked,
  );
}

/** Pins and unpins a comment on one's own story or chapter, or on a post that one moderates. */
export const usePinComment = () => ({
  pin: useCall('PUT /comments/{id}/pin', { fallback: 'Failed to pin the comment.', touches: ['comments'] }),
  unpin: useCall('DELETE /comments/{id}/pin', {
    fallback: 'Failed to unpin the comment.',
    touches: ['comments'],
  }),
});

/** Closes and opens the comments of one's own story, or of a chapter. */
export function useCloseComments({ kind, id }: Exclude<CommentSubject, { kind: 'post' }>) {
  const meta = { fallback: 'Failed to close or open the comments.', touches: ['comments'] } as const;
  const ofStory = useCall('PUT /stories/{id}/comments', meta);
  const ofChapter = useCall('PUT /chapters/{id}/comments', meta);
  const last = kind === 'story' ? ofStory : ofChapter;
  return {
    busy: last.isPending,
    set: (isClosed: boolean) => last.mutate({ params: { id }, body: { isClosed } }),
    /** Whether the last change opened them; the list has been fetched since. */
    wasOpened: last.isSuccess && !last.variables.body.isClosed,
  };
}
