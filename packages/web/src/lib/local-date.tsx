import { useEffect, useState } from 'react';
import { localDate } from './format.ts';

// Made once, since making a format takes longer than using it, and lists have many dates.
const utcFormat = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const utcDate = (iso: string): string => utcFormat.format(new Date(iso));

/** A date: in UTC on the server, then in the reader's locale and time zone. */
export function LocalDate({ iso }: { iso: string }) {
  const [shown, setShown] = useState(utcDate(iso));
  useEffect(() => setShown(localDate(iso)), [iso]);
  return <time dateTime={iso}>{shown}</time>;
}
