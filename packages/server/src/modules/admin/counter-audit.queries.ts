import type { AppContext } from '../../platform/context.ts';
import type { Counted, CountedTable } from '../../platform/db/counted-table.ts';
import { allRows, type Db, execute, type RawBuilder, sql, transaction } from '../../platform/db/db.ts';

/** A counter that differs from the rows that it counts. */
export interface WrongCounter {
  table: string;
  /** The row's primary key. */
  key: string[];
  /** The column; null if there is no row at all. */
  counter: string | null;
  stored: number | null;
  counted: number | null;
}

/** A part of a table: how many rows were compared, and what differs. */
interface AuditedBatch {
  table: string;
  rows: number;
  wrong: WrongCounter[];
}

interface Found {
  rows: number;
  /** The last key of the batch; null if there was none. */
  last: string[] | null;
  wrong: { key: string[]; stored?: Record<string, number>; counted?: Record<string, number> }[];
}

/** One batch counts at most the rows of so many stories, or of so many people. */
const batchSize = 500;
const everything = 2_147_483_647;

type Part = RawBuilder<unknown>;

const refs = (alias: string, columns: readonly string[]): Part[] =>
  columns.map((name) => sql.ref(`${alias}.${name}`));
const texts = (columns: Part[]) => sql`array[${sql.join(columns.map((one) => sql`${one}::text`))}]`;
const descending = (columns: Part[]) => sql.join(columns.map((one) => sql`${one} desc`));

/** The condition that a row comes after this key; true before the first batch. */
const isAfter = ({ key }: CountedTable, columns: Part[], last: string[] | null): Part =>
  last === null
    ? sql`true`
    : sql`(${sql.join(columns)}) > (${sql.join(
        Object.values(key).map((type, index) => sql`${last[index]}::${sql.raw(type)}`),
      )})`;

const storedIn = (name: string) => sql.ref(`t.${name}`);
const countedIn = (name: string, index: number) => sql`coalesce(${sql.ref(`c${index}.${name}`)}, 0)`;

/** `{ name: value }` of the columns of each source. */
const valuesOf = (counted: readonly Counted[], value: (name: string, index: number) => Part) =>
  sql`jsonb_build_object(${sql.join(
    counted.flatMap(({ columns }, index) => columns.flatMap((name) => [sql.lit(name), value(name, index)])),
  )})`;

const differs = ({ columns, isAtLeast }: Counted, index: number) =>
  sql.join(
    columns.map((name) => sql`${storedIn(name)} ${isAtLeast ? sql`<` : sql`<>`} ${countedIn(name, index)}`),
    sql` or `,
  );

const counting = ({ columns, is, by }: Counted, index: number) => {
  const alias = sql.ref(`c${index}`);
  const names = (of: readonly string[]) => sql.join(of.map((name) => sql.ref(name)));
  return by === undefined
    ? sql`cross join lateral (${is}) ${alias} (${names(columns)})`
    : sql`left join (${is}) ${alias} (${names([by, ...columns])}) on ${sql.ref(`c${index}.${by}`)} = ${storedIn(by)}`;
};

/** Compares the counters of the next rows; in one statement, so that all it reads is of the same moment. */
async function compareRows(tx: Db, table: CountedTable, last: string[] | null, size: number): Promise<Found> {
  const key = refs('t', Object.keys(table.key));
  const rows = await allRows<Found>(tx)`
    with batch as materialized (
      select t.* from ${sql.table(table.table)} t
      where ${isAfter(table, key, last)} and ${table.only ?? sql`true`} order by ${sql.join(key)} limit ${size})
    select (select count(*) from batch) as rows,
      (select ${texts(key)} from batch t order by ${descending(key)} limit 1) as last,
      coalesce((
        select json_agg(json_build_object('key', ${texts(key)}, 'stored', ${valuesOf(table.counted, storedIn)},
          'counted', ${valuesOf(table.counted, countedIn)}))
        from batch t ${sql.join(table.counted.map(counting), sql` `)}
        where ${sql.join(table.counted.map(differs), sql` or `)}), '[]') as wrong`;
  return rows[0] ?? { rows: 0, last: null, wrong: [] };
}

