import { type Pagination, paginate } from '@inkling/contract/page';
import type { PaidPlan, PlanGift, PlanHolder, PlansMode } from '@inkling/contract/plans';
import { logAction } from '../../platform/action-log.ts';
import { badInput, requireFound } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { findUserByName } from '../users/index.ts';
import { listHolders, replaceRights } from './entitlements.queries.ts';
import { plansState, rightsOfPlan } from './plan-catalogue.ts';
import { lockBilling } from './subscriptions.queries.ts';
import { presentSubscription } from './subscriptions.service.ts';

/** Replaces a person's gift, and logs it; `actorId` is null for the command line. Throws NOT_FOUND. */
const setGift = (
  ctx: AppContext,
  username: string,
  gift: { plan: PaidPlan; until: Date | null } | null,
  actorId: string | null,
): Promise<void> =>
  transaction(ctx.db, async (tx: Db) => {
    const person = requireFound(await findUserByName(tx, username), 'User');
    await lockBilling(tx, person.id);
    const rights = gift && {
      source: `gift:${gift.plan}`,
      rights: rightsOfPlan[gift.plan],
      until: gift.until,
    };
    await replaceRights(tx, person.id, 'gift:', rights);
    await logAction(ctx, tx, {
      action: gift === null ? 'plan-taken-back' : 'plan-given',
      actorId,
      personId: person.id,
      detail: gift?.plan ?? '',
    });
  });

/** Gives a person a plan for free, for good or until a time, in place of an earlier gift. Throws NOT_FOUND and BAD_INPUT. */
export async function givePlan(
  ctx: AppContext,
  username: string,
  plan: PaidPlan,
  until: Date | null,
  actorId: string | null = null,
): Promise<PlanGift> {
  if (until !== null && until <= ctx.clock.now())
    throw badInput('until', 'Please choose a time in the future.');
  await setGift(ctx, username, { plan, until }, actorId);
  return { plan, until: until?.toISOString() ?? null };
}

/** Takes a gift back; what was made with it stays. Throws NOT_FOUND. */
export const takeBackPlan = (
  ctx: AppContext,
  username: string,
  actorId: string | null = null,
): Promise<void> => setGift(ctx, username, null, actorId);

/** People with a plan, page by page, and whether the operator should know something. */
export async function listPlanHolders(
  ctx: AppContext,
  query: { page: number; limit: number },
): Promise<{ data: PlanHolder[]; pagination: Pagination; mode: PlansMode; message: string | null }> {
  const now = ctx.clock.now();
  const { holders, total } = await listHolders(ctx.db, now, query);
  const data = holders.map(({ subscription, ...holder }) => ({
    ...holder,
    subscription: subscription && presentSubscription(subscription, now),
  }));
  return { data, pagination: paginate(query.page, query.limit, total), ...plansState(ctx) };
}
