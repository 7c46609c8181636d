import { hash } from 'node:crypto';
import type { Comment } from '@inkling/contract/comments';
import { commentLimits } from '@inkling/contract/limits';
import { signInRequired } from '../../platform/access.ts';
import { AppError, badInput, notFound } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { fact, handleCommit } from '../../platform/events/emit.ts';
import { screening } from '../../platform/screening.ts';
import { sameText } from '../../platform/texts.ts';
import { readComment } from './comment-lists.ts';
import { readNamed } from './comment-subjects.ts';
import { commentAdded } from './comments.events.ts';
import { requireOpen } from './comments.policy.ts';
import { presentComments } from './comments.present.ts';
import type { CommentSubject } from './comments.queries.ts';
import { lockReadable } from './comments.service.ts';
import { isCurrent } from './passages.queries.ts';
import { findPassage, type Passage, textChanged } from './passages.ts';
import type { RecentComments } from './post-comment.queries.ts';
import * as queries from './post-comment.queries.ts';

/** `message` says what to do after the wait that it is given, such as '24 seconds'. */
const tooSoon = (at: Date, now: Date, message: (wait: string) => string): AppError => {
  const seconds = Math.max(1, Math.ceil((at.getTime() + minute - now.getTime()) / 1000));
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return new AppError('TOO_MANY_REQUESTS', message(wait), { retryAfterSeconds: seconds });
};

/**
 * Adds a comment at `now` to a person's recent ones. `about` identifies what the comment is on.
 *
 * @throws AppError TOO_MANY_REQUESTS after ten comments within a minute, or the same text on the same thing
 */
function withinRates(recent: RecentComments, about: string, text: string, now: Date): RecentComments {
  const digest = hash('sha256', `${about}\n${sameText(text)}`, 'buffer').subarray(0, 16);
  // A time after `now` was written by a clock that ran ahead.
  const counts = recent.at.map((at) => Math.abs(now.getTime() - at.getTime()) < minute);
  const at = recent.at.filter((_, index) => counts[index]);
  const texts = recent.texts.filter((_, index) => counts[index]);
  const same = at[texts.findLastIndex((one) => one.equals(digest))];
  if (same !== undefined)
    throw tooSoon(same, now, (wait) => `You just posted this. Please wait ${wait} before posting it again.`);
  const tenth = at.at(-commentLimits.perMinute);
  if (tenth !== undefined)
    throw tooSoon(tenth, now, (wait) => `Please wait ${wait} before commenting again.`);
  return { at: [...at, now], texts: [...texts, digest] };
}

/**
 * Comments on a story, a chapter, a passage or a post, or replies to a comment; a repeated request makes one comment. Throws
 * NOT_FOUND for what the viewer cannot read, BAD_INPUT for a reply to a comment elsewhere, NOT_ALLOWED where comments are
 * closed, BANNED, TOO_MANY_REQUESTS beyond the rates, QUOTA_REACHED, and TEXT_CHANGED for a passage that is no longer there
 * (docs/product/comments.md#who-comments).
 */
export async function postComment(ctx: RequestContext, viewer: Viewer, input: queries.CommentInput) {
  if ((input.story ?? input.chapter ?? input.post ?? input.parent) === undefined)
    throw badInput('story', 'Please name a story, a chapter, a post or a comment.');
  let posted: Comment | undefined;
  const id = await createOnce(ctx, input._id, {
    isSame: (id) => queries.isSameComment(ctx.db, id, viewer.id, input),
    create: async () => {
      const passage = await passageOf(ctx, viewer, input);
      posted = await transaction(ctx.db, (tx) => store(ctx, tx, viewer, input, passage));
      return posted?._id;
    },
  });
  return posted === undefined ? readComment(ctx, viewer, id) : { data: posted };
}

/** The passage that a comment is about, found before anything is locked, since a long text takes a while. */
async function passageOf(
  ctx: RequestContext,
  viewer: Viewer,
  { chapter, parent, passage }: queries.CommentInput,
) {
  if (passage === undefined) return null;
  if (chapter === undefined || parent !== undefined)
    throw badInput('passage', 'Please name the chapter of the passage, and no comment to reply to.');
  const subject = await readNamed(ctx, viewer, { chapter });
  requireOpen(subject);
  return findPassage(ctx, chapter, subject.parent_id ?? '', passage);
}

/** Checks and stores a comment. Undefined if a concurrent request was faster with its id. */
async function store(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  input: queries.CommentInput,
  passage: Passage | null,
): Promise<Comment | undefined> {
  const { content } = input;
  const now = ctx.clock.now();
  const writer = await queries.lockWriter(tx, viewer.id);
  if (writer === undefined) throw signInRequired();
  const id = input._id ?? writer.nextId;
  const { subject, parentId } = await lockTarget(ctx, tx, viewer, input);
  requireOpen(subject);
  if (passage !== null && !(await isCurrent(tx, subject.id, passage.version))) throw textChanged();

  const hold = await screening(ctx).screen(ctx, tx, viewer, {
    kind: 'comment',
    id,
    text: content,
    isNew: true,
  });
  const isHeld = hold !== null;
  const comment = { id, parentId, userId: viewer.id, content, passage, isHeld, now };
  const inserted = await queries.insertComment(tx, subject, comment);
  if (inserted === undefined) return undefined;
  const { own, story_comments, event, hidden_to, ...row } = inserted;
  requireQuota(
    own,
    commentLimits.perPerson,
    (max) => `You can have at most ${max} comments. Delete one to write another.`,
  );
  requireQuota(
    (story_comments ?? 1) - 1,
    commentLimits.perStory,
    (max) => `This story has reached its limit of ${max} comments, so no more can be posted.`,
  );
  if (ctx.config.RATE_LIMIT) {
    const about = parentId ?? `${subject.id} ${passage?.paragraph ?? ''}`;
    await queries.saveRecent(tx, viewer.id, withinRates(writer, about, content, now));
  }
  await hold?.();
  if (event !== null)
    handleCommit({ ...ctx, live: ctx.live.exceptPeople(hidden_to) }, tx, [fact(commentAdded, event)]);
  const stored = { ...row, isHeld, replies: 0, firstReplies: [] };
  const [posted] = await presentComments(tx, { viewer, subject }, [stored]);
  return posted;
}

/** The subject, locked if it is of a kind that can be, and the comment that is replied to. */
async function lockTarget(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  { story, chapter, post, parent }: queries.CommentInput,
): Promise<{ subject: CommentSubject; parentId: string | null }> {
  if (parent === undefined) {
    const subject = await readNamed({ ...ctx, db: tx }, viewer, { story, chapter, post }, true);
    return { subject, parentId: null };
  }
  const { row, subject } = await lockReadable(ctx, tx, viewer, parent, true);
  if (row.is_hidden) throw notFound('Comment');
  if (
    (story !== undefined && story !== (subject.parent_id ?? subject.id)) ||
    (chapter !== undefined && chapter !== subject.id) ||
    (post !== undefined && post !== subject.id)
  )
    throw badInput('parent', 'This comment is elsewhere. Open it there to reply.');
  return { subject, parentId: row.parent_id ?? row.id };
}

function requireQuota(before: number, max: number, message: (max: string) => string): void {
  if (before >= max) throw new AppError('QUOTA_REACHED', message(max.toLocaleString('en')));
}
