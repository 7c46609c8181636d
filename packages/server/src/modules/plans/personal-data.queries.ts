import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import { cancelForDeletion } from './subscription-jobs.ts';
import { isPaying } from './subscriptions.queries.ts';

/** A person's subscriptions, what they may do, and how many stories they started. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'account',
      what: 'Your subscriptions: plan, price, dates, status, the payment provider’s ids, and why you canceled',
      why: 'To give you what you pay for. We never see how you pay: that stays with the payment provider.',
      seenBy: 'You, the people who run this site, and the payment provider.',
      until: withAccount,
      columns: ['subscriptions.person_id'],
    },
    {
      topic: 'account',
      what: 'What we told you about your plan: payments, failed payments and that it was about to end',
      why: 'To tell you each once.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['plan_notices.person_id'],
    },
    {
      topic: 'account',
      what: 'What your plan includes beyond Basic, and whether it was a gift',
      why: 'To give you your plan.',
      seenBy: 'You, and the people who run this site.',
      until: withAccount,
      columns: ['entitlements.person_id'],
    },
    {
      topic: 'writing',
      what: 'How many stories you started in each month',
      why: 'To apply the monthly limit on new stories.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['story_starts.person_id'],
    },
  ],
  lists: (userId) => ({
    'subscriptions.json': sql`
      select id, plan, status, price as "priceInMinorUnits", currency, period, provider, is_test as "isTest",
        provider_id as "providerId", customer_id as "customerId", created_at as "createdAt", started_at as "startedAt",
        paid_until as "paidUntil", renews, cancel_reason as "cancelReason", cancelling_since as "cancellingSince",
        ended_at as "endedAt"
      from subscriptions where person_id = ${userId} order by created_at, id`,
    'plan-notices.json': sql`
      select about, until, plan, price as "priceInMinorUnits", currency, period, is_renewal as "isRenewal"
      from plan_notices where person_id = ${userId} order by id`,
    'plan-rights.json': sql`
      select right_name as "right", source, until from entitlements where person_id = ${userId}
      order by right_name, source`,
    'story-starts.json': sql`
      select month::text as month, started from story_starts where person_id = ${userId} order by month`,
  }),
  stop: cancelForDeletion,
  async forget(_ctx, tx, { id }) {
    // The deletion is tried again later: after it, nobody could stop the payments.
    if (await isPaying(tx, id)) throw new Error('The payment provider has not yet cancelled a subscription.');
    await tx.deleteFrom('subscriptions').where('person_id', '=', id).execute();
    await tx.deleteFrom('entitlements').where('person_id', '=', id).execute();
    await tx.deleteFrom('story_starts').where('person_id', '=', id).execute();
  },
};
