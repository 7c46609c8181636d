/** Shortens numbers from 1,000 with K and from 1,000,000 with M. */
export function compactNumber(value: number): string {
  const shorten = (by: number, unit: string) => `${(Math.floor((value / by) * 10) / 10).toString()}${unit}`;
  if (value >= 1_000_000) return shorten(1_000_000, 'M');
  if (value >= 1000) return shorten(1000, 'K');
  return String(value);
}

/** '1 story', '1,000 stories'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** A word count in thousands, to one decimal. */
export const wordsInThousands = (words: number): string => `${(words / 1000).toFixed(1)}k`;

/** Minutes needed to read `words` at 200 words a minute, rounded up. */
export const readingMinutes = (words: number): number => Math.ceil(words / 200);

/** A date in the reader's locale. */
export const localDate = (iso: string): string =>
  new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(iso),
  );

/** A date and time in the reader's locale. */
export const localMoment = (iso: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** A date and time without the year, unless it is another year's. */
export function shortMoment(at: Date, now = new Date()): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  const format = { year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(undefined, format).format(at);
}

const hour = 3_600_000;
const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** When a story was last read, as the library shows it. */
export function lastReadLabel(iso: string, now = new Date()): string {
  const hours = Math.floor((now.getTime() - new Date(iso).getTime()) / hour);
  if (hours < 1) return 'Just now';
  if (hours < 24) return plural(hours, 'hour');
  const days = Math.floor(hours / 24);
  if (days === 1) return 'Yesterday';
  if (days < 7) return plural(days, 'day');
  if (days < 30) return plural(Math.floor(days / 7), 'week');
  return plural(Math.floor(days / 30), 'month');
}
