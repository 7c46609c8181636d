import { type Rate, smallestGroup } from '@inkling/contract/analytics';
import type { StopRow } from './chapter-figures.queries.ts';
import { rateOf } from './rates.ts';

const finishedTenth = 10;

const readersIn = (rows: StopRow[]): number => rows.reduce((sum, { readers }) => sum + readers, 0);

const shareOf = (count: number, of: number): number => Math.round((10_000 * count) / of) / 10_000;

/** Shares of the readers by the tenth in which they stopped; null below five readers. */
export function stopsOf(rows: StopRow[]): number[] | null {
  const all = readersIn(rows);
  if (all < smallestGroup) return null;
  return Array.from({ length: finishedTenth }, (_, tenth) =>
    shareOf(readersIn(rows.filter((row) => row.tenth === tenth)), all),
  );
}

/** How many of the readers finished; null below five readers. */
export const finishedOf = (rows: StopRow[]): Rate | null =>
  rateOf(readersIn(rows.filter(({ tenth }) => tenth === finishedTenth)), readersIn(rows));

/** The rows of each known version, for versions with five readers or more. */
export function byVersion(rows: StopRow[]): Map<number, StopRow[]> {
  const known = rows.filter(({ version }) => version > 0);
  const all = Map.groupBy(known, ({ version }) => version);
  return new Map([...all].filter(([, own]) => readersIn(own) >= smallestGroup));
}

/**
 * The rows that are shown. Where versions are, what one to four other readers did would follow from the stops of all, so
 * these are left out.
 */
export function shownStops(rows: StopRow[]): StopRow[] {
  const large = [...byVersion(rows).values()].flat();
  const others = readersIn(rows) - readersIn(large);
  return large.length > 0 && others < smallestGroup ? large : rows;
}
