import { type Db, openDatabase } from '../../packages/server/src/platform/db/db.ts';
import { openEmbeddedDatabase } from '../../packages/server/src/platform/db/embedded/embedded.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import type { Site } from './server.ts';

/** Works on the database of a running site, for what no call does. */
export async function withDatabase({ dataDir }: Site, work: (db: Db) => Promise<unknown>): Promise<void> {
  const log = createLog({ LOG_LEVEL: 'silent' }, false);
  const embedded = await openEmbeddedDatabase({ dataDir, log, purpose: 'tool' });
  const database = openDatabase(embedded.connection);
  await work(database.db);
  await database.close();
  await embedded.stop();
}
