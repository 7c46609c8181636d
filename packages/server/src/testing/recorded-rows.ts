import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll } from 'vitest';
import { folder, hashFile, type RecordedRow, root } from '../../../../scripts/recorded-rows.ts';
import { sql } from '../platform/db/db.ts';

const { BOOL, BYTEA, DATE, FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, TIMESTAMPTZ } = pg.types.builtins;

/** What the driver makes of the types that it parses; everything else is a string, and an array has elements of these. */
const parsed: Record<number, string> = {
  [BOOL]: 'boolean',
  [BYTEA]: 'Buffer',
  [DATE]: 'Date',
  [TIMESTAMPTZ]: 'Date',
  ...Object.fromEntries([INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC].map((oid) => [oid, 'number'])),
};
const { JSON: json, JSONB: jsonb } = pg.types.builtins;
/** json, boolean, bytea, smallint, integer, text, bigint, real, double precision, timestamptz, date, numeric and uuid. */
const arrays: Record<number, string> = {
  199: 'any[]',
  1000: 'boolean[]',
  1001: 'Buffer[]',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1016: 'number[]',
  1021: 'number[]',
  1022: 'number[]',
  1182: 'Date[]',
  1185: 'Date[]',
  1231: 'number[]',
  2951: 'string[]',
};
const typeOf = (oid: number): string =>
  oid === json || oid === jsonb ? 'any' : (arrays[oid] ?? parsed[oid] ?? 'string');

/** The columns of a statement: their types as TypeScript, and which of them have been null. */
export interface Columns {
  types: Record<string, string>;
  nulls: Set<string>;
}
interface Recorded {
  columnsOf: Map<string, Columns>;
  /** The statements by the place in the code that runs them, 'file:line' of its `execute`. */
  places: Map<string, Set<string>>;
}
declare global {
  /** What this worker has recorded: its test files share its modules, but not this one. */
  var recordedRows: Recorded | undefined;
}
const isRecording = globalThis.recordedRows !== undefined;
globalThis.recordedRows ??= { columnsOf: new Map(), places: new Map() };
const { columnsOf, places } = globalThis.recordedRows;

const { query } = pg.Client.prototype;
const record = (
  text: string,
  { fields = [], rows = [] }: Partial<pg.QueryResult<Record<string, unknown>>>,
) => {
  const known = columnsOf.get(text);
  const columns = known ?? { types: {}, nulls: new Set() };
  if (known === undefined)
    for (const { name, dataTypeID } of fields) columns.types[name] = typeOf(dataTypeID);
  for (const row of rows) for (const name in row) if (row[name] === null) columns.nulls.add(name);
  columnsOf.set(text, columns);
};
const hasText = (given: unknown): given is { text: string } =>
  typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string';

/** Records the columns of what `sql` returns, for scripts/check-rows.ts. */
function recordRows(): void {
  Object.assign(pg.Client.prototype, {
    query(...args: unknown[]) {
      const result: unknown = Reflect.apply(query, this, args);
      const [given] = args;
      if (!hasText(given) || !(result instanceof Promise)) return result;
      return result.then((rows) => {
        record(given.text, rows);
        return rows;
      });
    },
  });
  const builder = Object.getPrototypeOf(sql``);
  const { execute } = builder;
  Object.assign(builder, {
    execute(this: ReturnType<typeof sql>, ...args: Parameters<ReturnType<typeof sql>['execute']>) {
      const { sql: text } = this.compile(args[0]);
      if (!columnsOf.has(text)) {
        const [, file, line] =
          /\(?(file:[^)\s]+\.queries\.ts):(\d+):\d+\)?/.exec(new Error().stack ?? '') ?? [];
        const place = file && `${relative(root, fileURLToPath(file))}:${line}`;
        if (place !== undefined) places.set(place, (places.get(place) ?? new Set()).add(text));
      }
      return Reflect.apply(execute, this, args);
    },
  });
}

/** Of all statements of a place that have been answered, the columns that each has, and whether one has been null. */
export function typesAt(
  texts: Set<string>,
  columnsOf: Map<string, Columns>,
): Record<string, string> | undefined {
  const all = [...texts].flatMap((text) => columnsOf.get(text) ?? []);
  if (all.length === 0) return;
  const shared = Object.entries(all[0]?.types ?? {}).filter(([name]) =>
    all.every(({ types }) => name in types),
  );
  return Object.fromEntries(
    shared.map(([name, type]) => [name, all.some(({ nulls }) => nulls.has(name)) ? `${type} | null` : type]),
  );
}

function save(): void {
  const hashes = new Map<string, string>();
  const hashOf = (file: string): string => {
    const hash = hashes.get(file) ?? hashFile(join(root, file));
    hashes.set(file, hash);
    return hash;
  };
  const rows = [...places].flatMap(([place, texts]): RecordedRow[] => {
    const [file = '', line] = place.split(':');
    const types = typesAt(texts, columnsOf);
    return types === undefined ? [] : [{ file, line: Number(line), hash: hashOf(file), types }];
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(rows));
}

if (!isRecording) recordRows();
afterAll(save);
