import { commentLimits } from '@inkling/contract/limits';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import type { AuthorRow } from '../users/index.ts';
import type { CommentRow } from './comment-lists.queries.ts';
import { withinRates } from './comment-rates.ts';
import { publishChange } from './comments.live.ts';
import { requireOpen, requireReadablePlace } from './comments.policy.ts';
import type { Passage } from './passage-text.ts';
import { textChanged } from './passages.ts';
import { findPlaces, type PlaceLookup, type PlaceState } from './places.queries.ts';
import * as queries from './posting.queries.ts';

/** A comment that a person wants to post. */
export interface Posting {
  ctx: RequestContext;
  viewer: Viewer;
  target: queries.PostTarget;
  /** The id that the client chose. */
  id: string | undefined;
  content: string;
  passage: Passage | null;
}

/** A comment that was posted, and its place as it was before. */
export interface Posted {
  row: CommentRow;
  place: PlaceState;
}

/** A comment to post that only quotas and rates can still refuse. */
interface Checked {
  posting: Posting;
  place: PlaceState;
  parentId: string | null;
  user: AuthorRow;
}

interface Accepted extends Checked {
  comment: queries.NewComment;
}

function requireQuota(comments: number, storyComments: number): void {
  const { perPerson, perStory } = commentLimits;
  const refuse = (message: string) => new AppError('QUOTA_REACHED', message);
  if (comments >= perPerson)
    throw refuse(
      `You can have at most ${perPerson.toLocaleString('en')} comments. Delete one to write another.`,
    );
  if (storyComments >= perStory)
    throw refuse(
      `This story has reached its limit of ${perStory.toLocaleString('en')} comments, so no more can be posted.`,
    );
}

const lookupOf = ({ target, id, passage }: Posting): queries.PostLookup => ({
  ...target,
  id,
  paragraph: passage?.paragraph ?? null,
});

/** Throws BAD_INPUT if the story or chapter that a reply names is not that of its comment. */
function requireSamePlace({ storyId, chapterId }: queries.PostTarget, parent: queries.ParentState): void {
  const isStory = storyId === null || storyId === parent.story_id;
  if (isStory && (chapterId === null || chapterId === parent.chapter_id)) return;
  const message = 'This comment is on another story or chapter. Open it there to reply.';
  throw new AppError('BAD_INPUT', message, { fields: [{ path: 'parent', message }] });
}

/** Where a comment is posted: for a reply where its comment is, which is nowhere for an unknown one. */
const placeOf = (target: queries.PostTarget, parent: queries.ParentState | null): PlaceLookup => ({
  storyId: target.parentId === null ? target.storyId : (parent?.story_id ?? null),
  chapterId: target.parentId === null ? target.chapterId : (parent?.chapter_id ?? null),
  viewerId: target.userId,
});

/** Checks everything except quotas and rates. Undefined if a concurrent request has posted it already: it must not count twice. */
function check(
  posting: Posting,
  state: queries.TargetState | undefined,
  place: PlaceState | undefined,
): Checked | undefined {
  const { viewer, target, passage } = posting;
  if (state === undefined || state.user === null) throw signInRequired();
  const { user, parent } = state;
  const name = target.parentId !== null ? 'Comment' : target.chapterId === null ? 'Story' : 'Chapter';
  const found = requireReadablePlace(viewer, place, name);
  if (parent !== null) requireSamePlace(target, parent);
  if (parent?.is_shown === false) throw notFound('Comment');
  if (state.is_posted) return undefined;
  requireOpen(viewer, found);
  if (passage !== null && !state.has_paragraph) throw textChanged();
  return { posting, place: found, parentId: parent && (parent.parent_id ?? parent.id), user };
}

