import { useSyncExternalStore } from 'react';
import { localDate, utcDate } from './format.ts';
import { localMoment } from './moments.ts';
import { serverNow } from './server-time.ts';
import { isWritten } from './written-page.tsx';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a moment was: 'Just now', '5m ago', '3h ago', '2d ago', from a week on the date in the reader's locale. */
export function relativeTime(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < minute) return 'Just now';
  if (age < hour) return `${Math.floor(age / minute)}m ago`;
  if (age < day) return `${Math.floor(age / hour)}h ago`;
  return age < 7 * day ? `${Math.floor(age / day)}d ago` : localDate(iso);
}

/** The same for narrow places, from a week on in weeks, months and years: '3w ago', '5mo ago', '2y ago'. */
export function shortRelativeTime(iso: string, now: number): string {
  const days = Math.floor((now - Date.parse(iso)) / day);
  if (days < 7) return relativeTime(iso, now);
  if (days < 35) return `${Math.floor(days / 7)}w ago`;
  return days < 365 ? `${Math.floor(days / 30.5)}mo ago` : `${Math.floor(days / 365)}y ago`;
}

const tickMs = 10_000;
const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer for all times of the page. */
function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

interface Props {
  iso: string;
  /** How the time is written. */
  format?: typeof relativeTime;
}

/** A moment as relative time, kept up to date; its tooltip is the date and time. On the server, the date in UTC,
 * except on a member's page. */
export function RelativeTime({ iso, format = relativeTime }: Props) {
  const shown = useSyncExternalStore(
    onTick,
    () => format(iso, serverNow()),
    () => (isWritten() ? format(iso, serverNow()) : null),
  );
  return (
    // Another engine than the server's may write dates otherwise.
    <time
      dateTime={iso}
      title={shown === null ? undefined : localMoment(iso)}
      suppressHydrationWarning={isWritten()}
    >
      {shown ?? utcDate(iso)}
    </time>
  );
}