/** Looks for counted rows whose counters have no row, by the next keys. */
async function findMissing(
  tx: Db,
  table: CountedTable,
  source: NonNullable<CountedTable['rows']>,
  last: string[] | null,
  size: number,
): Promise<Found> {
  const names = Object.keys(table.key);
  const [ofSource, ofTable] = [refs('k', names), refs('t', names)];
  const key = source.key.map(
    (expression, index) => sql`${sql.raw(expression)} as ${sql.ref(names[index] ?? '')}`,
  );
  const isSame = ofTable.map((column, index) => sql`${column} = ${ofSource[index]}`);
  const rows = await allRows<Found>(tx)`
    with batch as materialized (
      select distinct ${sql.join(ofSource)} from (select ${sql.join(key)} from ${source.from}) k
      where ${isAfter(table, ofSource, last)} order by ${sql.join(ofSource)} limit ${size})
    select (select count(*) from batch) as rows,
      (select ${texts(ofSource)} from batch k order by ${descending(ofSource)} limit 1) as last,
      coalesce((
        select json_agg(json_build_object('key', ${texts(ofSource)})) from batch k
        where not exists (select from ${sql.table(table.table)} t where ${sql.join(isSame, sql` and `)})), '[]')
        as wrong`;
  return rows[0] ?? { rows: 0, last: null, wrong: [] };
}

const wrongOf = (table: CountedTable, { key, stored, counted }: Found['wrong'][number]): WrongCounter[] => {
  if (stored === undefined || counted === undefined)
    return [{ table: table.table, key, counter: null, stored: null, counted: null }];
  return table.counted.flatMap(({ columns, isAtLeast }) =>
    columns
      .map((counter) => ({
        table: table.table,
        key,
        counter,
        stored: stored[counter] ?? 0,
        counted: counted[counter] ?? 0,
      }))
      .filter((one) => (isAtLeast ? one.stored < one.counted : one.stored !== one.counted)),
  );
};

/** The key of a row at a random place of a table; null for the beginning, where small tables are. */
async function randomKey(db: Db, { table, key }: CountedTable): Promise<string[] | null> {
  const names = refs('t', Object.keys(key));
  const [row] = await allRows<{ key: string[] }>(db)`
    select ${texts(names)} as key from ${sql.table(table)} t tablesample system (1) limit 1`;
  return row?.key ?? null;
}

/** Runs one batch after the other, each in a short transaction that only reads; one alone for a sample. */
async function* inBatches(
  db: Db,
  table: CountedTable,
  size: number,
  isSample: boolean,
  find: (tx: Db, last: string[] | null) => Promise<Found>,
): AsyncGenerator<AuditedBatch> {
  let last = isSample ? await randomKey(db, table) : null;
  do {
    const found: Found = await transaction(db, async (tx) => {
      await execute(tx)`set transaction read only`;
      // One story may have millions of comments.
      await execute(tx)`set local statement_timeout = '5min'`;
      return find(tx, last);
    });
    yield { table: table.table, rows: found.rows, wrong: found.wrong.flatMap((one) => wrongOf(table, one)) };
    last = isSample || found.rows < size ? null : found.last;
  } while (last !== null);
}

/**
 * Compares every counter with the rows that it counts, in batches: a large site is never locked, and no transaction is
 * long (docs/operating.md#checking-counters). With `sample`, only so many rows of each table, at a random place; tables
 * whose counting takes long are left out.
 */
export async function* auditCounters(
  { db, modules }: Pick<AppContext, 'db' | 'modules'>,
  { size = batchSize, sample }: { size?: number; sample?: number } = {},
): AsyncGenerator<AuditedBatch> {
  for (const table of modules.flatMap(({ counters = [] }) => counters)) {
    if (sample !== undefined && table.isSmall) continue;
    const atOnce = sample ?? (table.isSmall ? everything : size);
    const isSample = sample !== undefined;
    yield* inBatches(db, table, atOnce, isSample, (tx, last) => compareRows(tx, table, last, atOnce));
    const source = table.rows;
    if (source === undefined || isSample) continue;
    const missing = inBatches(db, table, atOnce, false, (tx, last) =>
      findMissing(tx, table, source, last, atOnce),
    );
    for await (const batch of missing) yield { ...batch, rows: 0 };
  }
}
