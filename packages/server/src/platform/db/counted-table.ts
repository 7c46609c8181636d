import type { RawBuilder } from './db.ts';

// The counters of a module, which `inkling doctor --audit` compares with the rows that they count.

type KeyType = 'uuid' | 'text';

/** Some columns of a row `t`, and the select that counts what they must be, in the same order. */
export interface Counted {
  columns: readonly string[];
  is: RawBuilder<unknown>;
  /** The select does not refer to `t`: it counts for all rows at once, by this key, which it returns first. */
  by?: string;
  /** The counters are upper bounds. */
  isAtLeast?: true;
}

/** A table with counters, which is read in batches by its key. */
export interface CountedTable {
  table: string;
  /** The primary key. */
  key: Readonly<Record<string, KeyType>>;
  counted: readonly Counted[];
  /** Which rows `t` are checked; all of them if it is left out. */
  only?: RawBuilder<unknown>;
  /** Where rows are counted, so that each of these keys needs a row: a part of a statement from `from` on. */
  rows?: { key: readonly string[]; from: RawBuilder<unknown> };
  /** Not read in batches: a table with few rows, each of which counts a part of a large table. */
  isSmall?: true;
}
