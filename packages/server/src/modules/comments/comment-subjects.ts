import { commentsClosed } from '@inkling/contract/comments';
import { badInput, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, transaction } from '../../platform/db/db.ts';
import { subjectKind } from '../../platform/subjects.ts';
import { commentRoom } from './comments.live.ts';
import { requireOwner, requireSubject } from './comments.policy.ts';
import { type CommentSubject, findSubject, listClosable, setClosed } from './comments.queries.ts';

/** What reading needs: the database, or a transaction, and the modules' subjects. */
export type Reading = Pick<AppContext, 'db' | 'modules'>;

/** A subject as its viewer may read it. Throws NOT_FOUND; `name` is what the error calls it. */
export async function readSubject(
  ctx: Reading,
  viewer: Viewer | null,
  kind: string,
  id: string,
  isLocked = false,
  name = subjectKind(ctx, kind).name,
): Promise<CommentSubject> {
  return requireSubject(await findSubject(ctx, kind, id, viewer?.id ?? null, isLocked), name);
}

/** The story or chapter that a request names. Throws NOT_FOUND for a chapter of another story. */
export async function readStoryOrChapter(
  ctx: Reading,
  viewer: Viewer | null,
  { story, chapter }: { story?: string | undefined; chapter?: string | null | undefined },
  isLocked = false,
): Promise<CommentSubject> {
  if (chapter == null) {
    if (story === undefined) throw badInput('story', 'Please name a story or a chapter.');
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
