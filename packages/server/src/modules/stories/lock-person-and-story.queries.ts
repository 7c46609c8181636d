import { type Db, type RawBuilder, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/**
 * Locks a person's account against deletion and suspension and then a story, given by its id or an SQL expression, until
 * the transaction ends. All changes of a story's ratings take these locks first, so that they
 * happen one after the other and never wait for each other in a circle.
 *
 * @returns `inactive` for an account that is suspended or about to be deleted, `missing` if there is no such story
 */
export const lockPersonAndStory = async (
  tx: Db,
  userId: string,
  story: string | RawBuilder<unknown>,
): Promise<'locked' | 'inactive' | 'missing'> => {
  const storyId = typeof story === 'string' ? sql`${story}::uuid` : story;
  const { rows } = await sql<{ is_active: boolean }>`
    with person as materialized (
      select id from users where id = ${userId} and deletion_due_at is null and suspended_at is null for share)
    select exists (select from person) as is_active from stories where id = ${storyId} for no key update`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) return 'missing';
  return found.is_active ? 'locked' : 'inactive';
};
