import type { ParsedInput } from '@inkling/contract/call';
import {
  type CommunityPost,
  type commentOnPost,
  type createPost as createCall,
  type listFeed as feedCall,
  type listPosts as listCall,
  type listPostComments,
  postSort,
  type updatePost as updateCall,
} from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import { z } from 'zod';
import { badInput, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit, fact, handleCommit } from '../../platform/events/emit.ts';
import { decodePosition, paginateByPosition } from '../../platform/list-position.ts';
import { screening } from '../../platform/screening.ts';
import * as comments from '../comments/index.ts';
import { findBlock, requireUnblocked } from '../users/index.ts';
import { postAdded, postPinned, postRemoved } from './communities.events.ts';
import {
  requireInside,
  requireMember,
  requireModerator,
  requireNotBanned,
  requirePost,
  requireRemovable,
  requireWriter,
} from './communities.policy.ts';
import { presentPosts } from './communities.present.ts';
import { type CommunityRow, lockCommunity } from './communities.queries.ts';
import { lockState, lockViewer, quotaReached, readState } from './communities.service.ts';
import * as queries from './posts.queries.ts';
import { isPostIn } from './posts.queries.ts';

type Someone = Viewer | null;

/** Where a post is. */
export interface PostPlace {
  id: string;
  postId: string;
}

const position = z.tuple([postSort, z.boolean(), z.int(), z.iso.datetime(), z.uuid()]);

/** Reads where a page of a list in this order begins. Throws BAD_INPUT for a position in another list. */
function startOf({ sort, after }: ParsedInput<typeof listCall>['query']): queries.PostPosition | undefined {
  if (after === undefined) return undefined;
  return decodePosition(
    after,
    position.refine(([of]) => of === sort),
  );
}

/** A page of a community's posts. Throws NOT_FOUND, and NOT_ALLOWED for outsiders of a private one. */
export async function listPosts(
  ctx: RequestContext,
  viewer: Someone,
  id: string,
  query: ParsedInput<typeof listCall>['query'],
) {
  const state = await readState(ctx, viewer, id);
  requireInside(state, 'posts');
  const { excerpt } = communityLimits;
  const rows = await queries.listPosts(ctx.db, id, viewer?.id ?? null, { ...query, excerpt }, startOf(query));
  const total = await queries.countFound(ctx.db, id, viewer?.id ?? null, query);
  const isFirst = query.page === 1 && query.after === undefined && total === undefined;
  const held = viewer !== null && isFirst ? await queries.listHeld(ctx.db, id, viewer.id) : [];
  return {
    data: await presentPosts(ctx, viewer, rows, { isList: true }),
    held: await presentPosts(ctx, viewer, held, { isList: true }),
    pagination: paginateByPosition(query, rows, total ?? state.posts, queries.positionOf(query.sort)),
  };
}

const feedPosition = z.tuple([z.iso.datetime(), z.uuid()]);

/** A page of the posts of the viewer's communities, the newest first. */
export async function listFeed(
  ctx: RequestContext,
  viewer: Viewer,
  query: ParsedInput<typeof feedCall>['query'],
) {
  const { excerpt } = communityLimits;
  const after = query.after === undefined ? undefined : decodePosition(query.after, feedPosition);
  const { rows, total } = await queries.listFeed(ctx.db, viewer.id, { ...query, excerpt }, after);
  const names = new Map(rows.map(({ id, community_name }) => [id, community_name]));
  const posts = await presentPosts(ctx, viewer, rows, { isList: true });
  return {
    data: posts.map((post) => ({ ...post, communityName: names.get(post._id) ?? '' })),
    pagination: paginateByPosition(query, rows, total, ({ created_at, id }) => [
      created_at.toISOString(),
      id,
    ]),
  };
}

/** A post. Throws NOT_FOUND for one that the viewer cannot read. */
export async function getPost(
  ctx: Pick<RequestContext, 'db'>,
  viewer: Someone,
  { id, postId }: PostPlace,
  anyway = false,
): Promise<CommunityPost> {
  const row = requirePost(await queries.findPost(ctx.db, id, postId, viewer?.id ?? null));
  const [post] = await presentPosts(ctx, viewer, [row], { anyway });
  return post as CommunityPost;
}

