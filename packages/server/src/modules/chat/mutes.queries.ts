import { allRows, countRows, type Db, execute, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { type AuthorRow, isPublicPerson } from '../users/index.ts';

export type MuteRow = AuthorRow & { until: Date | null; created_at: Date };

/** A person whom others see. */
export const findPerson = (db: Db, id: string): Promise<AuthorRow | undefined> =>
  firstRow<AuthorRow>(db)`
    select id, username, display_name, avatar from users where id = ${id} and ${isPublicPerson('users')}`;

/**
 * Locks an author, so that their mutes are counted one after the other, and the person to be muted, who sends nothing
 * until the transaction ends. In the order of ids, like everything that locks more than one person.
 */
export const lockForMuting = (tx: Db, authorId: string, userId: string) =>
  sql`select from users where id in (${authorId}, ${userId}) order by id for no key update`.execute(tx);

/** Those of an author's mutes that are in force. */
const mutesOf = (authorId: string, now: Date) => sql`
  chat_mutes m join users u on u.id = m.user_id
  where m.author_id = ${authorId} and (m.until is null or m.until > ${now}) and ${isPublicPerson('u')}`;

export const listMutes = async (
  db: Db,
  authorId: string,
  now: Date,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: MuteRow[]; total: number }> => {
  const rows = await allRows<MuteRow>(db)`
    select u.id, u.username, u.display_name, u.avatar, m.until, m.created_at from ${mutesOf(authorId, now)}
    order by m.created_at desc, m.user_id limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from ${mutesOf(authorId, now)}`) };
};

/** How many people other than this one the author has muted, after mutes that have ended were deleted. */
export const countOthers = async (tx: Db, authorId: string, userId: string, now: Date): Promise<number> => {
  await execute(tx)`delete from chat_mutes where author_id = ${authorId} and until <= ${now}`;
  return countRows(tx, sql`from chat_mutes where author_id = ${authorId} and user_id <> ${userId}`);
};

export const upsertMute = (tx: Db, authorId: string, userId: string, until: Date | null, now: Date) =>
  sql`
    insert into chat_mutes (author_id, user_id, until, created_at) values (${authorId}, ${userId}, ${until}, ${now})
    on conflict (author_id, user_id) do update set until = excluded.until, created_at = excluded.created_at`.execute(
    tx,
  );

/** False if the person was not muted. */
export const deleteMute = (db: Db, authorId: string, userId: string): Promise<boolean> =>
  hasRows(
    db,
    sql`
    delete from chat_mutes where author_id = ${authorId} and user_id = ${userId}`,
  );
