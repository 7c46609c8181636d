import type { PaidPlan } from '@inkling/contract/plans';
import { type Db, firstRow, firstValue, type RawBuilder, sql, type TableRow } from '../../platform/db/db.ts';
import type { SubscriptionRow } from './plan-provider.ts';

/** What a notice is about: time was paid, could not be, or ends and will not renew. */
export type PlanNoticeKind = TableRow<'plan_notices'>['about'];

/** A notice as its person reads it, in their time zone. */
export interface PlanNotice {
  about: PlanNoticeKind;
  until: string;
  plan: PaidPlan;
  price: number;
  currency: string;
  period: 'month' | 'year';
  isRenewal: boolean;
  isTest: boolean;
  timeZone: string;
}

/**
 * Stores a notice under the billing lock; undefined if there is one already. Time is paid once, even if a provider names an
 * earlier end later.
 */
export const addNotice = (tx: Db, row: SubscriptionRow, about: PlanNoticeKind) =>
  firstRow<{ id: string }>(tx)`
    with earlier as (
      select about, until from plan_notices where person_id = ${row.person_id} and subscription_id = ${row.id})
    insert into plan_notices (person_id, subscription_id, about, until, plan, price, currency, period, is_renewal)
    select ${row.person_id}, ${row.id}, ${about}, ${row.paid_until}, ${row.plan}, ${row.price}, ${row.currency},
      ${row.period}, exists (select from earlier where about = 'paid')
    where not exists (select from earlier where about = ${about} and until >= ${row.paid_until})
    returning id`;

/** A person's notice, as JSON; null unless it still holds: a failed payment until it is made, an end until it is undone. */
export const planNoticeJson = (
  personId: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) => sql<PlanNotice | null>`(
  select json_build_object('about', o.about, 'until', o.until, 'plan', o.plan, 'price', o.price, 'currency', o.currency,
    'period', o.period, 'isRenewal', o.is_renewal, 'isTest', p.is_test, 'timeZone', h.time_zone)
  from plan_notices o join subscriptions p on p.person_id = o.person_id and p.id = o.subscription_id
  join users h on h.id = o.person_id
  where o.person_id = ${personId} and o.id = ${id} and (o.about = 'paid' or p.paid_until = o.until
    and case o.about when 'failed' then p.status = 'past_due' else not p.renews end))`;

export const findNotice = async (db: Db, personId: string, id: string): Promise<PlanNotice | null> =>
  (await firstValue<PlanNotice | null>(db)`
    select ${planNoticeJson(sql`${personId}::uuid`, sql`${id}::uuid`)} as notice`) ?? null;