/** Checks quotas and rates; `added` comments on the story were accepted earlier in this batch. */
function accept(
  checked: Checked,
  commenter: queries.Commenter = { user_id: checked.user.id, comments: 0, at: [], texts: [] },
  added = 0,
): Accepted {
  const { posting, place, parentId } = checked;
  const { ctx, id, content, passage } = posting;
  requireQuota(commenter.comments, place.story_comments + added);
  const now = ctx.clock.now();
  const about = parentId ?? `${place.chapter_id ?? place.story_id} ${passage?.paragraph ?? ''}`;
  const comment = {
    id,
    storyId: place.story_id,
    chapterId: place.chapter_id,
    parentId,
    userId: posting.viewer.id,
    content,
    paragraph: passage?.paragraph ?? null,
    quote: passage?.quote ?? null,
    now,
    recent: ctx.config.RATE_LIMIT ? withinRates(commenter, about, content, now) : commenter,
  };
  return { ...checked, comment };
}

/** A new comment as it is stored. */
const rowOf = (id: string, { comment, user }: Accepted): CommentRow => ({
  id,
  story_id: comment.storyId,
  chapter_id: comment.chapterId,
  parent_id: comment.parentId,
  user_id: user.id,
  user,
  content: comment.content,
  paragraph: comment.paragraph,
  quote: comment.quote,
  is_paragraph_gone: false,
  created_at: comment.now,
  edited_at: null,
  is_shown: true,
  is_pinned: false,
  likes: 0,
  replies: 0,
  first_replies: [],
});

/** The result of `work`, or the AppError that it throws. */
function orRefusal<Result>(work: () => Result): Result | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const isChecked = <One extends Checked>(one: One | AppError | undefined): one is One =>
  one !== undefined && !(one instanceof AppError);

/** Locks what the comments depend on, and checks everything except quotas and rates. */
async function lockAndCheck(tx: Db, postings: Posting[]): Promise<(Checked | AppError | undefined)[]> {
  const lookups = postings.map(lookupOf);
  await queries.lockTargets(tx, lookups);
  const states = await queries.findTargets(tx, lookups);
  const places = await findPlaces(
    tx,
    lookups.map((lookup, index) => placeOf(lookup, states[index]?.parent ?? null)),
  );
  return postings.map((posting, index) => orRefusal(() => check(posting, states[index], places[index])));
}

/** Locks the writers' counters, and checks quotas and rates. */
async function acceptAll(
  tx: Db,
  checked: (Checked | AppError | undefined)[],
): Promise<(Accepted | AppError | undefined)[]> {
  const people = checked.filter(isChecked).map(({ user }) => user.id);
  const commenters = await queries.lockCommenters(tx, people);
  const added = new Map<string, number>();
  return checked.map((one) => {
    if (!isChecked(one)) return one;
    const { story_id } = one.place;
    const before = added.get(story_id) ?? 0;
    added.set(story_id, before + 1);
    return orRefusal(() => accept(one, commenters.get(one.user.id), before));
  });
}

/**
 * Posts comments of different people in one transaction. Returns for each, in order, what was posted, why it was refused,
 * or undefined if its chosen id is in use.
 */
export const storePostings = (db: Db, postings: Posting[]): Promise<(Posted | AppError | undefined)[]> =>
  transaction(db, async (tx) => {
    if (postings.length > 1) await queries.waitBriefly(tx);
    const checked = await lockAndCheck(tx, postings);
    const accepted = await acceptAll(tx, checked);
    const comments = accepted.filter(isChecked).map(({ comment }) => comment);
    const ids = comments.length === 0 ? null : await queries.insertComments(tx, comments);
    const shown = new Map<string, number>();
    return accepted.map((one) => {
      if (!isChecked(one)) return one;
      const id = ids?.get(one.user.id);
      if (id === undefined) return undefined;
      const { place, posting } = one;
      const key = place.chapter_id ?? place.story_id;
      const commentsCount = (shown.get(key) ?? place.shown) + 1;
      shown.set(key, commentsCount);
      afterCommit(tx, () => publishChange(posting.ctx.live, place, commentsCount, id));
      return { row: rowOf(id, one), place };
    });
  });
