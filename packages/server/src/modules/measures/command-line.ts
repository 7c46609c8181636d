import { AppError } from '../../platform/app-error.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { requireAgainstOther } from './measures.policy.ts';
import { findText, listInForce, lockMeasuresOf, type ModeratedText } from './measures.queries.ts';
import { liftInForce, takeMeasure } from './measures.service.ts';

/** What a person reads whom the operator suspends without a reason. */
const noReason = 'The site’s team suspended this account.';

/** Suspends a person, for good or until a time. */
export const suspend = async (
  ctx: AppContext,
  personId: string,
  {
    reason = noReason,
    until = null,
    byId = null,
  }: { reason?: string | undefined; until?: Date | null; byId?: string | null } = {},
): Promise<void> => {
  const measure = {
    kind: 'suspend' as const,
    personId,
    subject: null,
    reason,
    until,
    entryId: null,
    byId,
  };
  await transaction(ctx.db, (tx) => takeMeasure(ctx, tx, measure));
};

/** Lifts every suspension of a person. `byId` is null for the command line. */
export const unsuspend = (ctx: AppContext, personId: string, byId: string | null = null): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    for (const id of await listInForce(tx, { suspended: personId })) await liftInForce(ctx, tx, id, byId);
  });

type Moderator = Pick<Viewer, 'id' | 'isAdmin'> | null;

/** Throws NOT_ALLOWED for what the viewer wrote, and for what the team wrote unless they are an admin. */
function requireOthers(viewer: Moderator, { authorId, isAboutTeam }: ModeratedText): void {
  if (viewer !== null) requireAgainstOther(viewer, { person_id: authorId, is_about_team: isAboutTeam });
}

/**
 * Takes down a story or chapter; `viewer` is null for the command line. Returns the text as it was before; undefined when
 * the id is unknown.
 */
export const takeDown = (
  ctx: AppContext,
  id: string,
  reason: string,
  viewer: Moderator = null,
): Promise<ModeratedText | undefined> =>
  transaction(ctx.db, async (tx) => {
    const found = await findText(tx, id);
    if (found === undefined) return undefined;
    // Of two moderators at once, the second finds it taken down.
    await lockMeasuresOf(tx, found.authorId);
    const text = (await findText(tx, id)) ?? found;
    requireOthers(viewer, text);
    if (viewer !== null && text.takenDownAt !== null)
      throw new AppError('CONFLICT', `This ${text.kind} is already taken down.`);
    const { kind, title, authorId: personId } = text;
    const subject = { kind, id, title };
    const byId = viewer?.id ?? null;
    await takeMeasure(ctx, tx, {
      kind: 'remove',
      personId,
      subject,
      reason,
      until: null,
      entryId: null,
      byId,
    });
    return text;
  });

/** Lifts every removal of a story or chapter, which is published again if it was. Returns the text as it was before. */
export const reinstate = (
  ctx: AppContext,
  id: string,
  viewer: Moderator = null,
): Promise<ModeratedText | undefined> =>
  transaction(ctx.db, async (tx) => {
    const text = await findText(tx, id);
    if (text === undefined) return undefined;
    requireOthers(viewer, text);
    for (const measure of await listInForce(tx, { removed: id, kind: text.kind }))
      await liftInForce(ctx, tx, measure, viewer?.id ?? null);
    return text;
  });
