import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { hashPassword } from '../modules/account/passwords.ts';
import { openDatabase } from '../platform/db/db.ts';
import { openEmbeddedDatabase } from '../platform/db/embedded/embedded.ts';
import { isRunning } from '../platform/db/embedded/processes.ts';
import { migrate } from '../platform/db/migrate.ts';
import { pgBossJobs } from '../platform/jobs/pg-boss-jobs.ts';
import { createLog } from '../platform/log.ts';
import { copyFolder } from './copy-folder.ts';
import { personsPassword } from './persons-password.ts';

const prefix = 'inkling-test-db-';
const log = createLog({ LOG_LEVEL: 'warn' }, false);

/**
 * Starts one PostgreSQL for the whole run and migrates the template that each test file clones. Tests of the whole
 * program begin with copies of the data folder as it is then.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const migratedFolder = `${dataDir}-migrated`;
  // What durability promises is tested on data folders of their own.
  const open = () => openEmbeddedDatabase({ dataDir, log, purpose: 'server', durable: false });
  let embedded = await open();
  const end = async () => {
    await embedded.stop();
    for (const folder of [dataDir, migratedFolder]) await rm(folder, { recursive: true, force: true });
  };
  try {
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
    await embedded.stop();
    await copyFolder(dataDir, migratedFolder);
    embedded = await open();
    // The role that Inkling works as, and the leave to make a database for each test beside it.
    await mayMakeDatabases(embedded.administration, embedded.connection.user);
  } catch (error) {
    await end();
    throw error;
  }
  project.provide('database', embedded.connection);
  project.provide('migratedFolder', migratedFolder);
  project.provide('personsPasswordHash', await hashPassword(personsPassword));
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
    if (name.endsWith('-migrated')) {
      await rm(dataDir, { recursive: true, force: true });
      continue;
    }
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
