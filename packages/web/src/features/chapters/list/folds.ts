import { chaptersPerPage } from '@inkling/contract/limits';
import type { Volume } from '@inkling/contract/volumes';

/** How many chapters a fold of a long list has. */
export const foldSize = 50;

/** Consecutive chapters of a list, by their numbers, of one volume or of none. */
export interface Fold {
  first: number;
  last: number;
  volume: Volume | null;
}

/** The numbers from `first` to `last` in folds. */
const split = (first: number, last: number, volume: Volume | null): Fold[] =>
  Array.from({ length: Math.max(0, Math.ceil((last - first + 1) / foldSize)) }, (_, index) => ({
    first: first + index * foldSize,
    last: Math.min(first + (index + 1) * foldSize - 1, last),
    volume,
  }));

/** The folds of a list of `total` chapters, in the order in which they are shown; empty volumes have none. */
export function foldsOf(total: number, newestFirst: boolean, volumes: readonly Volume[] = []): Fold[] {
  const starts = volumes.flatMap((volume) =>
    volume.firstChapter === null ? [] : [{ volume, first: volume.firstChapter }],
  );
  const folds = split(1, (starts[0]?.first ?? total + 1) - 1, null);
  for (const [index, { volume, first }] of starts.entries()) {
    folds.push(...split(first, (starts[index + 1]?.first ?? total + 1) - 1, volume));
  }
  return newestFirst ? folds.reverse() : folds;
}

export const isInFold = (
  { first, last }: Pick<Fold, 'first' | 'last'>,
  number: number | null | undefined,
): boolean => number != null && first <= number && number <= last;

/** The pages of the list that have a fold's chapters: one, or two if it begins on one and ends on the next. */
export function pagesOf({ first, last }: Pick<Fold, 'first' | 'last'>): number[] {
  const [start, end] = [Math.ceil(first / chaptersPerPage), Math.ceil(last / chaptersPerPage)];
  return start === end ? [start] : [start, end];
}

interface Numbered {
  chapterNumber: number;
}

/** The fold's chapters among consecutive ones; undefined if some of them are missing. */
export function chaptersOfFold<Chapter extends Numbered>(
  fold: Pick<Fold, 'first' | 'last'>,
  chapters: readonly Chapter[],
): Chapter[] | undefined {
  const [start, end] = [chapters[0]?.chapterNumber, chapters.at(-1)?.chapterNumber];
  if (start === undefined || end === undefined || fold.first < start || end < fold.last) return undefined;
  return chapters.filter(({ chapterNumber }) => isInFold(fold, chapterNumber));
}

/** A fold's name, such as 'Chapters 51–100'. */
export function foldName({ first, last }: Pick<Fold, 'first' | 'last'>, newestFirst: boolean): string {
  if (first === last) return `Chapter ${first}`;
  const [from, to] = newestFirst ? [last, first] : [first, last];
  return `Chapters ${from}–${to}`;
}
