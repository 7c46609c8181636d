import type { CountedTable } from '../../platform/db/counted-table.ts';
import { allRows, type Db, execute, hasRows, sql, transaction } from '../../platform/db/db.ts';
import type { Erased } from '../../platform/module.ts';
import { type Activity, addActivity } from '../stories/index.ts';

// Everything that changes comments locks rows in this order: people, the comments by id, what these are on, the counts.

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
export const changeColumns = sql`
  old.subject_id, old.parent_id, old.user_id, old.created_at,
  coalesce(new.is_shown::int, 0) - old.is_shown::int as shown,
  coalesce(new.is_listed::int, 0) - old.is_listed::int as listed`;

type Ids = ReturnType<typeof sql>;

/** Locks comments and those that they reply to, by id. */
export const lockWithParents = (tx: Db, ids: Ids) =>
  sql`
    select from comments where id in (
      select id from comments where id in (${ids}) union select parent_id from comments where id in (${ids}))
    order by id for update`.execute(tx);

/**
 * Counts changes of comments: the replies of those that they reply to, which must be locked, the comments of their
 * subjects and stories, and the stories' activity. Removed comments are listed with replies only, so a reply may change
 * the list, too.
 */
export async function countChanges(tx: Db, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = await allRows<Activity>(tx)`
    with changes as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (
        subject_id uuid, parent_id uuid, user_id uuid, created_at timestamptz, shown int, listed int)),
    replied as (
      update comments p set replies = p.replies + c.shown
      from (select parent_id, sum(shown) as shown from changes group by parent_id) c
      where p.id = c.parent_id and c.shown <> 0
      returning p.subject_id, new.is_listed::int - old.is_listed::int as listed),
    changed as (
      select subject_id, sum(listed) as listed, sum(shown) as shown
      from (select subject_id, listed, shown from changes union all select subject_id, listed, 0 from replied) c
      group by subject_id),
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
    select n.story_id as "storyId", c.user_id as "userId", c.created_at as at, c.shown as by
    from counted n join changes c using (subject_id) where c.user_id is not null and c.shown <> 0`;
  await addActivity(tx, rows);
}

/**
 * Deletes a comment, or all of a person. Those with replies by others stay as removed, without what they said; a removed
 * one goes with its last reply. Without `now`, the time is the database's.
 */
export async function removeComments(
  tx: Db,
  by: 'id' | 'user_id',
  value: string,
  now: Date | null,
): Promise<void> {
  const ids = sql`select id from comments where ${sql.ref(by)} = ${value}`;
  await lockWithParents(tx, ids);
  const removed = await allRows<Change>(tx)`
    with kept as (
      select p.id from comments p where p.id in (${ids})
        and exists (select from comments r where r.parent_id = p.id and r.id not in (${ids}))),
    unliked as (delete from comment_likes where comment_id in (select id from kept))
    update comments set removed_at = coalesce(${now}::timestamptz, now()), user_id = null, content = '', mentioned = '{}', quote = null,
      edited_at = null, is_pinned = false, is_withheld = false, taken_down_at = null, likes = 0
    where id in (select id from kept) returning ${changeColumns}`;
  const deleted = await allRows<Change>(tx)`
    delete from comments where ${sql.ref(by)} = ${value} and removed_at is null returning ${changeColumns}`;
  await countChanges(tx, [...removed, ...deleted]);
  await execute(tx)`
    delete from comments p where p.id = any(${deleted.map(({ parent_id }) => parent_id)}::uuid[])
      and p.removed_at is not null and not exists (select from comments r where r.parent_id = p.id)`;
}

/** Whether the comment `k` of the person `u` is hidden. */
const isWithheld = sql`
  (k.taken_down_at is not null or u.suspended_at is not null or u.deletion_due_at is not null)`;

/** Takes a comment down, or with null no longer; false if it was so before, or is deleted. */
export async function takeDownComment(tx: Db, id: string, since: Date | null): Promise<boolean> {
  await lockWithParents(tx, sql`select ${id}::uuid`);
  const isChanged = await hasRows(tx)`
    update comments set taken_down_at = ${since} where id = ${id} and removed_at is null
      and (taken_down_at is null) <> ${since === null} returning id`;
  const rows = await allRows<Change>(tx)`
    update comments k set is_withheld = not k.is_withheld from users u
    where k.id = ${id} and u.id = k.user_id and k.is_withheld <> ${isWithheld}
    returning ${changeColumns}`;
  await countChanges(tx, rows);
  return isChanged;
}

