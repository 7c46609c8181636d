import { type Db, hasRows, sql } from '../../platform/db/db.ts';
import { type AuthorRow, isPublicPerson } from '../users/index.ts';
import './chat.table.ts';

export type MuteRow = AuthorRow & { until: Date | null; created_at: Date };

/** A person whom others see. */
export const findPerson = async (db: Db, id: string): Promise<AuthorRow | undefined> => {
  const { rows } = await sql<AuthorRow>`
    select id, username, display_name, avatar from users where id = ${id} and ${isPublicPerson('users')}`.execute(
    db,
  );
  return rows[0];
};

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
  const { rows } = await sql<MuteRow>`
    select u.id, u.username, u.display_name, u.avatar, m.until, m.created_at from ${mutesOf(authorId, now)}
    order by m.created_at desc, m.user_id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${mutesOf(authorId, now)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

/** How many people other than this one the author has muted, after mutes that have ended were deleted. */
export const countOthers = async (tx: Db, authorId: string, userId: string, now: Date): Promise<number> => {
  await sql`delete from chat_mutes where author_id = ${authorId} and until <= ${now}`.execute(tx);
  const { rows } = await sql<{ mutes: number }>`
    select count(*) as mutes from chat_mutes where author_id = ${authorId} and user_id <> ${userId}`.execute(
    tx,
  );
  return rows[0]?.mutes ?? 0;
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
