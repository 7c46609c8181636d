import { minute } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/db.ts';
import './account.table.ts';

/**
 * What failures are counted for (docs/product.md §2.5). After `mostFailures` within its `life` the door is closed
 * for `pause`, which doubles with each further failure up to `longestPause`, and never beyond the end of `life`.
 * Milliseconds.
 */
export interface Subject {
  key: Buffer;
  life: number;
  pause: number;
}
const maxFailures = 10;
export const maxLockout = 15 * minute;
/** By how much the clocks of two processes may differ. What ends later than it may by more counts as over. */
const clockSkew = minute;
const maxClosing = maxLockout + clockSkew;

/** Until when a door is closed for one of these; null when it is open. */
export const findLockout = async (db: Db, keys: Buffer[], now: Date): Promise<Date | null> => {
  const found = await db
    .selectFrom('login_failures')
    .select((of) => of.fn.max('closed_until').as('until'))
    .where('subject', 'in', keys)
    .where('closed_until', '>', now)
    .where('closed_until', '<=', new Date(now.getTime() + maxClosing))
    .executeTakeFirst();
  return found?.until ?? null;
};

/** Counts one more failure, and closes the door when there are too many; false when it was closed meanwhile. */
export const addFailure = async (db: Db, { key, life, pause }: Subject, now: Date): Promise<boolean> => {
  const latest = new Date(now.getTime() + life + clockSkew);
  const goesOn = sql`kept.ends_at > ${now} and kept.ends_at <= ${latest}`;
  const { rows } = await sql`
    insert into login_failures as kept (subject, failures, ends_at)
    values (${key}, 1, ${new Date(now.getTime() + life)})
    on conflict (subject) do update set
      failures = case when ${goesOn} then kept.failures + 1 else 1 end,
      ends_at = case when kept.ends_at > ${now} then least(kept.ends_at, excluded.ends_at)
        else excluded.ends_at end,
      closed_until = case when ${goesOn} and kept.failures + 1 >= ${maxFailures} then
        least(
          kept.ends_at,
          excluded.ends_at,
          ${now}::timestamptz + interval '1 ms' * least(
            ${maxLockout}::float8,
            ${pause}::float8 * 2 ^ least(kept.failures + 1 - ${maxFailures}, 20)
          )
        )
      end
    where kept.closed_until is null or kept.closed_until <= ${now}
      or kept.closed_until > ${new Date(now.getTime() + maxClosing)}
    returning failures`.execute(db);
  return rows.length > 0;
};

export const deleteFailuresBefore = (db: Db, now: Date) =>
  db.deleteFrom('login_failures').where('ends_at', '<=', now).execute();

/** Whether a person's account knows a place, and was there since then. */
export const findLocation = async (db: Db, userId: string, place: Buffer, since: Date): Promise<boolean> => {
  const found = await db
    .selectFrom('known_places')
    .select('seen_at')
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .where('seen_at', '>', since)
    .executeTakeFirst();
  return found !== undefined;
};

export const saveLocation = (db: Db, user_id: string, place: Buffer, seen_at: Date) =>
  db
    .insertInto('known_places')
    .values({ user_id, place, seen_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ seen_at }))
    .execute();

export const deleteLocationsBefore = (db: Db, before: Date) =>
  db.deleteFrom('known_places').where('seen_at', '<', before).execute();
