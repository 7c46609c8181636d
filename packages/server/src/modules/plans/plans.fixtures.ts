import * as calls from '@inkling/contract/plans';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A checkout of the owner's that waits for its payment. */
    checkout: string;
  }
}

const end = (site: TestApp, { id }: Person) =>
  site.ctx.db.deleteFrom('subscriptions').where('person_id', '=', id).execute();

async function subscribed(site: TestApp, person: Person, paymentMethod?: calls.TestPayment): Promise<string> {
  await end(site, person);
  const input = { params: { planId: 'pro' }, body: { paymentMethod } };
  return (await site.as(person).call(calls.subscribe, input)).body.data._id;
}

const prepareWith = (paymentMethod?: calls.TestPayment) => ({
  prepare: (site: TestApp, _fixtures: unknown, person: Person) => subscribed(site, person, paymentMethod),
});
const once = { createsOnceBecause: 'a person has one subscription' };

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    return { checkout: await subscribed(site, owner) };
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
      ...prepareWith('test_ok'),
    }),
    example(calls.resumeSubscription, () => ({}), { ...once, ...prepareWith('test_ok') }),
    example(calls.changePlan, () => ({ params: { planId: 'premium' } }), {
      ...once,
      ...prepareWith('test_ok'),
    }),
    example(calls.openPortal, () => ({}), {
      ...once,
      async prepare(site, _fixtures, person) {
        await subscribed(site, person, 'test_fails_later');
        await site.ctx.db
          .updateTable('subscriptions')
          .set({ status: 'past_due' })
          .where('person_id', '=', person.id)
          .execute();
      },
    }),
    example(calls.listPlanHolders, () => ({ query: { limit: 10 } })),
    example(calls.givePlan, ({ owner }) => ({
      params: { username: owner.username },
      body: { plan: 'premium' as const },
    })),
    example(calls.takeBackPlan, ({ owner }) => ({ params: { username: owner.username } })),
  ],
};
