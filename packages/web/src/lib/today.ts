import { serverNow } from './server-time.ts';
import { useMe } from './session.ts';

/** The day of a person now, written 2026-03-29, by the server's rules of time zones, as in what it sends. */
export const dayOf = ({ utcOffset }: { utcOffset: number }, at = serverNow()): string =>
  new Date(at + utcOffset * 60_000).toISOString().slice(0, 10);

/** The reader's day; in UTC as long as the reader is not known. */
export const useToday = (): string => dayOf(useMe() ?? { utcOffset: 0 });
