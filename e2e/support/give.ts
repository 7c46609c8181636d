import type { Currency } from '../../packages/contract/src/rewards.ts';
import { pay } from '../../packages/server/src/modules/rewards/index.ts';
import { withDatabase } from './database.ts';
import type { Site } from './server.ts';

/** Gives a person something to spend, as an entry of the ledger. */
export async function give(site: Site, userId: string, amounts: Partial<Record<Currency, number>>) {
  const payments = Object.entries(amounts).map(([currency, amount]) => ({
    currency: currency as Currency,
    amount,
    reason: 'For a test',
    source: 'test:1',
  }));
  await withDatabase(site, (db) => pay(db, userId, payments, new Date()));
}
