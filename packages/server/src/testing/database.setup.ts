import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/db/db.ts';
import { openEmbeddedDatabase } from '../platform/db/embedded/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createLog } from '../platform/log.ts';

/** Starts one PostgreSQL for the whole run and migrates the template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkling-test-db-'));
  const log = createLog({ LOG_LEVEL: 'warn' }, false);
  const embedded = await openEmbeddedDatabase({ dataDir, log, purpose: 'server' });
  const database = openDatabase(embedded.connection);
  await migrate(database.db);
  await database.close();
  project.provide('database', embedded.connection);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
