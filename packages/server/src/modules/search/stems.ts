import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { findStems } from './find.queries.ts';
import type { QueryPart } from './parse-query.ts';
import { type Stems, type Terms, termsOf } from './query-forms.ts';

const maxStems = 20_000;
const stemCaches = perInstance((_db: Db) => new LRUCache<string, readonly string[]>({ max: maxStems }));

/** A connection with the settings of a search, and the database whose stems are cached. */
export interface Connection {
  db: Db;
  tx: Db;
  /** How many languages the index has. */
  languages: number;
}

/** The stems of words in the languages in use. */
export async function stemsOf({ db, tx, languages }: Connection, words: string[]): Promise<Stems> {
  const cache = stemCaches(db);
  const keyOf = (word: string): string => `${languages} ${word}`;
  const missing = [...new Set(words)].filter((word) => !cache.has(keyOf(word)));
  const found = missing.length === 0 ? new Map() : await findStems(tx, missing);
  for (const [word, stems] of found) cache.set(keyOf(word), stems);
  return new Map(words.map((word) => [word, found.get(word) ?? cache.get(keyOf(word)) ?? []]));
}

/** The same for the words of a query's parts. */
export const termsIn = async (connection: Connection, parts: readonly QueryPart[]): Promise<Terms[]> =>
  termsOf(
    parts,
    await stemsOf(
      connection,
      parts.flatMap(({ words }) => words),
    ),
  );