async function requireChapter(tx: Db, chapterId: string | null | undefined, { story_id }: CommunityRow) {
  if (chapterId != null && !(await queries.isChapterOf(tx, chapterId, story_id)))
    throw badInput('chapterId', 'Please choose a published chapter of this community’s story.');
}

/** Throws QUOTA_REACHED for a community with as many pinned posts as it can have. */
async function requirePin(tx: Db, communityId: string): Promise<void> {
  const { pinned } = communityLimits;
  if ((await queries.countPinned(tx, communityId)) >= pinned)
    throw quotaReached(`At most ${pinned} posts can be pinned. Unpin one to pin another.`);
}

const textOf = (title: string, content: string): string => `${title}\n${content}`;

/** Posts to a community, once for an id that the client chose. Throws NOT_ALLOWED for others than members, and QUOTA_REACHED. */
export async function createPost(
  ctx: RequestContext,
  viewer: Viewer,
  communityId: string,
  { _id, title, content, tags, chapterId, isPinned }: z.output<(typeof createCall)['body']>,
): Promise<CommunityPost> {
  const now = ctx.clock.now();
  const postId = await transaction(ctx.db, async (tx) => {
    await lockViewer(tx, viewer);
    const state = await lockState(ctx, tx, viewer, communityId);
    requireMember(viewer, state);
    return createOnce(ctx, _id, {
      isSame: (chosen) => queries.isPostOf(tx, chosen, communityId, viewer.id),
      create: async () => {
        await requireChapter(tx, chapterId, state);
        if (isPinned) {
          requireModerator(viewer, state);
          await requirePin(tx, communityId);
        }
        const { postsPerDay } = communityLimits;
        const since = new Date(now.getTime() - day);
        const { posts, nextId } = await queries.countPostsSince(tx, viewer.id, since);
        if (posts >= postsPerDay)
          throw quotaReached(
            `You can write at most ${postsPerDay} posts in 24 hours. Please try again later.`,
          );
        const postId = _id ?? nextId;
        const text = { kind: 'post', id: postId, text: textOf(title, content), isNew: true } as const;
        const hold = await screening(ctx).screen(ctx, tx, viewer, text);
        const post = {
          id: postId,
          communityId,
          userId: viewer.id,
          title,
          content,
          tags,
          chapterId,
          isPinned,
          now,
        };
        const isPublic = !state.is_private;
        const added = fact(postAdded, { postId, communityId, writerId: viewer.id, isPublic });
        const created = await queries.insertPost(tx, post, hold === null ? added : null);
        if (created !== undefined && hold === null) handleCommit(ctx, tx, [added]);
        else if (created !== undefined) await hold?.();
        return created;
      },
    });
  });
  return getPost(ctx, viewer, { id: communityId, postId });
}

/** Locks a community, and reads it and one of its posts. Throws NOT_FOUND for one that the viewer cannot read. */
async function lockPost(ctx: RequestContext, tx: Db, viewer: Viewer, { id, postId }: PostPlace) {
  const state = await lockState(ctx, tx, viewer, id);
  return { state, post: requirePost(await queries.findPost(tx, id, postId, viewer.id)) };
}

/** Changes the given fields of one's post; saving the same changes nothing. Throws NOT_ALLOWED, also for a locked one. */
export async function updatePost(
  ctx: RequestContext,
  viewer: Viewer,
  place: PostPlace,
  { title, content, tags, chapterId }: z.output<(typeof updateCall)['body']>,
): Promise<CommunityPost> {
  await transaction(ctx.db, async (tx) => {
    const { state, post } = await lockPost(ctx, tx, viewer, place);
    requireWriter(viewer, state, post);
    const isChanged =
      (title ?? post.title) !== post.title ||
      (content ?? post.content) !== post.content ||
      (tags ?? post.tags).join() !== post.tags.join() ||
      (chapterId !== undefined && chapterId !== post.chapter_id);
    if (!isChanged) return;
    // One that is no longer available stays, if it is not changed.
    if (chapterId !== post.chapter_id) await requireChapter(tx, chapterId, state);
    const changes = { title, content, tags, chapter_id: chapterId, edited_at: ctx.clock.now() };
    const text = textOf(title ?? post.title, content ?? post.content);
    const written = { kind: 'post', id: place.postId, text, isNew: false } as const;
    const isWritten = text !== textOf(post.title, post.content);
    const hold = isWritten ? await screening(ctx).screen(ctx, tx, viewer, written) : null;
    await queries.updatePost(tx, place.postId, changes);
    await hold?.();
  });
  return getPost(ctx, viewer, place);
}

