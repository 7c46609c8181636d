import { CalendarClock } from 'lucide-react';
import { useEffect, useState } from 'react';

/** A date and time; with a time zone in English, as the server renders it. The year is left out if it is this year. */
export function momentIn(iso: string, timeZone?: string, now = new Date()): string {
  const at = new Date(iso);
  // A rendered page may be shown in another year, so it always has the year.
  const isThisYear = timeZone === undefined && at.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(timeZone === undefined ? undefined : 'en', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: isThisYear ? undefined : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZoneName: 'short' }),
  }).format(at);
}

/** When a story's next chapter is published: in UTC on the server, then in the reader's language and time zone. */
export function NextChapter({ iso }: { iso: string }) {
  const [shown, setShown] = useState<string | null>(() => momentIn(iso, 'UTC'));
  useEffect(() => {
    // A page that was rendered before the publication may be shown just after it.
    setShown(new Date(iso) > new Date() ? momentIn(iso) : null);
  }, [iso]);
  if (shown === null) return null;
  return (
    <p className="flex items-start gap-2">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        Next chapter: <time dateTime={iso}>{shown}</time>
      </span>
    </p>
  );
}
