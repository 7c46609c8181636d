import type { OutsidePurpose } from '@inkling/contract/admin';
import type { AppContext } from './context.ts';
import { dayAfter, dayIn } from './days.ts';
import type { Db } from './db/db.ts';
import { loader } from './db/loader.ts';
import { addRequests, deleteRequestsBefore, listRequests } from './outside-requests.queries.ts';
import { perInstance } from './per-instance.ts';

interface Sent {
  host: string;
  purpose: OutsidePurpose;
  /** Of the body. */
  bytes: number;
}

/** One statement at a time for all requests that wait to be counted, so that many hold one connection. */
const counterOf = perInstance((db: Db) =>
  loader(async (all: (Sent & { day: string })[]) => {
    const sums = Map.groupBy(all, ({ day, host, purpose }) => `${day} ${purpose} ${host}`);
    const rows = [...sums.values()].flatMap((same) => {
      const bytes = same.reduce((sum, one) => sum + one.bytes, 0);
      return same.slice(0, 1).map((one) => ({ ...one, requests: same.length, bytes }));
    });
    await addRequests(db, rows);
    return [];
  }),
);

/**
 * Counts a request to another server by its day, host and purpose; every client of one calls this
 * (docs/product/admin.md#outside-requests). Never rejects: what was sent but not counted must not be sent again.
 */
export async function countOutside(
  { db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>,
  sent: Sent,
): Promise<void> {
  try {
    await counterOf(db)({ ...sent, day: dayIn('UTC', clock.now()) });
  } catch (err) {
    log.warn({ err }, 'a request to another server was not counted');
  }
}

/** For how many days requests are listed. */
const days = 30;

/** What was sent to other servers in the last 30 days, today included. */
export const outsideRequests = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>) =>
  listRequests(db, dayAfter(dayIn('UTC', clock.now()), 1 - days));

/** Deletes what is no longer listed. */
export const deleteOldRequests = (db: Db, now: Date) =>
  deleteRequestsBefore(db, dayAfter(dayIn('UTC', now), 1 - days));
