import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

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

async function runQuery(database: string, query: string, values: unknown[] = []) {
  const client = new pg.Client({ ...inject('database'), database });
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
  const drop = async () => {
    await runQuery('postgres', `drop database if exists ${name} with (force)`);
  };
  onTestFinished(drop);
  return {
    name,
    url: databaseUrl({ database: name }),
    query: (query, values) => runQuery(name, query, values),
    drop,
  };
}
