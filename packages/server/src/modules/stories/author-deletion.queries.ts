import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { countLabels, type LabelChange, labelsOf } from './label-counts.queries.ts';

/**
 * Locks an author's stories, in id order, as all code that locks several stories does. Like publishing, a change of all of
 * them locks the stories first, then people, then the counts of languages and tags.
 */
export const lockStoriesOf = (tx: Db, authorId: string) =>
  sql`select from stories where author_id = ${authorId} order by id for no key update`.execute(tx);

/** Updates these locked stories of an author, and the counts of languages and tags. Returns their ids, and whether they are published now. */
async function updateOwn(
  tx: Db,
  authorId: string,
  changes: ReturnType<typeof sql>,
  which: ReturnType<typeof sql>,
): Promise<{ id: string; is_published: boolean }[]> {
  const rows = await allRows<LabelChange & { id: string; is_published: boolean }>(tx)`
    update stories set ${changes} where author_id = ${authorId} and ${which}
    returning id, new.is_published, ${labelsOf('old')} as before, ${labelsOf('new')} as after`;
  await countLabels(tx, rows);
  return rows;
}

/** Unpublishes an author's published stories, and marks them to be republished if the account is restored. Returns their ids. */
export const unpublishAll = async (tx: Db, authorId: string): Promise<string[]> => {
  const stories = await updateOwn(
    tx,
    authorId,
    sql`is_published = false, republish_on_return = true`,
    sql`is_published and deleted_at is null`,
  );
  return stories.map(({ id }) => id);
};

/** Republishes the stories that were unpublished with the account; their dates stay the same. Returns their ids. */
export const republishAll = async (tx: Db, authorId: string): Promise<string[]> => {
  const stories = await updateOwn(
    tx,
    authorId,
    sql`is_published = deleted_at is null, republish_on_return = false`,
    sql`republish_on_return`,
  );
  return stories.filter((story) => story.is_published).map(({ id }) => id);
};
