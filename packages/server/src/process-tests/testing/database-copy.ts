import pg from 'pg';
import { copyIn, copyOut } from '../../platform/db/copy.ts';

/** The content of a database: rows by table, a hash for each table, and the values of sequences. */
export interface DatabaseCopy {
  rows: Map<string, Buffer[]>;
  hashes: Record<string, string>;
  sequences: Record<string, string | null>;
}

interface Table {
  name: string;
  columns: string;
  /** The tables that its foreign keys refer to. */
  refersTo: string[];
}

type Query = <T extends pg.QueryResultRow>(text: string) => Promise<T[]>;

/** Every table, after the tables that it refers to. Partitions are part of their table. */
async function tablesInOrder(query: Query): Promise<Table[]> {
  const tables = await query<Table>(`
    select c.oid::regclass::text as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select distinct confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as "refersTo"
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace::regnamespace::text in ('public', 'pgboss') order by 1`);
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const orderedNames = new Set(ordered.map(({ name }) => name));
    const next = tables.filter(
      ({ name, refersTo }) => !orderedNames.has(name) && refersTo.every((other) => orderedNames.has(other)),
    );
    if (next.length === 0) throw new Error('Tables have circular references.');
    ordered.push(...next);
  }
  return ordered;
}

/** The state of tables and sequences in this transaction. */
async function readTables(query: Query, tables: Table[]): Promise<Omit<DatabaseCopy, 'rows'>> {
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [found] = await query<{ hash: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from ${name} t`,
    );
    hashes[name] = found?.hash ?? '';
  }
  const sequences = await query<{ name: string; last: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname in ('public', 'pgboss')`);
  return { hashes, sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])) };
}

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client, query: Query) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(
      client,
      async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows,
    );
  } finally {
    await client.end();
  }
}

/** Copies every row from one snapshot while others keep writing. */
export const copyDatabase = (connection: pg.ClientConfig): Promise<DatabaseCopy> =>
  withClient(connection, async (client, query) => {
    await query('begin isolation level repeatable read read only');
    const tables = await tablesInOrder(query);
    const rows = new Map<string, Buffer[]>();
    for (const { name, columns } of tables) {
      const chunks: Buffer[] = [];
      await copyOut(
        client,
        `copy (select ${columns} from ${name}) to stdout`,
        (chunk) => void chunks.push(chunk),
      );
      rows.set(name, chunks);
    }
    const state = await readTables(query, tables);
    await query('commit');
    return { rows, ...state };
  });

/**
 * Replaces the content of a migrated database by a copy, or changes nothing. Needs only ownership of the tables.
 * Triggers are disabled, since the copy already has their results.
 */
export const restoreCopy = (connection: pg.ClientConfig, { rows, sequences }: DatabaseCopy): Promise<void> =>
  withClient(connection, async (client, query) => {
    await query('begin');
    const tables = await tablesInOrder(query);
    const names = tables.map(({ name }) => name);
    if (names.toSorted().join() !== [...rows.keys()].toSorted().join())
      throw new Error('The copy and this database have different tables.');
    for (const name of names) await query(`alter table ${name} disable trigger user`);
    await query(`truncate ${names.join(', ')}`);
    for (const { name, columns } of tables)
      await copyIn(client, `copy ${name} (${columns}) from stdin`, rows.get(name) ?? []);
    for (const name of names) await query(`alter table ${name} enable trigger user`);
    for (const [name, last] of Object.entries(sequences))
      if (last !== null) await query(`select setval('${name}', ${last})`);
    await query('commit');
  });

/** The current state of a database. */
export const readState = (connection: pg.ClientConfig): Promise<Omit<DatabaseCopy, 'rows'>> =>
  withClient(connection, async (_client, query) => readTables(query, await tablesInOrder(query)));

/** The triggers that are disabled. */
export const findDisabledTriggers = (connection: pg.ClientConfig): Promise<string[]> =>
  withClient(connection, async (_client, query) =>
    (await query<{ name: string }>(`select tgname as name from pg_trigger where tgenabled <> 'O'`)).map(
      ({ name }) => name,
    ),
  );
