import type { ReportSubject } from '@inkling/contract/reports';
import { day, hour } from '../../platform/clock.ts';
import { allRows, type Db, execute, firstRow, type RawBuilder, sql } from '../../platform/db/db.ts';
import { isHeld } from '../../platform/screening.queries.ts';

interface Counted {
  userId: string;
  digest: Buffer;
  kind: ReportSubject;
  textId: string;
  now: Date;
  /** Of texts per hour: of new accounts, and of others. */
  limits: { newcomer: number; other: number };
  /** How long an account is new. */
  newAccountHours: number;
}

/** What a person has written. */
export interface Writing {
  is_newcomer: boolean;
  /** How often this text in 24 hours, this time included. */
  times: number;
  /** The time that must be an hour ago before they can write more; null if they can. */
  full_since: Date | null;
  /** Whether the thing is held already. */
  is_held: boolean;
}

/** Counts a text, and returns what its writer wrote before. Their other texts wait until the transaction ends. */
export async function countText(
  tx: Db,
  { userId, digest, kind, textId, now, limits, newAccountHours }: Counted,
): Promise<Writing | undefined> {
  // A statement of its own, so that the next one sees what was committed before.
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`texts of ${userId}`}, 0))`;
  const since = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return firstRow<Writing>(tx)`
    with added as (
      insert into written_texts (user_id, digest, text_id, created_at)
      values (${userId}, ${digest}, ${textId}, ${now})
      on conflict (user_id, digest, text_id) do update set created_at = excluded.created_at)
    select n.is_newcomer, ${isHeld(kind, sql`${textId}::uuid`)} as is_held,
      (select 1 + count(*) from written_texts t where t.user_id = u.id and t.digest = ${digest}
        and t.text_id <> ${textId} and t.created_at > ${since(day)}) as times,
      (select t.created_at from written_texts t where t.user_id = u.id and t.created_at > ${since(hour)}
        order by t.created_at desc
        offset case when n.is_newcomer then ${limits.newcomer}::int else ${limits.other}::int end - 1 limit 1) as full_since
    from users u
    cross join lateral (select u.created_at > ${since(newAccountHours * hour)} as is_newcomer) n where u.id = ${userId}`;
}

/** Deletes what is of no use any more. */
export const deleteOldTexts = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from written_texts where created_at <= ${new Date(now.getTime() - day)}`;

/** Ends holds, whose entries are of reports alone from then on, or deleted. Resolves to whether there were any. */
const endHolds = async (tx: Db, which: RawBuilder<unknown>): Promise<boolean> => {
  const rows = await allRows(tx)`
    with held as (
      select e.id, exists (select from reports r where r.entry_id = e.id) as is_reported from report_entries e
      where e.closed_at is null and e.moderator_decision is null and e.held_for is not null and ${which} for update),
    deleted as (delete from report_entries where id in (select id from held where not is_reported)),
    kept as (
      update report_entries set held_for = null, held_number = null, is_unseen = false
      where id in (select id from held where is_reported))
    select id from held`;
  return rows.length > 0;
};

export const endHold = (tx: Db, kind: ReportSubject, id: string): Promise<boolean> =>
  endHolds(tx, sql`e.subject_kind = ${kind} and e.subject_id = ${id}`);

export const endHoldsOf = (tx: Db, personId: string): Promise<boolean> =>
  endHolds(tx, sql`e.person_id = ${personId}`);

/** Everything that is held. */
export const listHeld = (db: Db) =>
  allRows<{ kind: ReportSubject; id: string }>(db)`
    select subject_kind as kind, subject_id as id from report_entries
    where closed_at is null and moderator_decision is null and held_for is not null order by created_at, id`;
