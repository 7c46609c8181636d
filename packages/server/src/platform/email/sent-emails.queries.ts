import { day, hour } from '../clock.ts';
import type { AppContext } from '../context.ts';
import { type Db, execute, firstValue } from '../db/db.ts';

const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / hour) * hour);

export const countEmail = (db: Db, now: Date) =>
  execute(db)`
    insert into sent_emails as s (hour, emails) values (${hourOf(now)}, 1)
    on conflict (hour) do update set emails = s.emails + 1`;

/** How many emails of all kinds were sent in this hour of the clock. */
const emailsThisHour = async (db: Db, now: Date): Promise<number> =>
  (await firstValue<number>(db)`
    select emails from sent_emails where hour = ${hourOf(now)}`) ?? 0;

/** How many emails of all kinds were sent in the hours of the clock since then; at most about a day is known. */
export const emailsSince = async (db: Db, since: Date): Promise<number> =>
  (await firstValue<number>(db)`
    select coalesce(sum(emails), 0) as emails from sent_emails where hour >= ${hourOf(since)}`) ?? 0;

/** The part of an hour's emails that is left to those that can wait: the rest is for account emails. */
const shareOfOthers = 0.8;

/** After how many seconds an email that can wait may be sent; null for now. */
export async function secondsUntilAllowed(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  now: Date,
): Promise<number | null> {
  const allowed = Math.max(1, Math.floor(config.EMAILS_PER_HOUR * shareOfOthers));
  if ((await emailsThisHour(db, now)) < allowed) return null;
  // Spread, so that not all of them look at the same moment.
  return Math.ceil((hour - (now.getTime() % hour)) / 1000 + Math.random() * 1200);
}

export const deleteOldEmailCounts = (db: Db, now: Date) =>
  execute(db)`delete from sent_emails where hour < ${new Date(now.getTime() - day)}`;
