import pg from 'pg';
import { copyIn, copyOut } from '../../platform/db/copy.ts';

/** All that a database holds: rows by table, what each table's rows hash to, and where sequences stand. */
export interface WholeDatabase {
  rows: Map<string, Buffer[]>;
  hashes: Record<string, string>;
  sequences: Record<string, string | null>;
}

interface Table {
  name: string;
  columns: string;
  /** Tables that its rows refer to. */
  refersTo: string[];
}

type Asked = <T extends pg.QueryResultRow>(text: string) => Promise<T[]>;

/** Every table, each behind those that its rows refer to. Partitions come and go with their table. */
async function tablesInOrder(ask: Asked): Promise<Table[]> {
  const tables = await ask<Table>(`
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
    const placed = new Set(ordered.map(({ name }) => name));
    const next = tables.filter(
      ({ name, refersTo }) => !placed.has(name) && refersTo.every((other) => placed.has(other)),
    );
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    ordered.push(...next);
  }
  return ordered;
}

/** What tables and sequences hold, as this transaction sees it. */
async function stateOf(ask: Asked, tables: Table[]): Promise<Omit<WholeDatabase, 'rows'>> {
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [found] = await ask<{ hash: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from ${name} t`,
    );
    hashes[name] = found?.hash ?? '';
  }
  const sequences = await ask<{ name: string; last: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname in ('public', 'pgboss')`);
  return { hashes, sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])) };
}

async function connected<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client, ask: Asked) => Promise<T>,
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

/** Copies every row as of one moment, while others go on writing. */
export const takeCopy = (connection: pg.ClientConfig): Promise<WholeDatabase> =>
  connected(connection, async (client, ask) => {
    await ask('begin isolation level repeatable read read only');
    const tables = await tablesInOrder(ask);
    const rows = new Map<string, Buffer[]>();
    for (const { name, columns } of tables) {
      const pieces: Buffer[] = [];
      await copyOut(
        client,
        `copy (select ${columns} from ${name}) to stdout`,
        (piece) => void pieces.push(piece),
      );
      rows.set(name, pieces);
    }
    const state = await stateOf(ask, tables);
    await ask('commit');
    return { rows, ...state };
  });

/**
 * Puts a copy in the place of all that a migrated database holds, or leaves it as it was. It needs to own the tables,
 * and no more: triggers are switched off, since what they would work out is in the copy.
 */
export const restoreCopy = (connection: pg.ClientConfig, { rows, sequences }: WholeDatabase): Promise<void> =>
  connected(connection, async (client, ask) => {
    await ask('begin');
    const tables = await tablesInOrder(ask);
    const names = tables.map(({ name }) => name);
    if (names.toSorted().join() !== [...rows.keys()].toSorted().join())
      throw new Error('The copy has other tables than this database.');
    for (const name of names) await ask(`alter table ${name} disable trigger user`);
    await ask(`truncate ${names.join(', ')}`);
    for (const { name, columns } of tables)
      await copyIn(client, `copy ${name} (${columns}) from stdin`, rows.get(name) ?? []);
    for (const name of names) await ask(`alter table ${name} enable trigger user`);
    for (const [name, last] of Object.entries(sequences))
      if (last !== null) await ask(`select setval('${name}', ${last})`);
    await ask('commit');
  });

/** What a database holds now. */
export const currentState = (connection: pg.ClientConfig): Promise<Omit<WholeDatabase, 'rows'>> =>
  connected(connection, async (_client, ask) => stateOf(ask, await tablesInOrder(ask)));

/** Triggers that do not fire as they were made to. */
export const triggersSwitchedOff = (connection: pg.ClientConfig): Promise<string[]> =>
  connected(connection, async (_client, ask) =>
    (await ask<{ name: string }>(`select tgname as name from pg_trigger where tgenabled <> 'O'`)).map(
      ({ name }) => name,
    ),
  );
