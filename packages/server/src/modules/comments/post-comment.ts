import type { Comment } from '@inkling/contract/comments';
import { commentLimits } from '@inkling/contract/limits';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { fact, handleCommit } from '../../platform/events/emit.ts';
import { mentionedPeople, readComment } from './comment-lists.ts';
import { withinRates } from './comment-rates.ts';
import type { CommentSubject } from './comment-subjects.queries.ts';
import { readStoryOrChapter, readSubject } from './comment-subjects.ts';
import { commentAdded } from './comments.events.ts';
import { requireOpen } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { lockComment } from './comments.queries.ts';
import type { Passage } from './passage-text.ts';
import { hasParagraph } from './passages.queries.ts';
import { findPassage, type SentPassage, textChanged } from './passages.ts';
import * as queries from './post-comment.queries.ts';

export interface CommentInput {
  _id?: string | undefined;
  content: string;
  story?: string | undefined;
  chapter?: string | undefined;
  parent?: string | undefined;
  passage?: SentPassage | undefined;
}

const badInput = (path: string, message: string) =>
  new AppError('BAD_INPUT', message, { fields: [{ path, message }] });

/**
 * Comments on a story, a chapter or a passage, or replies to a comment; a repeated request makes one comment. Throws
 * NOT_FOUND for what the viewer cannot read, BAD_INPUT for a reply to a comment elsewhere, NOT_ALLOWED where comments are
 * closed, TOO_MANY_REQUESTS beyond the rates, QUOTA_REACHED, and TEXT_CHANGED for a passage that is no longer there
 * (docs/product/comments.md#who-comments).
 */
export async function postComment(
  ctx: RequestContext,
  viewer: Viewer,
  input: CommentInput,
): Promise<Comment> {
  const { story = null, chapter = null, parent = null } = input;
  if (story === null && chapter === null && parent === null)
    throw badInput('story', 'Please name a story, a chapter or a comment.');
  const target = { story, chapter, parent };
  let posted: Comment | undefined;
  const id = await createOnce(ctx, input._id, {
    isSame: (id) => queries.isSameComment(ctx.db, id, viewer.id, target),
    create: async () => {
      const passage = await passageOf(ctx, viewer, input);
      posted = await transaction(ctx.db, (tx) => store(ctx, tx, viewer, target, input, passage));
      return posted?._id;
    },
  });
  return posted ?? readComment(ctx, viewer, id);
}

/** The passage that a comment is about, found before anything is locked, since a long text takes a while. */
async function passageOf(ctx: RequestContext, viewer: Viewer, { chapter, parent, passage }: CommentInput) {
  if (passage === undefined) return null;
  if (chapter === undefined || parent !== undefined)
    throw badInput('passage', 'Please name the chapter of the passage, and no comment to reply to.');
  const subject = await readStoryOrChapter(ctx, viewer, { chapter });
  requireOpen(viewer, subject);
  return findPassage(ctx, { id: chapter, story_id: subject.parent_id ?? '' }, passage);
}

/** Checks and stores a comment. Undefined if a concurrent request was faster with its id. */
async function store(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  target: queries.PostTarget,
  { _id, content }: CommentInput,
  passage: Passage | null,
): Promise<Comment | undefined> {
  const now = ctx.clock.now();
  const writer = await queries.lockWriter(tx, viewer.id);
  if (writer === undefined) throw signInRequired();
  const { subject, parentId } = await lockTarget({ ...ctx, db: tx }, viewer, target);
  requireOpen(viewer, subject);
  if (passage !== null && !(await hasParagraph(tx, subject.id, passage.paragraph))) throw textChanged();

  const comment = {
    id: _id,
    parentId,
    userId: viewer.id,
    content,
    paragraph: passage?.paragraph ?? null,
    quote: passage?.quote ?? null,
    now,
  };
  const row = await queries.insertComment(tx, subject, comment);
  if (row === undefined) return undefined;
  requireQuota(
    row.own,
    commentLimits.perPerson,
    (max) => `You can have at most ${max} comments. Delete one to write another.`,
  );
  requireQuota(
    (row.story_comments ?? 1) - 1,
    commentLimits.perStory,
    (max) => `This story has reached its limit of ${max} comments, so no more can be posted.`,
  );
  if (ctx.config.RATE_LIMIT) {
    const about = parentId ?? `${subject.id} ${passage?.paragraph ?? ''}`;
    await queries.saveRecent(tx, viewer.id, withinRates(writer, about, content, now));
  }
  const added = fact(commentAdded, {
    commentId: row.id,
    writerId: viewer.id,
    isReply: parentId !== null,
    subjectId: subject.id,
    rootId: subject.parent_id ?? subject.id,
    commentsCount: row.shown,
    isPublic: subject.is_public,
  });
  handleCommit(ctx, tx, [added]);
  const stored = { ...row, user: writer.author, is_liked: false, first_replies: [], replies: 0 };
  return presentComment(stored, { viewer, subject, people: await mentionedPeople(tx, [stored]) });
}

/** The subject, locked if it is of a kind that can be, and the comment that is replied to. */
async function lockTarget(
  ctx: RequestContext,
  viewer: Viewer,
  target: queries.PostTarget,
): Promise<{ subject: CommentSubject; parentId: string | null }> {
  if (target.parent === null)
    return { subject: await readStoryOrChapter(ctx, viewer, target, { isLocked: true }), parentId: null };
  const parent = await lockComment(ctx.db, target.parent);
  if (parent === undefined) throw notFound('Comment');
  const ref = { kind: parent.subject_kind, id: parent.subject_id };
  const subject = await readSubject(ctx, viewer, ref, { name: 'Comment', isLocked: true });
  const { story = null, chapter = null } = target;
  if (
    (story !== null && story !== (subject.parent_id ?? subject.id)) ||
    (chapter !== null && chapter !== subject.id)
  )
    throw badInput('parent', 'This comment is on another story or chapter. Open it there to reply.');
  if (!parent.is_shown) throw notFound('Comment');
  return { subject, parentId: parent.parent_id ?? parent.id };
}

function requireQuota(before: number, max: number, message: (max: string) => string): void {
  if (before >= max) throw new AppError('QUOTA_REACHED', message(max.toLocaleString('en')));
}
