import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/plans';
import { day } from '../../platform/clock.ts';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { offerOf } from './plan-catalogue.ts';
import { addNotice } from './plan-notices.queries.ts';
import type { SubscriptionRow } from './plan-provider.ts';
import { insertSubscription } from './subscriptions.queries.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A checkout of the owner's that waits for its payment. */
    checkout: string;
  }
}

const end = (site: TestApp, { id }: Person) =>
  site.ctx.db.deleteFrom('subscriptions').where('person_id', '=', id).execute();

/** Gives a person a subscription in this state, not by the call: people who are suspended or signed out need one, too. */
async function subscribed(
  site: TestApp,
  person: Person,
  status: 'pending' | 'active' | 'past_due',
): Promise<string> {
  await end(site, person);
  const now = site.clock.now();
  const id = newId(now.getTime());
  const isPaid = status !== 'pending';
  const row: SubscriptionRow = {
    ...offerOf(site.ctx.config, 'pro'),
    person_id: person.id,
    id,
    status,
    provider: 'sandbox',
    is_test: true,
    provider_id: isPaid ? `test_ok:${id}` : null,
    customer_id: 'a customer',
    checkout_id: id,
    checkout_url: `https://stories.example/store/checkout/${id}`,
    created_at: now,
    started_at: isPaid ? now : null,
    paid_until: isPaid ? new Date(now.getTime() + 30 * day) : null,
    renews: true,
    cancel_reason: null,
    cancelling_since: null,
    ended_at: null,
    revision: 0,
  };
  await insertSubscription(site.ctx.db, row);
  await addNotice(site.ctx.db, { ...row, paid_until: row.paid_until ?? now }, 'paid');
  return id;
}

const prepareWith = (status: 'active' | 'past_due') => ({
  prepare: (site: TestApp, _fixtures: unknown, person: Person) => subscribed(site, person, status),
});
const once = { createsOnceBecause: 'a person has one subscription' };

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    return { checkout: await subscribed(site, owner, 'pending') };
  },
  examples: [
    example(calls.listPlans, () => ({})),
    example(calls.getPlan, () => ({ params: { id: 'pro' } })),
    example(calls.getMySubscription, () => ({})),
    example(
      calls.subscribe,
      () => ({
        params: { planId: 'premium' },
        body: {
          paymentMethod: 'test_ok' as const,
          billingAddress: { name: 'Nora Quill', line1: '1 Lamp Row', country: 'US' },
        },
      }),
      { ...once, prepare: (site, _fixtures, person) => end(site, person) },
    ),
    example(
      calls.payCheckout,
      ({ checkout }) => ({ params: { id: checkout }, body: { paymentMethod: 'test_ok' as const } }),
      {
        ...once,
        othersGet: 404,
      },
    ),
    example(calls.unsubscribe, () => ({ body: { reason: 'Too little time to read.' } }), {
      ...once,
      ...prepareWith('active'),
    }),
    example(calls.resumeSubscription, () => ({}), { ...once, ...prepareWith('active') }),
    example(calls.changePlan, () => ({ params: { planId: 'premium' } }), {
      ...once,
      ...prepareWith('active'),
    }),
    example(calls.openPortal, () => ({}), { ...once, ...prepareWith('past_due') }),
    example(calls.listPlanHolders, () => ({ query: { limit: 10 } })),
    example(
      calls.givePlan,
      ({ owner }) => ({ params: { username: owner.username }, body: { plan: 'premium' as const } }),
      { formattedFields: ['until'] },
    ),
    example(calls.takeBackPlan, ({ owner }) => ({ params: { username: owner.username } })),
  ],
};
