import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import pg from 'pg';
import { inject, onTestFinished, vi } from 'vitest';

/** One message of PostgreSQL's protocol: a letter, its length, its content. */
function message(letter: string, ...content: (string | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const ready = message('Z', 'I');
const authenticationOk = Buffer.concat([message('R', [0, 0, 0, 0]), ready]);

/** The response to `show server_version_num`. */
const version = (number: string): Buffer =>
  Buffer.concat([
    message(
      'T',
      [0, 1],
      'server_version_num\0',
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0],
    ),
    message('D', [0, 1], [0, 0, 0, number.length], number),
    message('C', 'SHOW\0'),
    ready,
  ]);

/** Starts a fake PostgreSQL server that answers each client's first message, then all others; returns its port. */
function startFake(first: Buffer, others: Buffer): Promise<number> {
  const server = createServer((socket) => {
    let isFirst = true;
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write(isFirst ? first : others);
      isFirst = false;
    });
  });
  onTestFinished(() => {
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** A fake PostgreSQL server of another version. */
export const postgresOfVersion = (number: string): Promise<number> =>
  startFake(authenticationOk, version(number));

/** A fake connection pooler that refuses every connection with this message. */
export function poolerThatSays(text: string): Promise<number> {
  const refusal = message('E', 'SFATAL\0', 'C08P01\0', `M${text}\0`, '\0');
  return startFake(refusal, refusal);
}

/** A separate database on the PostgreSQL of the test run, as an external one would be. */
export interface TestDatabase {
  name: string;
  /** The value for DATABASE_URL. */
  url: string;
  query(query: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** A DATABASE_URL for the PostgreSQL of the test run; `other` replaces parts of it. */
export function databaseUrl(other: { user?: string; password?: string; database?: string } = {}): string {
  const { host, port, user, password, database } = { ...inject('database'), ...other };
  return `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

const runQuery = (database: string, query: string, values: unknown[] = []) =>
  runQueryAt(databaseUrl({ database }), query, values);

/** Runs one query on a new connection to this address. */
export async function runQueryAt(url: string, query: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a database, empty or with all tables. It is dropped after the test. */
export async function createDatabase(content: 'empty' | 'migrated'): Promise<TestDatabase> {
  const name = `life_${randomUUID().replaceAll('-', '')}`;
  const template = content === 'migrated' ? `template ${inject('database').database} strategy file_copy` : '';
  await runQuery('postgres', `create database ${name} ${template}`);
  // While the server vacuums a table of it, PostgreSQL refuses to end that process for anyone but a superuser.
  const drop = async () => {
    const query = `drop database if exists ${name} with (force)`;
    await vi.waitFor(() => runQuery('postgres', query), { timeout: 30_000, interval: 500 });
  };
  onTestFinished(drop);
  return {
    name,
    url: databaseUrl({ database: name }),
    query: (query, values) => runQuery(name, query, values),
    drop,
  };
}

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
