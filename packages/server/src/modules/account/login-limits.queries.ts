import { minute } from '../../platform/clock.ts';
import { type Db, hasRows, sql } from '../../platform/db/db.ts';

/**
 * What failures are counted for (docs/product/account.md#failed-sign-ins). `maxFailures` within `window` start a lockout of
 * `firstLockout`. It doubles with each further failure up to `maxLockout` and never outlasts the window.
 * Milliseconds.
 */
export interface Subject {
  key: Buffer;
  window: number;
  firstLockout: number;
}
const maxFailures = 10;
export const maxLockout = 15 * minute;
/** How far the clocks of two processes may differ. Anything that ends later than allowed by more is ignored. */
const clockSkew = minute;
const maxLockoutWithSkew = maxLockout + clockSkew;

/** When the latest lockout of these subjects ends; null when there is none. */
export const findLockout = async (db: Db, keys: Buffer[], now: Date): Promise<Date | null> => {
  const found = await db
    .selectFrom('login_failures')
    .select((of) => of.fn.max('closed_until').as('until'))
    .where('subject', 'in', keys)
    .where('closed_until', '>', now)
    .where('closed_until', '<=', new Date(now.getTime() + maxLockoutWithSkew))
    .executeTakeFirst();
  return found?.until ?? null;
};

/** Counts a failure and starts a lockout after too many; false when a lockout has begun in the meantime. */
export const addFailure = (db: Db, { key, window, firstLockout }: Subject, now: Date): Promise<boolean> => {
  const latest = new Date(now.getTime() + window + clockSkew);
  const inWindow = sql`existing.ends_at > ${now} and existing.ends_at <= ${latest}`;
  return hasRows(
    db,
    sql`
    insert into login_failures as existing (subject, failures, ends_at)
    values (${key}, 1, ${new Date(now.getTime() + window)})
    on conflict (subject) do update set
      failures = case when ${inWindow} then existing.failures + 1 else 1 end,
      ends_at = case when existing.ends_at > ${now} then least(existing.ends_at, excluded.ends_at)
        else excluded.ends_at end,
      closed_until = case when ${inWindow} and existing.failures + 1 >= ${maxFailures} then
        least(
          existing.ends_at,
          excluded.ends_at,
          ${now}::timestamptz + interval '1 ms' * least(
            ${maxLockout}::float8,
            ${firstLockout}::float8 * 2 ^ least(existing.failures + 1 - ${maxFailures}, 20)
          )
        )
      end
    where existing.closed_until is null or existing.closed_until <= ${now}
      or existing.closed_until > ${new Date(now.getTime() + maxLockoutWithSkew)}`,
  );
};

export const deleteFailuresBefore = (db: Db, now: Date) =>
  db.deleteFrom('login_failures').where('ends_at', '<=', now).execute();

/** Whether an account was signed in to from this location after `since`. */
export const findLocation = (db: Db, userId: string, location: Buffer, since: Date): Promise<boolean> =>
  hasRows(
    db,
    sql`
    select from known_addresses
    where user_id = ${userId} and address_hash = ${location} and seen_at > ${since}`,
  );

export const saveLocation = (db: Db, user_id: string, location: Buffer, seen_at: Date) =>
  db
    .insertInto('known_addresses')
    .values({ user_id, address_hash: location, seen_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'address_hash']).doUpdateSet({ seen_at }))
    .execute();

export const deleteLocationsBefore = (db: Db, before: Date) =>
  db.deleteFrom('known_addresses').where('seen_at', '<', before).execute();
