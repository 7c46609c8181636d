import { type Db, sql } from '../../platform/db/db.ts';

/**
 * When this person could first read this chapter: both the account and the published chapter existed. What a device
 * claims to have read before that does not count (docs/product/reading-sessions.md#offline).
 */
export const findReadableSince = async (db: Db, userId: string, chapterId: string): Promise<Date> => {
  const { rows } = await sql<{ since: Date }>`
    select greatest(u.created_at, c.published_at) as since
    from users u left join chapters c on c.id = ${chapterId} where u.id = ${userId}`.execute(db);
  return rows[0]?.since ?? new Date(0);
};
