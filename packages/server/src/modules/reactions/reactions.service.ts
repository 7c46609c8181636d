import { reactionLimits } from '@inkling/contract/limits';
import { type ReactionCounts, type ReactionType, reactionTypes } from '@inkling/contract/reactions';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockPersonAndStory } from '../stories/index.ts';
import { requireEditable, requireReactable } from './reactions.policy.ts';
import * as queries from './reactions.queries.ts';

const names: Record<queries.SubjectKind, string> = { story: 'Story', chapter: 'Chapter' };

const noReactions = Object.fromEntries(reactionTypes.map((type) => [type, 0])) as ReactionCounts['counts'];

const present = ({ counts, mine }: queries.SubjectState): ReactionCounts => ({
  counts: counts ?? noReactions,
  mine,
});

async function findSubject(
  db: Db,
  kind: queries.SubjectKind,
  id: string,
  viewerId: string | null,
): Promise<queries.SubjectState> {
  const found = await queries.findSubject(db, kind, id, viewerId);
  if (found === undefined) throw notFound(names[kind]);
  return found;
}

/** The reactions to a story or chapter; NOT_FOUND if the viewer may not open it. */
export const readReactions = async (
  { db }: RequestContext,
  viewer: Viewer | null,
  kind: queries.SubjectKind,
  id: string,
): Promise<ReactionCounts> => present(await findSubject(db, kind, id, viewer?.id ?? null));

/** Locks the viewer's account and the story. Throws SIGN_IN_REQUIRED for an account that is no longer active. */
async function lock(tx: Db, viewer: Viewer, kind: queries.SubjectKind, id: string): Promise<void> {
  const locked = await lockPersonAndStory(tx, viewer.id, queries.storyIdOf(kind, id));
  if (locked === 'inactive') throw signInRequired();
}

/**
 * Stores the viewer's reaction to a published story or chapter, in place of an earlier one. Throws NOT_FOUND for what the
 * viewer may not read, NOT_ALLOWED for the story's author and QUOTA_REACHED (docs/product/reactions.md#who-reacts).
 */
export const react = (
  { db, clock }: RequestContext,
  viewer: Viewer,
  kind: queries.SubjectKind,
  id: string,
  type: ReactionType,
): Promise<ReactionCounts> =>
  transaction(db, async (tx) => {
    await lock(tx, viewer, kind, id);
    const subject = await findSubject(tx, kind, id, viewer.id);
    requireReactable(viewer, subject, names[kind]);
    if (subject.mine === null) await requireQuota(tx, viewer.id);
    const { story_id: storyId, chapter_id: chapterId } = subject;
    await queries.saveReaction(tx, { storyId, chapterId }, viewer.id, type, clock.now());
    return present(await findSubject(tx, kind, id, viewer.id));
  });

async function requireQuota(tx: Db, userId: string): Promise<void> {
  const { perPerson } = reactionLimits;
  if ((await queries.countOwn(tx, userId, perPerson)) < perPerson) return;
  throw new AppError(
    'QUOTA_REACHED',
    `You can react to at most ${perPerson.toLocaleString('en')} stories and chapters. Take back a reaction to add another.`,
  );
}

/** Deletes the viewer's reaction, and returns the counts without it. Throws NOT_FOUND for any other. */
export const removeReaction = (
  { db }: RequestContext,
  viewer: Viewer,
  id: string,
): Promise<Pick<ReactionCounts, 'counts'>> =>
  transaction(db, async (tx) => {
    const { storyId, chapterId } = requireEditable(viewer, await queries.findReaction(tx, id, viewer.id));
    await lock(tx, viewer, 'story', storyId);
    const { numDeletedRows } = await queries.deleteReaction(tx, id, viewer.id);
    if (numDeletedRows === 0n) throw notFound('Reaction');
    const kind = chapterId === null ? 'story' : 'chapter';
    const { counts } = present(await findSubject(tx, kind, chapterId ?? storyId, viewer.id));
    return { counts };
  });
