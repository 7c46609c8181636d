import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { type Frequencies, findFrequencies, type IndexTable } from './frequencies.queries.ts';
import type { Terms } from './query-forms.ts';

/** They only choose between two ways to find the same, so they may be old. */
const maxAgeMs = 300_000;

const current = perInstance((_db: Db) => ({
  loadedAt: Number.NEGATIVE_INFINITY,
  tables: new Map<IndexTable, Frequencies>(),
}));

/** How frequent words are in the index; `tx` is the connection that `db` would take another one beside. */
export async function frequenciesIn(db: Db, tx: Db): Promise<Map<IndexTable, Frequencies>> {
  const known = current(db);
  if (performance.now() - known.loadedAt > maxAgeMs) {
    known.loadedAt = performance.now();
    known.tables = await findFrequencies(tx);
  }
  return known.tables;
}

/** At most this share of a table's texts match; 1 if there are no words. */
export function shareOf(query: readonly Terms[], frequencies: Frequencies | undefined): number {
  if (frequencies === undefined) return 0;
  const { shares, others } = frequencies;
  const shareOfTerm = ({ forms, prefix }: Terms[number]): number => {
    let share = 0;
    for (const form of forms) share += shares.get(form) ?? others;
    if (prefix !== null) {
      for (const [word, one] of shares) if (word.startsWith(prefix)) share += one;
    }
    return share;
  };
  return Math.min(1, ...query.flat().map(shareOfTerm));
}
