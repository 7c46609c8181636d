import { dayAfter, dayIn } from '../../platform/days.ts';
import { momentOf } from '../../platform/local-time.ts';

/** When nobody is disturbed, in local time (docs/product/push.md#night). */
const [evening, morning] = ['22:00', '08:00'];

/** When the night that it is in a time zone ends; null by day. */
export function nightEnd(timeZone: string, now: Date): Date | null {
  const today = dayIn(timeZone, now);
  const wakes = momentOf(timeZone, today, morning);
  if (now < wakes) return wakes;
  return now < momentOf(timeZone, today, evening) ? null : momentOf(timeZone, dayAfter(today, 1), morning);
}

/** When the night of the current day begins in a time zone. */
export const nightStart = (timeZone: string, now: Date): Date =>
  momentOf(timeZone, dayIn(timeZone, now), evening);
