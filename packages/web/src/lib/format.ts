/** Numbers from 1,000 are shortened to K, from 1,000,000 to M. */
export function compactNumber(value: number): string {
  const shorten = (by: number, unit: string) => `${(Math.floor((value / by) * 10) / 10).toString()}${unit}`;
  if (value >= 1_000_000) return shorten(1_000_000, 'M');
  if (value >= 1000) return shorten(1000, 'K');
  return String(value);
}

/** Words in thousands to one decimal. */
export const wordsInThousands = (words: number): string => `${(words / 1000).toFixed(1)}k`;

/** Minutes that `words` take at 200 a minute, rounded up. */
export const readingMinutes = (words: number): number => Math.ceil(words / 200);

/** A date as the reader's own place writes it. */
export const localDate = (iso: string): string =>
  new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(iso),
  );
