import { useEffect, useState } from 'react';
import { localDate, utcDate } from './format.ts';
import { isWritten } from './written-page.tsx';

/** A date: on visitors' pages first in UTC, then in the reader's locale and time zone. */
export function LocalDate({ iso }: { iso: string }) {
  const [shown, setShown] = useState(() => (isWritten() ? localDate : utcDate)(iso));
  useEffect(() => setShown(localDate(iso)), [iso]);
  return (
    <time dateTime={iso} suppressHydrationWarning={isWritten()}>
      {shown}
    </time>
  );
}
