import { commentLimits } from '@inkling/contract/limits';
import { allRows, type Db, execute, firstValue, type TableRow } from '../../platform/db/db.ts';
import { type Change, countChanges, leaveOutUnpublished } from './comment-counts.queries.ts';

/** A comment from another site; one that it replies to comes before it. */
export type RestoredRow = Pick<
  TableRow<'comments'>,
  | (
      | 'id'
      | 'subject_kind'
      | 'subject_id'
      | 'parent_id'
      | 'content'
      | 'paragraph'
      | 'quote'
      | 'quoted_version'
    )
  | 'created_at'
>;

/** How many comments a person has, counted up to the limit. */
export const countCommentsOf = async (tx: Db, userId: string): Promise<number> =>
  (await firstValue<number>(tx)`
    select count(*)::int from (select from comments where user_id = ${userId} limit ${commentLimits.perPerson}) o`) ??
  0;

/** Adds and counts comments in a person's own draft, without an event: readers have seen them on the other site. */
export async function insertRestored(
  tx: Db,
  userId: string,
  storyId: string,
  rows: RestoredRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await execute(tx)`
    insert into story_comment_counts (story_id) values (${storyId}) on conflict do nothing`;
  await execute(tx)`
    insert into comment_counts (subject_id, parent_id)
    select distinct subject_id, case when subject_kind = 'chapter' then ${storyId}::uuid end
    from json_to_recordset(${JSON.stringify(rows)}::json) as i (subject_id uuid, subject_kind text)
    on conflict do nothing`;
  await leaveOutUnpublished(tx, storyId);
  const changes = await allRows<Change>(tx)`
    insert into comments (subject_kind, subject_id, root_id, id, parent_id, user_id, content, paragraph, quote,
      quoted_version, created_at)
    select subject_kind, subject_id, ${storyId}, id, parent_id, ${userId}, content, paragraph, quote, quoted_version, created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as i (id uuid, subject_kind text, subject_id uuid, parent_id uuid,
      content text, paragraph integer, quote text, quoted_version integer, created_at timestamptz)
    returning new.subject_id, new.parent_id, new.user_id, new.created_at, new.is_shown::int as shown,
      new.is_listed::int as listed`;
  await countChanges(tx, changes);
}