/**
 * Deletes one's post, also where one no longer reads and in a deleted community, or one that one moderates; its comments go
 * with it.
 */
export const deletePost = (ctx: RequestContext, viewer: Viewer, place: PostPlace): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockCommunity(tx, place.id);
    const isOwn = (await queries.isPostOf(tx, place.postId, place.id, viewer.id)) === true;
    const found = isOwn ? null : await lockPost(ctx, tx, viewer, place);
    requireRemovable(viewer, found);
    if (isOwn) await screening(ctx).drop(ctx, tx, 'post', place.postId);
    await queries.removePost(tx, place.id, place.postId, ctx.clock.now());
    if (found !== null)
      await emit(ctx, tx, postRemoved, {
        postId: place.postId,
        communityId: place.id,
        writerId: found.post.user_id,
      });
  });

/** Likes or unlikes a post; idempotent. Liking throws BANNED, and NOT_ALLOWED with a block between the two. */
export async function changeLike(
  ctx: RequestContext,
  viewer: Viewer,
  { id, postId }: PostPlace,
  action: 'add' | 'remove',
): Promise<{ liked: boolean; likes: number }> {
  const isLike = action === 'add';
  const post = requirePost(await queries.findPost(ctx.db, id, postId, viewer.id, !isLike));
  if (isLike) {
    requireNotBanned(await readState(ctx, viewer, id));
    requireUnblocked(await findBlock(ctx.db, viewer.id, post.user_id), 'like this post');
  }
  return queries.postLikes[action](ctx, viewer, postId);
}

/** Pins, unpins, locks or unlocks a post as founder or moderator; idempotent. Throws QUOTA_REACHED for too many pins. */
export async function moderate(
  ctx: RequestContext,
  viewer: Viewer,
  place: PostPlace,
  changes: { is_pinned: boolean } | { is_locked: boolean },
): Promise<CommunityPost> {
  await transaction(ctx.db, async (tx) => {
    const { state, post } = await lockPost(ctx, tx, viewer, place);
    requireModerator(viewer, state);
    if (post.is_held) throw notFound('Post');
    const isPin = 'is_pinned' in changes && changes.is_pinned && !post.is_pinned;
    if (isPin) await requirePin(tx, place.id);
    await queries.updatePost(tx, place.postId, changes);
    const { id: communityId, postId } = place;
    if (isPin) await emit(ctx, tx, postPinned, { postId, communityId, writerId: post.user_id });
  });
  return getPost(ctx, viewer, place);
}

// The specified calls for comments on posts: each is a call of the comments, for posts alone.

/** Throws NOT_FOUND for a post of another community; whether the viewer may read it is for the comments to say. */
async function requirePlace({ db }: RequestContext, { id, postId }: PostPlace): Promise<void> {
  requirePost((await isPostIn(db, id, postId)) || undefined);
}

export async function listComments(
  ctx: RequestContext,
  viewer: Viewer | null,
  place: PostPlace,
  query: ParsedInput<typeof listPostComments>['query'],
) {
  await requirePlace(ctx, place);
  return comments.readComments(ctx, viewer, { ...query, post: place.postId });
}

export async function comment(
  ctx: RequestContext,
  viewer: Viewer,
  place: PostPlace,
  body: ParsedInput<typeof commentOnPost>['body'],
) {
  await requirePlace(ctx, place);
  return comments.postComment(ctx, viewer, { ...body, post: place.postId });
}

export async function editComment(ctx: RequestContext, viewer: Viewer, id: string, content: string) {
  await comments.requireKind(ctx, id, 'post');
  return comments.editComment(ctx, viewer, id, content);
}

export async function deleteComment(ctx: RequestContext, viewer: Viewer, id: string): Promise<void> {
  await comments.requireKind(ctx, id, 'post');
  return comments.deleteComment(ctx, viewer, id);
}

export async function likeComment(ctx: RequestContext, viewer: Viewer, id: string, action: 'add' | 'remove') {
  await comments.requireKind(ctx, id, 'post');
  return comments.changeLike(ctx, viewer, id, action);
}
