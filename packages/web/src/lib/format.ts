import { localFormat } from './local-format.ts';

/** Shortens numbers from 1,000 with K and from 1,000,000 with M. */
export function compactNumber(value: number): string {
  const shorten = (by: number, unit: string) => `${(Math.floor((value / by) * 10) / 10).toString()}${unit}`;
  if (value >= 1_000_000) return shorten(1_000_000, 'M');
  if (value >= 1000) return shorten(1000, 'K');
  return String(value);
}

/** Words in thousands to one decimal: '5.2k'. */
export const thousands = (words: number): string => `${Math.round(words / 100) / 10}k`;

/** '1 story', '1,000 stories'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Minutes needed to read `words` at 200 words a minute, rounded up. */
export const readingMinutes = (words: number): number => Math.ceil(words / 200);

/** A date in the reader's locale. */
export const localDate = (iso: string): string =>
  localFormat({ year: 'numeric', month: 'short', day: 'numeric' }).format(new Date(iso));

const utcFormat = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** A date in UTC, as the server writes it. */
export const utcDate = (iso: string): string => utcFormat.format(new Date(iso));
