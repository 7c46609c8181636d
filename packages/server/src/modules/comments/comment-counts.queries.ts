import { type Db, sql } from '../../platform/db/db.ts';
import { addActivity } from '../stories/index.ts';
import './comments.table.ts';

// Everything that changes comments locks rows in this order: people, the comments by id, the counts.

/** A comment that was added, removed, hidden or shown again, and by how much this changes the counts. */
export interface Change {
  subject_id: string;
  parent_id: string | null;
  /** Null for one that was removed before. */
  user_id: string | null;
  created_at: Date;
  shown: number;
  listed: number;
}

/** What a statement that changes or deletes comments returns: its `Change`s. */
export const changeColumns = (after: 'updated' | 'deleted') => sql`
  old.subject_id, old.parent_id, old.user_id, old.created_at,
  ${after === 'updated' ? sql`new.is_shown::int` : sql`0`} - old.is_shown::int as shown,
  ${after === 'updated' ? sql`new.is_listed::int` : sql`0`} - old.is_listed::int as listed`;

/** Locks comments and those that they reply to, by id. */
const lockWithParents = (tx: Db, ids: ReturnType<typeof sql>) =>
  sql`
    select from comments where id in (
      select id from comments where id in (${ids}) union select parent_id from comments where id in (${ids}))
    order by id for update`.execute(tx);

/** Adds to the replies of comments that are locked. Returns how this changes the lists, for removed comments are listed with replies only. */
const countReplies = async (tx: Db, changes: Change[]): Promise<Pick<Change, 'subject_id' | 'listed'>[]> => {
  const replies = changes.filter(({ parent_id, shown }) => parent_id !== null && shown !== 0);
  if (replies.length === 0) return [];
  const { rows } = await sql<Pick<Change, 'subject_id' | 'listed'>>`
    update comments p set replies = p.replies + n.shown from (
      select id, sum(shown) as shown from unnest(${replies.map(({ parent_id }) => parent_id)}::uuid[],
        ${replies.map(({ shown }) => shown)}::int[]) as r (id, shown) group by id) n
    where p.id = n.id returning p.subject_id, new.is_listed::int - old.is_listed::int as listed`.execute(tx);
  return rows;
};

/**
 * Counts changes of comments: the replies of those that they reply to, which must be locked, the comments of their
 * subjects and stories, and the stories' activity.
 */
export async function countChanges(tx: Db, changes: Change[]): Promise<void> {
  const seen = changes.filter(({ shown, listed }) => shown !== 0 || listed !== 0);
  if (seen.length === 0) return;
  const parents = await countReplies(tx, seen);
  const all = [...seen, ...parents.map((parent) => ({ ...parent, shown: 0 }))];
  const { rows } = await sql<{ subject_id: string; story_id: string }>`
    with changed as (
      select subject_id, sum(listed) as listed, sum(shown) as shown
      from unnest(${all.map(({ subject_id }) => subject_id)}::uuid[], ${all.map(({ listed }) => listed)}::int[],
        ${all.map(({ shown }) => shown)}::int[]) as c (subject_id, listed, shown) group by subject_id),
    locked as materialized (
      select subject_id, c.listed, c.shown from comment_counts n join changed c using (subject_id)
      order by subject_id for no key update of n),
    counted as (
      update comment_counts n set listed = n.listed + c.listed, shown = n.shown + c.shown
      from locked c where n.subject_id = c.subject_id
      returning n.subject_id, coalesce(n.parent_id, n.subject_id) as story_id, c.shown as added, n.is_left_out),
    totals as (
      update story_comment_counts t set comments = t.comments + s.added from (
        select story_id, sum(added) as added from counted where not is_left_out group by story_id) s
      where t.story_id = s.story_id)
    select subject_id, story_id from counted`.execute(tx);
  const storyOf = new Map(rows.map(({ subject_id, story_id }) => [subject_id, story_id]));
  await addActivity(
    tx,
    seen.flatMap(({ subject_id, user_id, created_at, shown }) => {
      const storyId = storyOf.get(subject_id);
      return storyId === undefined || user_id === null
        ? []
        : [{ storyId, userId: user_id, at: created_at, by: shown }];
    }),
  );
}

