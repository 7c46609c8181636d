import { minute, second } from './clock.ts';
import type { Db } from './db/db.ts';
import { deleteState, readState, writeState } from './site-state.queries.ts';

/** Maintenance mode while it is on (docs/operating.md#maintenance). */
export interface Maintenance {
  since: Date;
  /** When the operator expects to be done. It does not end by itself then. */
  until: Date | null;
  /** Said instead of the usual sentence. */
  message: string | null;
}

interface Stored {
  until: string | null;
  message: string | null;
}

const name = 'maintenance';

/** Null while it is off. */
export async function readMaintenance(db: Db): Promise<Maintenance | null> {
  const stored = await readState<Stored>(db, name);
  if (stored === undefined) return null;
  const { until, message } = stored.value;
  return { since: stored.at, until: until === null ? null : new Date(until), message };
}

/** Switches it on, or changes what it says; the servers notice within two seconds. */
export const startMaintenance = (db: Db, { since, until, message }: Maintenance): Promise<void> =>
  writeState(db, name, { until: until?.toISOString() ?? null, message } satisfies Stored, since);

/** Whether it was on. */
export const endMaintenance = (db: Db): Promise<boolean> => deleteState(db, name);

const usual = 'We’re working on the site.';

/** In words that need no time zone. */
function returnsIn(milliseconds: number): string {
  if (milliseconds <= 0) return 'It will be back any moment.';
  const minutes = Math.ceil(milliseconds / minute);
  if (minutes < 100)
    return `It should be back in about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return `It should be back in about ${Math.round(minutes / 60)} hours.`;
}

/** What people read. */
export function maintenanceText({ until, message }: Maintenance, now: Date): string {
  const when = until === null ? 'It will be back soon.' : returnsIn(until.getTime() - now.getTime());
  return `${message ?? usual} ${when}`;
}

const retry = { min: 30, max: 3600 };

/** Seconds after which programs should try again. */
export const maintenanceRetry = ({ until }: Maintenance, now: Date): number =>
  Math.min(retry.max, Math.max(retry.min, Math.ceil(((until?.getTime() ?? 0) - now.getTime()) / second)));
