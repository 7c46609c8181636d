const months = { month: 1, year: 12 };

/** The same day and time (UTC) some months later; the last day of a month that is too short. */
export function monthsAfter(from: Date, count: number): Date {
  const at = new Date(from);
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return at;
}

/**
 * The first end of a period after `now`. Periods are counted from the start, so that one that began on January 31 ends on
 * February 28 and then on March 31.
 */
export function nextPeriodEnd(startedAt: Date, period: 'month' | 'year', now: Date): Date {
  const passed =
    (now.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - startedAt.getUTCMonth();
  let count = Math.max(1, Math.floor(passed / months[period]));
  while (monthsAfter(startedAt, count * months[period]) <= now) count += 1;
  return monthsAfter(startedAt, count * months[period]);
}
