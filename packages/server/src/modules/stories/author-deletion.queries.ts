import { type Db, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/** Takes back what a person has published, and notes that it was public. */
export const unpublishAll = async (tx: Db, authorId: string): Promise<void> => {
  await lockOwn(tx, authorId);
  await sql`
    update stories set is_published = false, public_again = true
    where author_id = ${authorId} and is_published and deleted_at is null`.execute(tx);
};

/** Makes public again what was taken back with the account: the same stories, with the dates that they had. */
export const republishAll = async (tx: Db, authorId: string): Promise<void> => {
  await lockOwn(tx, authorId);
  await sql`
    update stories set is_published = deleted_at is null, public_again = false
    where author_id = ${authorId} and public_again`.execute(tx);
};

/** In the order in which all lock several stories. */
const lockOwn = (tx: Db, authorId: string) =>
  sql`select from stories where author_id = ${authorId} order by id for update`.execute(tx);
