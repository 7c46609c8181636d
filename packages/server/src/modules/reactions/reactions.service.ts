import { reactionLimits } from '@inkling/contract/limits';
import { type ReactionCounts, type ReactionType, reactionTypes } from '@inkling/contract/reactions';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { subjectKind } from '../../platform/subjects.ts';
import { reactionAdded } from './reactions.events.ts';
import { requireEditable, requireReactable } from './reactions.policy.ts';
import * as queries from './reactions.queries.ts';

const noReactions = Object.fromEntries(reactionTypes.map((type) => [type, 0])) as ReactionCounts['counts'];

const present = ({ counts, mine }: queries.SubjectState): ReactionCounts => ({
  counts: { ...noReactions, ...counts },
  mine,
});

async function findSubject(
  ctx: RequestContext,
  db: Db,
  ref: queries.SubjectRef,
  viewer: Viewer | null,
  isLocked = false,
): Promise<queries.SubjectState> {
  const found = await queries.findSubject(ctx, db, ref, viewer?.id ?? null, isLocked);
  if (found === undefined) throw notFound(subjectKind(ctx, ref.kind).name);
  return found;
}

/** The reactions to a story or chapter; NOT_FOUND if the viewer may not open it. */
export const readReactions = async (
  ctx: RequestContext,
  viewer: Viewer | null,
  ref: queries.SubjectRef,
): Promise<ReactionCounts> => present(await findSubject(ctx, ctx.db, ref, viewer));

/**
 * Stores the viewer's reaction to a published story or chapter, in place of an earlier one. Throws NOT_FOUND for what the
 * viewer may not read, NOT_ALLOWED for the story's author and QUOTA_REACHED (docs/product/reactions.md#who-reacts).
 */
export const react = (
  ctx: RequestContext,
  viewer: Viewer,
  ref: queries.SubjectRef,
  type: ReactionType,
): Promise<ReactionCounts> =>
  transaction(ctx.db, async (tx) => {
    if (!(await queries.lockReader(tx, viewer.id))) throw signInRequired();
    const subject = await findSubject(ctx, tx, ref, viewer, true);
    requireReactable(viewer, subject, subjectKind(ctx, ref.kind).name);
    if (subject.mine === null) await requireQuota(tx, viewer.id);
    const saved = await queries.saveReaction(tx, ref, viewer.id, type, ctx.clock.now());
    if (saved?.isFirst) {
      const payload = { reactionId: saved.id, readerId: viewer.id, subjectId: ref.id };
      await emit(ctx, tx, reactionAdded, payload);
    }
    return present(await findSubject(ctx, tx, ref, viewer));
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
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
): Promise<Pick<ReactionCounts, 'counts'>> =>
  transaction(ctx.db, async (tx) => {
    if (!(await queries.lockReader(tx, viewer.id))) throw signInRequired();
    const found = await queries.findReaction(tx, id);
    const subject = found && (await queries.findSubject(ctx, tx, found, viewer.id));
    const ref = requireEditable(viewer, found && { ...found, is_readable: subject !== undefined });
    if (!(await queries.deleteReaction(tx, id, viewer.id))) throw notFound('Reaction');
    const { counts } = present(await findSubject(ctx, tx, ref, viewer));
    return { counts };
  });
