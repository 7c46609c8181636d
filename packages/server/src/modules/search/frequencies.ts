import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { type Frequencies, findFrequencies } from './frequencies.queries.ts';
import { formsOf, type Terms } from './query-forms.ts';

/** They only choose between two ways to find the same, so they may be old. */
const maxAgeMs = 300_000;
/** Words of at least this share of all texts are looked for in the first texts, where there are enough of them. */
const frequentShare = 0.05;

const current = perInstance((_db: Db) => ({
  loadedAt: Number.NEGATIVE_INFINITY,
  tables: new Map<string, Frequencies>(),
}));

/** Whether a query finds a large share of all stories, and of all pieces of chapters. */
export async function frequencyOf(
  db: Db,
  query: readonly Terms[],
): Promise<{ stories: boolean; pieces: boolean }> {
  const known = current(db);
  if (performance.now() - known.loadedAt > maxAgeMs) {
    known.loadedAt = performance.now();
    known.tables = await findFrequencies(db);
  }
  const isFrequent = (table: string) => shareOf(query, known.tables.get(table)) >= frequentShare;
  return { stories: isFrequent('search_stories'), pieces: isFrequent('search_pieces') };
}

/** At most this share of a table's texts match; 1 if there are no words. */
export function shareOf(query: readonly Terms[], frequencies: Frequencies | undefined): number {
  if (frequencies === undefined) return 0;
  const { shares, others } = frequencies;
  const shareOfTerm = (term: Terms[number]): number => {
    let share = 0;
    for (const form of formsOf(term)) share += shares.get(form) ?? others;
    for (const [word, one] of shares)
      if (term.prefixes.some((prefix) => word.startsWith(prefix))) share += one;
    return share;
  };
  const shareOfPart = (terms: Terms): number => {
    const joined = terms[0]?.joined;
    return Math.min(...terms.map(shareOfTerm)) + (joined === undefined ? 0 : shareOfTerm(joined));
  };
  return Math.min(1, ...query.map(shareOfPart));
}
