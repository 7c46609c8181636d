import { day, hour } from '../clock.ts';
import { type Db, execute, firstRow } from '../db/db.ts';

const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / hour) * hour);

export const countEmail = (db: Db, now: Date) =>
  execute(db)`
    insert into sent_emails as s (hour, emails) values (${hourOf(now)}, 1)
    on conflict (hour) do update set emails = s.emails + 1`;

/** How many emails of all kinds were sent in this hour of the clock. */
export const emailsThisHour = async (db: Db, now: Date): Promise<number> => {
  const row = await firstRow<{ emails: number }>(db)`
    select emails from sent_emails where hour = ${hourOf(now)}`;
  return row?.emails ?? 0;
};

export const deleteOldEmailCounts = (db: Db, now: Date) =>
  execute(db)`delete from sent_emails where hour < ${new Date(now.getTime() - day)}`;
