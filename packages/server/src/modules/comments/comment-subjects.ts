import { commentsClosed } from '@inkling/contract/comments';
import { badInput, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, transaction } from '../../platform/db/db.ts';
import { subjectKind } from '../../platform/subjects.ts';
import { commentRoom } from './comments.live.ts';
import { requireOwner, requireSubject } from './comments.policy.ts';
import { type CommentSubject, findKind, findSubject, listClosable, setClosed } from './comments.queries.ts';

/** What reading needs: the database, or a transaction, the modules' subjects, and the time. */
export type Reading = Pick<AppContext, 'db' | 'modules' | 'clock' | 'config'>;

/** A subject as its viewer may read it. Throws NOT_FOUND; `name` is what the error calls it. */
export async function readSubject(
  ctx: Reading,
  viewer: Viewer | null,
  kind: string,
  id: string,
  isLocked = false,
  name = subjectKind(ctx, kind).name,
): Promise<CommentSubject> {
  const subject = requireSubject(await findSubject(ctx, kind, id, viewer?.id ?? null, isLocked), name);
  if (subject.is_hidden) throw notFound(name);
  return subject;
}

/** Throws NOT_FOUND for a comment on another kind of thing. */
export async function requireKind({ db }: Reading, id: string, kind: string): Promise<void> {
  if ((await findKind(db, id)) !== kind) throw notFound('Comment');
}

/** What a request names. */
interface Named {
  story?: string | undefined;
  chapter?: string | null | undefined;
  post?: string | undefined;
}

/** The story, chapter or post that a request names. Throws NOT_FOUND for a chapter of another story. */
export async function readNamed(
  ctx: Reading,
  viewer: Viewer | null,
  { story, chapter, post }: Named,
  isLocked = false,
): Promise<CommentSubject> {
  if (post !== undefined) {
    if (story !== undefined || chapter != null)
      throw badInput('post', 'Please name a post, or a story or chapter.');
    return readSubject(ctx, viewer, 'post', post, isLocked);
  }
  if (chapter == null) {
    if (story === undefined) throw badInput('story', 'Please name a story, a chapter or a post.');
    return readSubject(ctx, viewer, 'story', story, isLocked);
  }
  const subject = await readSubject(ctx, viewer, 'chapter', chapter, isLocked);
  if (story !== undefined && subject.parent_id !== story) throw notFound('Chapter');
  return subject;
}

/**
 * Closes or opens the comments of one's chapter, published or not, or of one's story and all its chapters, and notifies
 * the pages that show them. Chapters of a closed story stay closed.
 */
export const closeComments = (
  ctx: RequestContext,
  viewer: Viewer,
  kind: 'story' | 'chapter',
  id: string,
  isClosed: boolean,
): Promise<{ isClosed: boolean }> =>
  transaction(ctx.db, async (tx) => {
    const found = await findSubject({ ...ctx, db: tx }, kind, id, viewer.id);
    const { parent_id } = requireOwner(viewer, found, subjectKind(ctx, kind).name);
    await setClosed(tx, id, isClosed);
    const changed = await listClosable(tx, parent_id ?? id, parent_id === null ? null : id);
    afterCommit(tx, () => {
      for (const place of changed) ctx.live.publish(commentRoom(place), commentsClosed, place);
    });
    return { isClosed };
  });
