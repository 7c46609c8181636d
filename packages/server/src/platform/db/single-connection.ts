import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { type Connection, type Db, types } from './db.ts';
import type { Tables } from './tables.generated.ts';

/** One connection: `db` and `client` (for COPY) share its transaction. */
export interface SingleConnection {
  client: pg.Client;
  db: Db;
}

// No time limits: this is for work that takes as long as the site is large. The formats are those of pg_dump, so that
// values have the same text on every server.
const options = [
  'statement_timeout=0',
  'lock_timeout=60s',
  'idle_in_transaction_session_timeout=0',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'timezone=UTC',
  'extra_float_digits=1',
  'synchronize_seqscans=off',
];

/** Opens a connection outside the pools for one long piece of work, such as a backup. */
export async function withSingleConnection<T>(
  connection: Connection,
  work: (one: SingleConnection) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    types,
    application_name: 'inkling backup',
    options: options.map((option) => `-c ${option}`).join(' '),
  });
  // A lost connection already fails the running query.
  client.on('error', () => {});
  await client.connect();
  const only = {
    query: (text: string, values?: unknown[]) =>
      values === undefined || values.length === 0 ? client.query(text) : client.query(text, values),
    release: () => {},
  };
  const pool = { connect: async () => only, end: async () => {} } as unknown as PostgresPool;
  try {
    return await work({ client, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) });
  } finally {
    await client.end();
  }
}
