import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { majorUnits, planName } from './plan-catalogue.ts';
import { addNotice, type PlanNotice, type PlanNoticeKind } from './plan-notices.queries.ts';
import type { ProviderSubscription, SubscriptionRow } from './plan-provider.ts';
import { planNoticed } from './plans.events.ts';

/** How long before its end a plan that will not renew is announced to end. */
export const endingTime = 3 * day;

/** What there is to tell about a subscription now; addNotice drops what was told before. */
function noticesOf(row: SubscriptionRow, isUnsettled: boolean, now: Date): PlanNoticeKind[] {
  if (row.paid_until === null || row.ended_at !== null) return [];
  if (row.status === 'past_due') return ['failed'];
  const isEnding = !row.renews && row.paid_until.getTime() - now.getTime() <= endingTime;
  return [...(isUnsettled ? [] : (['paid'] as const)), ...(isEnding ? (['ending'] as const) : [])];
}

/** Tells a person, once, what has become of their subscription (docs/product/plans.md#notices). */
export async function addNotices(
  ctx: AppContext,
  tx: Db,
  row: SubscriptionRow,
  { isUnsettled = false }: Pick<ProviderSubscription, 'isUnsettled'>,
): Promise<void> {
  for (const about of noticesOf(row, isUnsettled, ctx.clock.now())) {
    const added = await addNotice(tx, row, about);
    if (added !== undefined)
      await emit(ctx, tx, planNoticed, { noticeId: added.id, personId: row.person_id });
  }
}

/** A notice in a sentence or two. */
export function planNoticeText(notice: PlanNotice): string {
  const { about, plan, price, currency, period, isRenewal, isTest, timeZone } = notice;
  const name = planName(plan);
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(
    new Date(notice.until),
  );
  if (about === 'failed') return `Your payment for ${name} failed. Pay in the store to keep your plan.`;
  if (about === 'ending')
    return `Your ${name} plan ends on ${until} and won’t renew. You can resume it in the store until then.`;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const amount = format.format(majorUnits(price, currency));
  const paid = isRenewal ? `${name} was renewed` : `We received your payment for ${name}`;
  return `${paid} (${amount} a ${period}). It’s paid until ${until}.${isTest ? ' Test mode: no money moved.' : ''}`;
}
