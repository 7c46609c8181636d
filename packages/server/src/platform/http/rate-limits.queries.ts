import { minute } from '../clock.ts';
import { type Db, firstRow } from '../db/db.ts';
import type { PersonalPart } from '../personal-data.ts';

/** Accepted difference between the clocks of two processes. */
const clockTolerance = minute;

/** A stored window that ends too late was started by a clock that was ahead, and counts as expired. */
export async function countOnce(db: Db, key: Buffer, time: number, timeWindow: number) {
  const [now, ends, latest] = [0, timeWindow, timeWindow + clockTolerance].map((ms) => new Date(time + ms));
  const row = await firstRow<{ calls: number; ends_at: Date }>(db)`
    insert into call_counts as stored (key, calls, ends_at) values (${key}, 1, ${ends})
    on conflict (key) do update set
      calls = case when stored.ends_at > ${now} and stored.ends_at <= ${latest} then stored.calls + 1 else 1 end,
      ends_at = case when stored.ends_at > ${now} then least(stored.ends_at, excluded.ends_at)
        else excluded.ends_at end
    returning calls, ends_at`;
  const { calls = 1, ends_at: endsAt } = row ?? {};
  return { calls, endsAt: endsAt?.getTime() ?? time + timeWindow };
}

/** Deletes the counts of expired windows. */
export const deleteOldCounts = (db: Db, now: Date) =>
  db.deleteFrom('call_counts').where('ends_at', '<=', now).execute();

/** Counts are under hashes of addresses and people, so no person's are found. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'visitors',
      what: 'How many requests come from your network address or account',
      why: 'To prevent abuse. Most are counted in memory; sign-ins, sign-ups, uploads, downloads of data and anything that sends an email or message are counted in the database.',
      seenBy: 'No one. The database holds only a hash of the address or account.',
      until: 'Two days at most.',
      columns: [],
    },
  ],
};
