import pg from 'pg';
import { superuserConnection } from './attach.ts';
import type { Cluster } from './cluster.ts';

export const databaseName = 'inkling';
/** Inkling's own role: it owns its database and may not read files, run programs or create roles. */
export const roleName = 'inkling_app';

/** Creates Inkling's role and database. Each step is atomic, and the next start completes an interrupted run. */
export async function ensureAppDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client(superuserConnection(cluster, 'postgres'));
  client.on('error', () => {});
  await client.connect();
  try {
    // Of two processes, the second waits and finds everything created.
    await client.query('select pg_advisory_lock($1, $2)', [0x1a4b11c, 4]);
    await ensureRole(client, cluster.rolePassword);
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName} owner ${roleName}`);
  } finally {
    await client.end();
  }
}

/** Sets the password at every start, so that a lost secret file can be replaced. */
async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [roleName]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(
    `${verb} role ${roleName} login nosuperuser nocreaterole nobypassrls noreplication
      password ${client.escapeLiteral(password)}`,
  );
}
