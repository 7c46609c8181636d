import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayIn, momentOf, monthOf } from '../../platform/days.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';

import { zoneOfDays } from '../users/index.ts';
import { groupReaders, listAuthorsToGroup } from './groups.queries.ts';
import { nextMonth } from './ranges.ts';

const queue = defineQueue<Record<string, never>>('analytics-groups', { timeout: 1800, once: true });

/**
 * Counts the groups of the month that it is somewhere, and in the first two days of a month those of the one before, whose
 * last views are counted by then.
 */
export async function groupAllReaders({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const months = new Set(
    [-2, 0, 1].map((days) => monthOf(dayIn('UTC', new Date(now.getTime() + days * day)))),
  );
  for (const month of months) {
    for (const author of await listAuthorsToGroup(db, month)) {
      const zone = zoneOfDays(author, now);
      const start = momentOf(zone, month, '00:00');
      await groupReaders(db, author.id, { month, start, end: momentOf(zone, nextMonth(month), '00:00') });
    }
  }
}

export function groupReadersHourly(ctx: AppContext): void {
  ctx.jobs.work(queue, () => groupAllReaders(ctx));
  ctx.jobs.schedule(queue, '7 * * * *');
}
