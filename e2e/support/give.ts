import type { Currency } from '../../packages/contract/src/rewards.ts';
import { pay } from '../../packages/server/src/modules/rewards/index.ts';
import { openDatabase } from '../../packages/server/src/platform/db/db.ts';
import { openEmbeddedDatabase } from '../../packages/server/src/platform/db/embedded/embedded.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import type { Site } from './server.ts';

/** Gives a person something to spend, as an entry of the ledger. */
export async function give({ dataDir }: Site, userId: string, amounts: Partial<Record<Currency, number>>) {
  const log = createLog({ LOG_LEVEL: 'silent' }, false);
  const embedded = await openEmbeddedDatabase({ dataDir, log, purpose: 'tool' });
  const database = openDatabase(embedded.connection);
  const payments = Object.entries(amounts).map(([currency, amount]) => ({
    currency: currency as Currency,
    amount,
    reason: 'For a test',
    source: 'test:1',
  }));
  await pay(database.db, userId, payments, new Date());
  await database.close();
  await embedded.stop();
}
