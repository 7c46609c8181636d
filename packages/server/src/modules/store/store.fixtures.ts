import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/store';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { pay } from '../rewards/index.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A purchase of the owner's that was not used. */
    purchase: string;
  }
}

let paid = 0;
const give = async (site: TestApp, { id }: Person) => {
  paid += 1;
  const payments = (['ink', 'coins'] as const).map((currency) => ({
    currency,
    amount: 1000,
    reason: 'For tests',
    source: `test:${paid}`,
  }));
  return pay(site.ctx.db, id, payments, site.clock.now());
};
const ofPurchase = ({ purchase }: Fixtures) => ({ params: { id: purchase } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const purchase = newId(site.clock.now().getTime());
    const restDay = newId(site.clock.now().getTime());
    await give(site, owner);
    // Owned once: not by the fixtures before these.
    await site.ctx.db
      .deleteFrom('purchases')
      .where('user_id', '=', owner.id)
      .where('item_id', '=', 'silk-ribbon')
      .execute();
    await site.as(owner).call(calls.buyItem, { params: { id: 'silk-ribbon' }, body: { _id: purchase } });
    await site.as(owner).call(calls.buyItem, { params: { id: 'rest-day' }, body: { _id: restDay } });
    await site.as(owner).call(calls.useItem, { params: { id: restDay } });
    return { purchase };
  },
  examples: [
    example(calls.listStore, () => ({})),
    example(calls.buyItem, () => ({ params: { id: 'theme-moss' }, body: {} }), {
      prepare: (site, _fixtures, person) => give(site, person),
    }),
    example(calls.listInventory, () => ({})),
    example(calls.useItem, ofPurchase, { othersGet: 404 }),
    example(calls.undoPurchase, ofPurchase, { othersGet: 404 }),
  ],
};
