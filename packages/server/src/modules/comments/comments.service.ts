import type { Comment } from '@inkling/contract/comments';
import { commentLimits } from '@inkling/contract/limits';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import { lockPersonAndStory } from '../stories/index.ts';
import type { CommentRow } from './comment-lists.queries.ts';
import { findReadable, readComment, readPlace } from './comment-lists.ts';
import { withinRates } from './comment-rates.ts';
import { publishChange } from './comments.live.ts';
import { requireDeletable, requireOpen, requireReadablePlace, requireWriter } from './comments.policy.ts';
import * as queries from './comments.queries.ts';
import { findPassage, isInText, type SentPassage, textChanged } from './passages.ts';
import { findPlaces, type PlaceState, storyIdOf, type Target } from './places.queries.ts';

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

/** Locks the viewer's account and the story. Throws NOT_FOUND if there is no such thing. */
export async function lockForChange(
  tx: Db,
  viewer: Viewer,
  target: Target,
  name: 'Story' | 'Chapter' | 'Comment',
): Promise<void> {
  const locked = await lockPersonAndStory(tx, viewer.id, storyIdOf(target));
  if (locked === 'inactive') throw signInRequired();
  if (locked === 'missing') throw notFound(name);
}

/** A comment that the viewer can read, after its story was locked until the transaction ends. */
export async function lockComment(
  tx: Db,
  viewer: Viewer,
  id: string,
): Promise<{ row: CommentRow; place: PlaceState }> {
  await lockForChange(tx, viewer, { comment: id }, 'Comment');
  return findReadable(tx, viewer, id);
}

/** Where a new comment belongs: its place and, for a reply, the comment that it replies to. */
async function targetPlace(
  tx: Db,
  viewer: Viewer,
  { story, chapter, parent }: CommentInput,
): Promise<{ place: PlaceState; parentId: string | null }> {
  if (parent !== undefined) {
    const { row, place } = await lockComment(tx, viewer, parent);
    if (!row.is_shown) throw notFound('Comment');
    return { place, parentId: row.parent_id ?? row.id };
  }
  const name = chapter === undefined ? 'Story' : 'Chapter';
  const target = chapter === undefined ? { story: story ?? '' } : { chapter };
  await lockForChange(tx, viewer, target, name);
  const lookup = { storyId: story ?? null, chapterId: chapter ?? null, viewerId: viewer.id };
  const [found] = await findPlaces(tx, [lookup]);
  return { place: requireReadablePlace(viewer, found, name), parentId: null };
}

function requireRoom({ comments }: queries.Commenter, { story_comments }: PlaceState): void {
  const { perPerson, perStory } = commentLimits;
  const refuse = (message: string) => new AppError('QUOTA_REACHED', message);
  if (comments >= perPerson)
    throw refuse(
      `You can have at most ${perPerson.toLocaleString('en')} comments. Delete one to write another.`,
    );
  if (story_comments >= perStory)
    throw refuse(`This story has ${perStory.toLocaleString('en')} comments, which is the most there can be.`);
}

/** The passage that a comment is about, found before anything is locked, since a long text takes a while. */
async function passageOf(ctx: RequestContext, viewer: Viewer, { chapter, parent, passage }: CommentInput) {
  if (passage === undefined) return null;
  if (chapter === undefined || parent !== undefined)
    throw badInput('passage', 'Please name the chapter of the passage, and nothing else.');
  const place = await readPlace(ctx.db, viewer, { storyId: null, chapterId: chapter });
  requireOpen(viewer, place);
  return findPassage(ctx, { id: chapter, story_id: place.story_id }, passage);
}

/**
 * Comments on a story, a chapter or a passage, or replies to a comment; a repeated request makes one comment. Throws
 * NOT_FOUND for what the viewer cannot read, NOT_ALLOWED where comments are closed, TOO_MANY_REQUESTS beyond the rates,
 * QUOTA_REACHED, and TEXT_CHANGED for a passage that is no longer there (docs/product/comments.md#who-comments).
 */
export async function postComment(
  ctx: RequestContext,
  viewer: Viewer,
  input: CommentInput,
): Promise<Comment> {
  const { story, chapter, parent, content } = input;
  if (story === undefined && chapter === undefined && parent === undefined)
    throw badInput('story', 'Please name a story, a chapter or a comment.');
  const isSame = (db: Db) => (id: string) =>
    queries.isSameComment(db, id, {
      userId: viewer.id,
      placeId: chapter ?? story ?? null,
      parentId: parent ?? null,
    });
  const id = await createOnce(ctx, input._id, {
    isSame: isSame(ctx.db),
    create: async () => {
      const passage = await passageOf(ctx, viewer, input);
      return transaction(ctx.db, async (tx) => {
        const { place, parentId } = await targetPlace(tx, viewer, input);
        // A concurrent request may have been faster; its comment must not count as another one.
        if (input._id !== undefined && (await isSame(tx)(input._id)) !== undefined) return undefined;
        requireOpen(viewer, place);
        if (passage !== null && chapter !== undefined && !(await isInText(tx, chapter, passage.paragraph)))
          throw textChanged();
        const now = ctx.clock.now();
        const commenter = await queries.lockCommenter(tx, viewer.id);
        requireRoom(commenter, place);
        const about = parentId ?? `${place.chapter_id ?? place.story_id} ${passage?.paragraph ?? ''}`;
        const recent = ctx.config.RATE_LIMIT ? withinRates(commenter, about, content, now) : commenter;
        const comment: queries.NewComment = {
          id: input._id,
          storyId: place.story_id,
          chapterId: place.chapter_id,
          parentId,
          userId: viewer.id,
          content,
          paragraph: passage?.paragraph ?? null,
          quote: passage?.quote ?? null,
          now,
        };
        const added = await queries.insertComment(tx, comment, recent);
        if (added !== undefined)
          afterCommit(tx, () => publishChange(ctx.live, place, place.shown + 1, added));
        return added;
      });
    },
  });
  return readComment(ctx.db, viewer, id);
}

/** Changes the text of one's comment. Throws NOT_ALLOWED for another person's, and where comments are closed. */
export async function editComment(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  content: string,
): Promise<Comment> {
  await transaction(ctx.db, async (tx) => {
    const { row, place } = await lockComment(tx, viewer, id);
    requireWriter(viewer, row);
    requireOpen(viewer, place);
    if (content === row.content) return;
    await queries.updateContent(tx, id, content, ctx.clock.now());
    afterCommit(tx, () => publishChange(ctx.live, place, place.shown));
  });
  return readComment(ctx.db, viewer, id);
}

/** Deletes one's comment, or one on one's story (docs/product/comments.md#deleting). */
export const deleteComment = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const { row, place } = await lockComment(tx, viewer, id);
    requireDeletable(viewer, place, row);
    await queries.deleteComment(tx, id, row.parent_id, ctx.clock.now());
    afterCommit(tx, () => publishChange(ctx.live, place, place.shown - 1));
  });
