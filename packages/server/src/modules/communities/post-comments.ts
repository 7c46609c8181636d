import type { ParsedInput } from '@inkling/contract/call';
import type { commentOnPost, listPostComments } from '@inkling/contract/communities';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import * as comments from '../comments/index.ts';
import { requirePost } from './communities.policy.ts';
import { isPostIn } from './posts.queries.ts';
import type { PostPlace } from './posts.service.ts';

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