/**
 * Deletes comments. Those with replies by others stay as removed, without what they said; a removed one goes with its last
 * reply. Without `now`, the time is the database's.
 */
export async function removeComments(tx: Db, ids: string[], now: Date | null): Promise<void> {
  const chosen = sql`select unnest(${ids}::uuid[])`;
  await lockWithParents(tx, chosen);
  const removed = await sql<Change>`
    with kept as (
      select p.id from comments p where p.id in (${chosen})
        and exists (select from comments r where r.parent_id = p.id and r.id not in (${chosen}))),
    unliked as (delete from comment_likes where comment_id in (select id from kept))
    update comments set removed_at = coalesce(${now}::timestamptz, now()), user_id = null, content = '', quote = null,
      edited_at = null, is_pinned = false, is_withheld = false, likes = 0
    where id in (select id from kept) returning ${changeColumns('updated')}`.execute(tx);
  const deleted = await sql<Change>`
    delete from comments where id in (${chosen}) and removed_at is null
    returning ${changeColumns('deleted')}`.execute(tx);
  await countChanges(tx, [...removed.rows, ...deleted.rows]);
  await sql`
    delete from comments p where p.id = any(${deleted.rows.map(({ parent_id }) => parent_id)}::uuid[])
      and p.removed_at is not null and not exists (select from comments r where r.parent_id = p.id)`.execute(
    tx,
  );
}

/** Hides a person's comments while they are suspended or their account is being deleted, or shows them again; idempotent. */
export async function withholdComments(tx: Db, userId: string): Promise<void> {
  await lockWithParents(tx, sql`select id from comments where user_id = ${userId}`);
  const { rows } = await sql<Change>`
    update comments k set is_withheld = not k.is_withheld from users u
    where k.user_id = ${userId} and u.id = ${userId}
      and k.is_withheld <> (u.suspended_at is not null or u.deletion_due_at is not null)
    returning ${changeColumns('updated')}`.execute(tx);
  await countChanges(tx, rows);
}

/** Deletes comments of a subject that is erased, at most `max`: of all, replies come first, which would go with their comment. */
export async function eraseSome(tx: Db, subjectId: string, max: number): Promise<number> {
  const some = sql`
    select id from comments where subject_id = ${subjectId} order by parent_id is null, id limit ${max}`;
  const likes = await sql`
    delete from comment_likes where ctid = any(array(
      select l.ctid from comment_likes l join (${some}) k on k.id = l.comment_id limit ${max}))`.execute(tx);
  if (likes.numAffectedRows === BigInt(max)) return max;
  await lockWithParents(tx, some);
  const { rows } = await sql<Change>`
    delete from comments where id in (${some}) returning ${changeColumns('deleted')}`.execute(tx);
  await countChanges(tx, rows);
  return rows.length;
}

/** Deletes what is left of subjects without comments. */
export const forgetSubjects = async (tx: Db, subjectIds: ReturnType<typeof sql>): Promise<void> => {
  await sql`delete from comment_counts where subject_id in (${subjectIds})`.execute(tx);
  await sql`delete from story_comment_counts where story_id in (${subjectIds})`.execute(tx);
  await sql`delete from closed_comments where subject_id in (${subjectIds})`.execute(tx);
};

/**
 * Takes the comments on a story's unpublished chapters out of the story's number, and adds those on chapters that are
 * published again; with `chapterId`, on this one only. Idempotent.
 */
export const leaveOutUnpublished = async (tx: Db, storyId: string, chapterId?: string): Promise<void> => {
  await sql`
    with changed as (
      update comment_counts n set is_left_out = not c.is_published from chapters c
      where n.parent_id = ${storyId} and c.id = n.subject_id and n.is_left_out = c.is_published
        and ${chapterId === undefined ? sql`true` : sql`n.subject_id = ${chapterId}`}
      returning case when n.is_left_out then -n.shown else n.shown end as added)
    update story_comment_counts s set comments = s.comments + c.added
    from (select coalesce(sum(added), 0) as added from changed) c where s.story_id = ${storyId}`.execute(tx);
};
