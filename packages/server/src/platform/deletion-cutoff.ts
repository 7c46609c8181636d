import { hour } from './clock.ts';
import type { AppContext } from './context.ts';

/** How long the clock must have been steady, and how far the database's clock may be away from it. */
const steadyEnough = hour;
const farthestApart = hour;

/**
 * The time by which data that is over may be deleted. Null, with a line in the log, while it cannot be trusted: the
 * system's clock has jumped within the last hour or was not watched for so long, or the database's clock says
 * otherwise (docs/product.md §1.13). What is not deleted then is deleted by a later run.
 */
export async function deletionCutoff({
  clock,
  databaseTime,
  log,
}: Pick<AppContext, 'clock' | 'databaseTime' | 'log'>): Promise<Date | null> {
  const ofDatabase = await databaseTime();
  const now = clock.now();
  const apart = Math.abs(ofDatabase.getTime() - now.getTime());
  const steadyFor = clock.steadyFor();
  if (apart <= farthestApart && steadyFor >= steadyEnough) return now;
  const seconds = { steadyFor: Math.round(steadyFor / 1000), databaseApart: Math.round(apart / 1000) };
  log.warn(seconds, 'nothing is deleted by age until the clock has been steady for an hour');
  return null;
}

/** The later of two times. */
export const latestOf = (one: Date, other: Date): Date => (one > other ? one : other);