/** Locks a person's comments; comes before anything that locks what these are on, as replies do. */
export const lockCommentsOf = (tx: Db, userId: string) =>
  lockWithParents(tx, sql`select id from comments where user_id = ${userId}`);

/** Hides a person's comments while they are suspended or their account is being deleted, or shows them again; idempotent. */
export async function withholdComments(tx: Db, userId: string): Promise<void> {
  await lockCommentsOf(tx, userId);
  const rows = await allRows<Change>(tx)`
    update comments k set is_withheld = not k.is_withheld from users u
    where k.user_id = ${userId} and u.id = ${userId}
      and k.is_withheld <> ${isWithheld}
    returning ${changeColumns}`;
  await countChanges(tx, rows);
}

/**
 * Deletes at most `max` comments of a story or chapter that is erased, or likes of these; returns how many. Replies come
 * first, which would go with their comment.
 */
export const eraseComments = (db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> =>
  transaction(db, async (tx) => {
    const subjectId = chapterId ?? storyId;
    const some = sql`
      select id from comments where subject_id = ${subjectId} order by parent_id is null, id limit ${max}`;
    const likes = await sql`
      delete from comment_likes where ctid = any(array(
        select l.ctid from comment_likes l join (${some}) k on k.id = l.comment_id limit ${max}))`.execute(
      tx,
    );
    if (likes.numAffectedRows === BigInt(max)) return max;
    await lockWithParents(tx, some);
    const rows = await allRows<Change>(tx)`
      delete from comments where id in (${some}) returning ${changeColumns}`;
    await countChanges(tx, rows);
    if (rows.length === 0) await forgetSubjects(tx, sql`select ${subjectId}::uuid`);
    return rows.length;
  });

/** Deletes everything about the comments of subjects. */
export async function forgetSubjects(tx: Db, subjectIds: Ids): Promise<void> {
  await execute(tx)`delete from comments where subject_id in (${subjectIds})`;
  await execute(tx)`delete from comment_counts where subject_id in (${subjectIds})`;
  await execute(tx)`delete from story_comment_counts where story_id in (${subjectIds})`;
  await execute(tx)`delete from closed_comments where subject_id in (${subjectIds})`;
}

/** Takes the comments on a story's unpublished chapters out of the story's number, and adds those on the others; idempotent. */
export const leaveOutUnpublished = (tx: Db, storyId: string): Promise<void> =>
  execute(tx)`
    with changed as (
      update comment_counts n set is_left_out = not c.is_published from chapters c
      where n.parent_id = ${storyId} and c.id = n.subject_id and n.is_left_out = c.is_published
      returning case when n.is_left_out then -n.shown else n.shown end as added)
    update story_comment_counts s set comments = s.comments + c.added
    from (select coalesce(sum(added), 0) as added from changed) c where s.story_id = ${storyId}`;

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'comments',
    key: { subject_id: 'uuid', id: 'uuid' },
    counted: [
      { columns: ['likes'], is: sql`select count(*) from comment_likes l where l.comment_id = t.id` },
      {
        columns: ['replies'],
        is: sql`select count(*) from comments r where r.parent_id = t.id and r.is_shown`,
      },
    ],
  },
  {
    table: 'comment_counts',
    key: { subject_id: 'uuid' },
    counted: [
      {
        columns: ['listed', 'shown'],
        is: sql`select count(*) filter (where is_listed), count(*) filter (where is_shown)
          from comments k where k.subject_id = t.subject_id`,
      },
    ],
    rows: { key: ['subject_id'], from: sql`comments` },
  },
  {
    table: 'story_comment_counts',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['comments'],
        is: sql`select count(*) from (
            select t.story_id as id union all select id from chapters where story_id = t.story_id) s
          join comments k on k.subject_id = s.id and k.is_shown left join comment_counts n on n.subject_id = s.id
          where n.is_left_out is not true`,
      },
    ],
    rows: {
      key: ['coalesce(c.story_id, s.id)'],
      from: sql`comments k left join chapters c on c.id = k.subject_id left join stories s on s.id = k.subject_id
        where k.subject_kind in ('story', 'chapter')`,
    },
  },
];
