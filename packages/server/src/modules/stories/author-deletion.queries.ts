import { type Db, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/** Unpublishes an author's published stories, and marks them to be republished if the account is restored. */
export const unpublishAll = async (tx: Db, authorId: string): Promise<void> => {
  await lockOwnStories(tx, authorId);
  await sql`
    update stories set is_published = false, republish_on_return = true
    where author_id = ${authorId} and is_published and deleted_at is null`.execute(tx);
};

/** Republishes the stories that were unpublished with the account; their dates stay the same. Returns their ids. */
export const republishAll = async (tx: Db, authorId: string): Promise<string[]> => {
  await lockOwnStories(tx, authorId);
  const { rows } = await sql<{ id: string; is_published: boolean }>`
    update stories set is_published = deleted_at is null, republish_on_return = false
    where author_id = ${authorId} and republish_on_return returning id, is_published`.execute(tx);
  return rows.filter((row) => row.is_published).map(({ id }) => id);
};

/** Locks in id order, as all code that locks several stories does. */
const lockOwnStories = (tx: Db, authorId: string) =>
  sql`select from stories where author_id = ${authorId} order by id for update`.execute(tx);
