import type { LoggedAction } from '@inkling/contract/measures';
import type { AppContext } from './context.ts';
import type { Db } from './db/db.ts';

/** What was decided or administered (docs/product/measures.md#the-log). */
export interface LoggedEntry {
  action: LoggedAction;
  /** What it is about; absent for the site and for a person, whose id would be kept for good. */
  subjectId?: string;
  /** Who did it; null for the command line and the clock. */
  actorId: string | null;
  /** Whom it concerns. */
  personId?: string | null;
  /** The name of a list, a genre, a plan or settings; never of a person, since the log is kept for good. */
  detail?: string;
}
export type LogAction = (tx: Db, entry: LoggedEntry, now: Date) => Promise<void>;

/** Adds to the log, in the transaction of what is logged. The module that has the log is after those that use this. */
export function logAction(
  { modules, clock }: Pick<AppContext, 'modules' | 'clock'>,
  tx: Db,
  entry: LoggedEntry,
): Promise<void> {
  const log = modules.find((module) => module.logAction !== undefined)?.logAction;
  if (log === undefined) throw new Error('No module has the log.');
  return log(tx, entry, clock.now());
}
