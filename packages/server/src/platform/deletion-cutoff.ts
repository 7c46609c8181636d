import { hour } from './clock.ts';
import type { AppContext } from './context.ts';

const minSteadyTime = hour;
/** The largest accepted difference between the system clock and the database's clock. */
const maxClockDifference = hour;

/**
 * The current time for deleting expired data, or null with a log line if the time cannot be trusted. That is the
 * case if the system clock jumped or the process started within the last hour, or if the database's clock differs
 * (docs/product/time.md#clocks). A later run then deletes the data.
 */
export async function deletionCutoff({
  clock,
  databaseTime,
  log,
}: Pick<AppContext, 'clock' | 'databaseTime' | 'log'>): Promise<Date | null> {
  const databaseNow = await databaseTime();
  const now = clock.now();
  const difference = Math.abs(databaseNow.getTime() - now.getTime());
  const steadyFor = clock.steadyFor();
  if (difference <= maxClockDifference && steadyFor >= minSteadyTime) return now;
  const seconds = {
    steadyFor: Math.round(steadyFor / 1000),
    databaseDifference: Math.round(difference / 1000),
  };
  log.warn(
    seconds,
    'expired data is not deleted until the system clock has been steady for an hour and agrees with the database',
  );
  return null;
}

export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);
