import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { hashPassword, usePasswordCost } from '../modules/account/passwords.ts';
import { openDatabase } from '../platform/db/db.ts';
import { openEmbeddedDatabase } from '../platform/db/embedded/embedded.ts';
import { isRunning } from '../platform/db/embedded/processes.ts';
import { migrate } from '../platform/db/migrate.ts';
import { pgBossJobs } from '../platform/jobs/pg-boss-jobs.ts';
import { createLog } from '../platform/log.ts';

import { copyFolder, databaseParent, removeAbandonedFolders } from './database-parent.ts';
import { testPassword, testPasswordCost } from './test-password.ts';

const prefix = 'inkling-test-db-';
const log = createLog({ LOG_LEVEL: 'warn' }, false);

interface Started {
  connection: ProvidedContext['database'];
  migratedFolder: string;
  passwordHash: string;
  cleanUp(): Promise<void>;
}

/** Shared by the projects of vitest.config.ts that need it. */
let started: Promise<Started> | null = null;
let users = 0;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  users += 1;
  started ??= start();
  const { connection, migratedFolder, passwordHash, cleanUp } = await started;
  project.provide('database', connection);
  project.provide('migratedFolder', migratedFolder);
  project.provide('testPasswordHash', passwordHash);
  return async () => {
    users -= 1;
    if (users === 0) await cleanUp();
  };
}

/**
 * Starts one PostgreSQL for the whole run and migrates the template that each test file clones. Process tests start
 * from copies of this migrated data folder.
 */
async function start(): Promise<Started> {
  const parent = await databaseParent();
  await removeAbandonedFolders();
  await removeAbandonedDatabases(parent);
  const dataDir = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  const migratedFolder = `${dataDir}-migrated`;
  // Durability is tested on separate data folders.
  const open = () => openEmbeddedDatabase({ dataDir, log, purpose: 'server', durable: false });
  let embedded = await open();
  const cleanUp = async () => {
    await embedded.stop();
    for (const folder of [dataDir, migratedFolder]) await rm(folder, { recursive: true, force: true });
  };
  try {
    const database = openDatabase(embedded.connection);
    try {
      await migrate(database.db);
      // Create the tables of the job queue once, too.
      const jobs = pgBossJobs(database, log, 'tool');
      await jobs.start();
      await jobs.stop();
    } finally {
      await database.close();
    }
    await embedded.stop();
    await copyFolder(dataDir, migratedFolder);
    embedded = await open();
    // Tests connect as Inkling's role, which must be able to create a database for each file.
    await allowCreateDatabase(embedded.adminConnection, embedded.connection.user);
  } catch (error) {
    await cleanUp();
    throw error;
  }
  usePasswordCost(testPasswordCost);
  const passwordHash = await hashPassword(testPassword);
  return { connection: embedded.connection, migratedFolder, passwordHash, cleanUp };
}

async function allowCreateDatabase(adminConnection: pg.ClientConfig, role: string): Promise<void> {
  const client = new pg.Client(adminConnection);
  await client.connect();
  await client.query(`alter role ${role} createdb`).finally(() => client.end());
}

/** Stops and removes the databases of killed test runs, which outlive them. */
async function removeAbandonedDatabases(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || (await isRunning(pid))) continue;
    const dataDir = join(parent, name);
    if (name.endsWith('-migrated')) {
      await rm(dataDir, { recursive: true, force: true });
      continue;
    }
    try {
      // Fails if a run in another process namespace still uses it.
      const abandoned = await openEmbeddedDatabase({ dataDir, log, purpose: 'server' });
      await abandoned.stop();
      await rm(dataDir, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error, dataDir }, 'couldn’t remove an old test database');
    }
  }
}
