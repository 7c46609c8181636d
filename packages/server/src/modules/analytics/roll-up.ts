import type { AppContext } from '../../platform/context.ts';
import { dayIn, monthOf, weekOf } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import {
  clearMarks,
  countQuarter,
  listDue,
  listZones,
  marksOf,
  saveCounted,
  takeTurn,
  type ZoneDay,
} from './roll-up.queries.ts';

const quartersAtOnce = 200;

/** Where a moment is in the calendar of a time zone. */
function placeIn(zone: string, at: Date): ZoneDay {
  const date = dayIn(zone, at);
  return { zone, day: date, week: weekOf(date), month: monthOf(date) };
}

/**
 * Counts the quarters of an hour that have new raw rows, the oldest first and at most `max`
 * (docs/product/analytics.md#roll-ups). It may run twice, late, or in several processes at once: one of them counts at a
 * time. A quarter that fails waits for the next run.
 */
export async function rollUp(
  { db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>,
  max = quartersAtOnce,
): Promise<void> {
  const countOne = (quarter: Date) =>
    transaction(db, async (tx) => {
      if (!(await takeTurn(tx))) return 'another counts' as const;
      const marks = await marksOf(tx, quarter);
      if (marks === null) return 'counted' as const;
      const now = clock.now();
      const zones = await listZones(tx, quarter, now);
      const places = zones.map((zone) => placeIn(zone, quarter));
      await countQuarter(tx, quarter, places, now);
      await clearMarks(tx, quarter, { marks, zones, now });
      return 'counted' as const;
    });
  const began = clock.now();
  const due = await listDue(db, max);
  let failed = 0;
  for (const quarter of due) {
    try {
      if ((await countOne(quarter)) === 'another counts') return;
    } catch (err) {
      failed += 1;
      log.error({ err, quarter }, 'views of a quarter of an hour were not counted; they will be tried again');
    }
  }
  if (due.length < max && failed === 0) await saveCounted(db, began);
}
