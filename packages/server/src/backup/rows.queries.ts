import { PassThrough } from 'node:stream';
import { escapeIdentifier } from 'pg';
import { copyIn, copyOut } from '../platform/db/copy.ts';
import { allRows, allValues, type Db, firstRow, firstValue } from '../platform/db/db.ts';
import type { SingleConnection } from '../platform/db/single-connection.ts';

export interface StoredTable {
  name: string;
  /** Those with stored values that are not generated. */
  columns: string[];
  /** The tables that its foreign keys, or those of its partitions, refer to. */
  refersTo: string[];
}

/**
 * The tables of a schema, each after those that it refers to. Leaves out partitions, which are part of their table;
 * unlogged tables, whose rows a crash removes too; and tables of extensions.
 */
export async function listTables(db: Db, schema: string): Promise<StoredTable[]> {
  const tables = await allRows<StoredTable>(db)`
    select c.relname::text as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.contype = 'f' and f.confrelid <> c.oid and r.relkind in ('r', 'p') and not r.relispartition
          and (f.conrelid = c.oid or f.conrelid in (select inhrelid from pg_inherits where inhparent = c.oid)))
        as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`;
  const ordered: StoredTable[] = [];
  while (ordered.length < tables.length) {
    const before = new Set(ordered.map(({ name }) => name));
    const next = tables.filter(
      ({ name, refersTo }) => !before.has(name) && refersTo.every((other) => before.has(other)),
    );
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    ordered.push(...next);
  }
  return ordered;
}

/** The sequences of a schema that were used, with their last values. They are read outside any snapshot. */
export const listSequences = (db: Db, schema: string) =>
  allRows<{ name: string; value: number }>(db)`
    select sequencename::text as name, last_value as value from pg_sequences
    where schemaname = ${schema} and last_value is not null order by 1`;

/** The months that have a partition of events, such as 2026-03. */
export const listEventMonths = (db: Db): Promise<string[]> =>
  allValues<string>(db)`
    select translate(substr(c.relname, 8), '_', '-') as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$' order by 1`;

/** The version of pg-boss's tables; null before the first start. */
export const jobsVersionOf = async (db: Db): Promise<number | null> => {
  const found = await firstRow<{ found: boolean }>(db)`
    select to_regclass('pgboss.version') is not null as found`;
  if (found?.found !== true) return null;
  return (await firstValue<number>(db)`select version from pgboss.version`) ?? null;
};

/** The stored images whose files are there. */
export const listImages = (db: Db) =>
  allRows<{ stem: string; widths: number[] }>(db)`
    select stem, widths from uploads where owner_id is not null order by stem`;

/**
 * Those of these images that the site still has. One uploaded less than ten minutes before `at` is left out: its files
 * are stored after its row.
 */
export const listStillStored = async (db: Db, stems: string[], at: Date): Promise<Set<string>> => {
  const rows = await allRows<{ stem: string }>(db)`
    select stem from uploads
    where stem = any(${stems}) and owner_id is not null and created_at < ${at}::timestamptz - interval '10 minutes'`;
  return new Set(rows.map(({ stem }) => stem));
};

/** Whether anybody has an account. */
export const hasPeople = async (db: Db): Promise<boolean> =>
  (await firstValue<boolean>(db)`select exists (select from users) as found`) === true;

/** Whether a server uses this database. Commands have another name. */
export const isServerConnected = async (db: Db): Promise<boolean> => {
  const row = await firstRow<{ found: boolean }>(db)`
    select exists (select from pg_stat_activity
      where datname = current_database() and application_name in ('inkling', 'inkling live')) as found`;
  return row?.found === true;
};

const identifiers = (names: string[]) => names.map(escapeIdentifier).join(', ');

/** Copies the rows of a table out, in the order in which they are stored. `rows()` is their number, at the end. */
export function readRows({ client }: SingleConnection, schema: string, name: string, columns: string[]) {
  const stream = new PassThrough();
  let rows = 0;
  let goOn = () => {};
  stream.on('drain', () => goOn()).on('close', () => goOn());
  const write = async (chunk: Buffer) => {
    // On a full disk, nobody reads the rest.
    if (stream.destroyed) throw new Error('The rows are no longer read.');
    if (stream.write(chunk)) return;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  };
  const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
  copyOut(client, `copy (select ${identifiers(columns)} from ${table}) to stdout`, write).then(
    (count) => {
      rows = count;
      stream.end();
    },
    (error: Error) => stream.destroy(error),
  );
  return { stream, rows: () => rows };
}

/** Copies rows into a table. */
export const writeRows = (
  { client }: SingleConnection,
  schema: string,
  name: string,
  columns: string[],
  rows: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
  return copyIn(client, `copy ${table} (${identifiers(columns)}) from stdin`, rows);
};

/** Locks daily backups until the connection ends; false if another one runs. */
export const lockDailyBackup = async (one: Db): Promise<boolean> => {
  const row = await firstRow<{ locked: boolean }>(one)`
    select pg_try_advisory_lock(hashtextextended('inkling daily backup', 0)) as locked`;
  return row?.locked === true;
};

/** Bytes of the database with its indexes, and of the images. */
export const siteSize = async (db: Db): Promise<{ rows: number; images: number }> => {
  const row = await firstRow<{ rows: number; images: number }>(db)`
    select pg_database_size(current_database()) as rows,
      (select coalesce(sum(bytes), 0)::bigint from uploads) as images`;
  return row ?? { rows: 0, images: 0 };
};
