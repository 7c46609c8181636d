import { openDatabase } from '../../packages/server/src/platform/db/db.ts';
import { openEmbeddedDatabase } from '../../packages/server/src/platform/db/embedded/embedded.ts';
import { defineQueue } from '../../packages/server/src/platform/jobs/jobs.ts';
import { pgBossJobs } from '../../packages/server/src/platform/jobs/pg-boss-jobs.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import type { Site } from './server.ts';

/** Has the running server do a scheduled job now. */
export async function runScheduled({ dataDir }: Site, queue: string): Promise<void> {
  const log = createLog({ LOG_LEVEL: 'silent' }, false);
  const embedded = await openEmbeddedDatabase({ dataDir, log, purpose: 'tool' });
  const database = openDatabase(embedded.connection);
  const jobs = pgBossJobs(database, log, 'tool');
  await jobs.send(database.db, defineQueue(queue), {});
  await jobs.stop();
  await database.close();
  await embedded.stop();
}
