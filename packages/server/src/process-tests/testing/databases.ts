import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** A database of one's own on the test run's PostgreSQL, as an operator would bring it. */
export interface OwnDatabase {
  name: string;
  /** DATABASE_URL. */
  url: string;
  ask(query: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** DATABASE_URL of the test run's PostgreSQL, with another user, password or database than its own. */
export function databaseUrl(other: { user?: string; password?: string; database?: string } = {}): string {
  const { host, port, user, password, database } = { ...inject('database'), ...other };
  return `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function asked(database: string, query: string, values: unknown[] = []) {
  const client = new pg.Client({ ...inject('database'), database });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query, values)).rows;
  } finally {
    await client.end();
  }
}

/** Makes a database: empty, or with this program's tables. It is gone after the test. */
export async function ownDatabase(content: 'empty' | 'migrated'): Promise<OwnDatabase> {
  const name = `life_${randomUUID().replaceAll('-', '')}`;
  const template = content === 'migrated' ? `template ${inject('database').database} strategy file_copy` : '';
  await asked('postgres', `create database ${name} ${template}`);
  const drop = async () => {
    await asked('postgres', `drop database if exists ${name} with (force)`);
  };
  onTestFinished(drop);
  return {
    name,
    url: databaseUrl({ database: name }),
    ask: (query, values) => asked(name, query, values),
    drop,
  };
}
