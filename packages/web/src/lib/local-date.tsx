import { useEffect, useState } from 'react';
import { localDate, utcDate } from './format.ts';

/** A date: in UTC on the server, then in the reader's locale and time zone. */
export function LocalDate({ iso }: { iso: string }) {
  const [shown, setShown] = useState(utcDate(iso));
  useEffect(() => setShown(localDate(iso)), [iso]);
  return <time dateTime={iso}>{shown}</time>;
}
