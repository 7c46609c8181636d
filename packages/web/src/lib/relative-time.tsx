import { useSyncExternalStore } from 'react';
import { localDate } from './format.ts';
import { localMoment } from './moments.ts';
import { serverNow } from './server-time.ts';

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

/** A moment as relative time, kept up to date; its tooltip is the date and time. Not for pages that the server renders. */
export function RelativeTime({ iso }: { iso: string }) {
  const shown = useSyncExternalStore(onTick, () => relativeTime(iso, serverNow()));
  return (
    <time dateTime={iso} title={localMoment(iso)}>
      {shown}
    </time>
  );
}
