import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, transaction } from '../../platform/db/db.ts';
import { subjectKind } from '../../platform/subjects.ts';
import {
  type CommentSubject,
  findSubject,
  listClosable,
  type SubjectRef,
  setClosed,
} from './comment-subjects.queries.ts';
import { publishClosing } from './comments.live.ts';
import { requireOwner, requireSubject } from './comments.policy.ts';

/** What reading needs: the database, or a transaction, and the modules' subjects. */
export type Reading = Pick<AppContext, 'db' | 'modules'>;

/** A subject as its viewer may read it. Throws NOT_FOUND; `name` is what the error calls it. */
export const readSubject = async (
  ctx: Reading,
  viewer: Viewer | null,
  ref: SubjectRef,
  { name = subjectKind(ctx, ref.kind).name, isLocked = false } = {},
): Promise<CommentSubject> =>
  requireSubject(await findSubject(ctx, ctx.db, ref, viewer?.id ?? null, isLocked), name);

const badInput = (path: string, message: string) =>
  new AppError('BAD_INPUT', message, { fields: [{ path, message }] });

/** The story or chapter that a request names. Throws NOT_FOUND for a chapter of another story. */
export async function readStoryOrChapter(
  ctx: Reading,
  viewer: Viewer | null,
  { story, chapter }: { story?: string | null | undefined; chapter?: string | null | undefined },
  options?: { isLocked: boolean },
): Promise<CommentSubject> {
  if (chapter == null) {
    if (story == null) throw badInput('story', 'Please name a story or a chapter.');
    return readSubject(ctx, viewer, { kind: 'story', id: story }, options);
  }
  const subject = await readSubject(ctx, viewer, { kind: 'chapter', id: chapter }, options);
  if (story != null && subject.parent_id !== story) throw notFound('Chapter');
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
    const found = await findSubject(ctx, tx, { kind, id }, viewer.id);
    const { parent_id } = requireOwner(viewer, found, subjectKind(ctx, kind).name);
    await setClosed(tx, id, isClosed);
    const storyId = parent_id ?? id;
    const changed = await listClosable(tx, storyId, parent_id === null ? null : id);
    afterCommit(tx, () => publishClosing(ctx.live, storyId, changed));
    return { isClosed };
  });
