import type { Invitation } from '@inkling/contract/sharing';
import type { Author } from '@inkling/contract/users';
import {
  allRows,
  countRows,
  type Db,
  execute,
  firstRow,
  hasRows,
  isoTime,
  sql,
} from '../../platform/db/db.ts';
import { authorJson } from '../users/index.ts';

const canBeUsed = (now: Date) => sql<boolean>`(i.ends_at > ${now} and i.used < i.uses)`;
const columns = sql`i.id as "_id", i.uses, i.used, ${isoTime('i.ends_at')} as until,
  ${isoTime('i.created_at')} as "createdAt", (select ${authorJson('a')} from users a where a.id = i.by_id) as by`;

export const isUsable = (db: Db, tokenHash: Buffer, now: Date): Promise<boolean> =>
  hasRows(db, sql`select from signup_invitations i where i.token_hash = ${tokenHash} and ${canBeUsed(now)}`);

/** Counts one use; false if it can no longer be used. Of people who sign up at once, one gets the last use. */
export const spendInvitation = (tx: Db, tokenHash: Buffer, now: Date): Promise<boolean> =>
  hasRows(
    tx,
    sql`update signup_invitations i set used = i.used + 1
      where i.token_hash = ${tokenHash} and ${canBeUsed(now)}`,
  );

export const listInvitations = (db: Db, now: Date): Promise<Invitation[]> =>
  allRows<Invitation>(db)`
    select ${columns} from signup_invitations i where ${canBeUsed(now)} order by i.created_at desc, i.id desc`;

export const insertInvitation = (
  tx: Db,
  { tokenHash, uses, until, byId }: { tokenHash: Buffer; uses: number; until: Date; byId: string | null },
  now: Date,
): Promise<Invitation | undefined> =>
  firstRow<Invitation>(tx)`
    with i as (
      insert into signup_invitations (token_hash, uses, ends_at, by_id, created_at)
      values (${tokenHash}, ${uses}, ${until}, ${byId}, ${now}) returning *)
    select ${columns} from i`;

export const deleteInvitation = (tx: Db, id: string): Promise<boolean> =>
  hasRows(tx, sql`delete from signup_invitations where id = ${id}`);

export const deleteOldInvitations = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from signup_invitations where ends_at <= ${now}`;

export interface RequestRow {
  person: Author;
  email_domain: string;
  is_verified: boolean;
  words: string;
  created_at: Date;
}

export const insertRequest = (tx: Db, userId: string, words: string, now: Date): Promise<void> =>
  execute(tx)`insert into signup_requests (user_id, words, created_at) values (${userId}, ${words}, ${now})`;

const waiting = sql`signup_requests r join users u on u.id = r.user_id join credentials c on c.user_id = u.id
  where r.refused_at is null`;

export const listRequests = async (
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: RequestRow[]; total: number }> => {
  const rows = await allRows<RequestRow>(db)`
    select ${authorJson('u')} as person, split_part(c.email, '@', 2) as email_domain, u.is_verified, r.words, r.created_at
    from ${waiting} order by r.created_at, r.user_id limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from ${waiting}`) };
};

export type RequestState = 'waiting' | 'refused';

/** What came of a person's request for an account; undefined for everyone whose account can be used. */
export const findRequest = async (db: Db, userId: string): Promise<RequestState | undefined> => {
  const row = await firstRow<{ state: RequestState }>(db)`
    select case when refused_at is null then 'waiting' else 'refused' end as state
    from signup_requests where user_id = ${userId}`;
  return row?.state;
};

/** Ends the wait of a person; false if no one waits under this id. Of two decisions at once, one is taken. */
export const approveRequest = (tx: Db, userId: string): Promise<boolean> =>
  hasRows(tx, sql`delete from signup_requests where user_id = ${userId} and refused_at is null`);

export const refuseRequest = (tx: Db, userId: string, now: Date): Promise<boolean> =>
  hasRows(
    tx,
    sql`update signup_requests set refused_at = ${now} where user_id = ${userId} and refused_at is null`,
  );
