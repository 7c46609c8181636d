import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/db/db.ts';
import { openEmbeddedDatabase } from '../platform/db/embedded/embedded.ts';
import { isRunning } from '../platform/db/embedded/processes.ts';
import { migrate } from '../platform/db/migrate.ts';
import { pgBossJobs } from '../platform/jobs/pg-boss-jobs.ts';
import { createLog } from '../platform/log.ts';

const prefix = 'inkling-test-db-';
const log = createLog({ LOG_LEVEL: 'warn' }, false);

/** Starts one PostgreSQL for the whole run and migrates the template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const embedded = await openEmbeddedDatabase({ dataDir, log, purpose: 'server' });
  const end = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    // The role that Inkling works as, and the leave to make a database for each test beside it.
    await mayMakeDatabases(embedded.administration, embedded.connection.user);
    const database = openDatabase(embedded.connection);
    try {
      await migrate(database.db);
      // The queues' own tables are made once, too.
      const jobs = pgBossJobs(database, log, 'tool');
      await jobs.start();
      await jobs.stop();
    } finally {
      await database.close();
    }
  } catch (error) {
    await end();
    throw error;
  }
  project.provide('database', embedded.connection);
  return end;
}

async function mayMakeDatabases(administration: pg.ClientConfig, role: string): Promise<void> {
  const client = new pg.Client(administration);
  await client.connect();
  await client.query(`alter role ${role} createdb`).finally(() => client.end());
}

/** The database of a test run that was killed lives on; the next run ends it. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || (await isRunning(pid))) continue;
    const dataDir = join(tmpdir(), name);
    try {
      // Refused where a run that cannot be seen from here still uses it.
      const abandoned = await openEmbeddedDatabase({ dataDir, log, purpose: 'server' });
      await abandoned.stop();
      await rm(dataDir, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error, dataDir }, 'an old test database could not be removed');
    }
  }
}
