/** How many chapters a fold of a long list has. */
export const foldSize = 50;

/** Consecutive chapters of a list, by their numbers. */
export interface Fold {
  first: number;
  last: number;
}

/** The folds of a list of `total` chapters, in the order in which they are shown. */
export function foldsOf(total: number, newestFirst: boolean): Fold[] {
  const folds = Array.from({ length: Math.ceil(total / foldSize) }, (_, index) => ({
    first: index * foldSize + 1,
    last: Math.min((index + 1) * foldSize, total),
  }));
  return newestFirst ? folds.reverse() : folds;
}

export const isInFold = ({ first, last }: Fold, number: number | null | undefined): boolean =>
  number != null && first <= number && number <= last;

interface Numbered {
  chapterNumber: number;
}

/** The fold's chapters among consecutive ones; undefined if some of them are missing. */
export function chaptersOfFold<Chapter extends Numbered>(
  fold: Fold,
  chapters: readonly Chapter[],
): Chapter[] | undefined {
  const [start, end] = [chapters[0]?.chapterNumber, chapters.at(-1)?.chapterNumber];
  if (start === undefined || end === undefined || fold.first < start || end < fold.last) return undefined;
  return chapters.filter(({ chapterNumber }) => isInFold(fold, chapterNumber));
}

/** A fold's name, such as 'Chapters 51–100'. */
export function foldName({ first, last }: Fold, newestFirst: boolean): string {
  if (first === last) return `Chapter ${first}`;
  const [from, to] = newestFirst ? [last, first] : [first, last];
  return `Chapters ${from}–${to}`;
}
