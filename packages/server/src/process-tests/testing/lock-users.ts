import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { TestDatabase } from './databases.ts';

/** Holds a lock on the users' table until `release`, which others have to wait for. */
export async function lockUsers({ url, query }: TestDatabase, mode: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; lock table users in ${mode} mode`);
  // On other connections: within a transaction, the list of connections never changes.
  const isAwaited = async () => {
    const rows = await query(
      `select from pg_stat_activity where application_name = 'inkling backup'
        and datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  return { isAwaited, release: () => client.query('rollback') };
}
