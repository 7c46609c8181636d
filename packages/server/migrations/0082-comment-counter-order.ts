import { type Kysely, sql } from 'kysely';

/** What a statement adds (`by` 1) or removes (`by` -1). */
const changes = {
  insert: sql.raw('(select *, 1 as by from rows_after)'),
  update: sql.raw('(select *, 1 as by from rows_after union all select *, -1 from rows_before)'),
  delete: sql.raw('(select *, -1 as by from rows_before)'),
};

/**
 * Counts a place's comments before those that are replied to: their own change is counted inside that of their replies,
 * and a pinned comment that disappeared with its only reply was subtracted before it was added. The comments that are
 * replied to are locked before the counts, as a like does.
 *
 * A connection keeps the plans of its first change, which may be of one comment or of 20,000. So rows that changed are not
 * joined with each other, and tables are only read by their indexes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const event of ['insert', 'update', 'delete'] as const) await countComments(db, event);
  await withholdComments(db);
}

/** Finds a person's comments and those that they reply to by indexes: with `or`, the whole table was read. */
async function withholdComments(db: Kysely<never>): Promise<void> {
  await sql`create or replace function withhold_comments() returns trigger language plpgsql
    set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
    begin
      perform from stories where id in (select story_id from comments where user_id = new.id)
        order by id for no key update;
      perform from comments where id in (
          select id from comments where user_id = new.id
          union select parent_id from comments where user_id = new.id and parent_id is not null)
        order by id for no key update;
      update comments set is_withheld = new.suspended_at is not null or new.deletion_due_at is not null
      where user_id = new.id;
      return null;
    end $$`.execute(db);
}

async function countComments(db: Kysely<never>, event: keyof typeof changes): Promise<void> {
  const of = changes[event];
  const isNew = event === 'insert';
  const lockCounts = sql`perform from comment_counts
    where (story_id, place_id) in (select story_id, place_id from ${of} c)
    order by story_id, place_id for no key update`;
  const onlyRevision = sql`
    if not exists (select id, is_shown, is_listed, user_id from rows_after
        except select id, is_shown, is_listed, user_id from rows_before) then
      ${lockCounts};
      update comment_counts set revision = revision + 1
      where (story_id, place_id) in (select story_id, place_id from rows_after);
      return null;
    end if;`;
  const countPlaces = isNew
    ? sql`
      insert into comment_counts as k (story_id, chapter_id, listed, shown)
      select story_id, chapter_id, count(*) filter (where is_listed), count(*) filter (where is_shown)
      from rows_after group by story_id, chapter_id order by story_id, chapter_id
      on conflict (story_id, place_id) do update
      set listed = k.listed + excluded.listed, shown = k.shown + excluded.shown, revision = k.revision + 1;`
    : sql`
      ${lockCounts};
      update comment_counts k
      set listed = k.listed + n.listed, shown = k.shown + n.shown, revision = k.revision + 1
      from (
        select story_id, place_id, sum(by * is_listed::integer) as listed, sum(by * is_shown::integer) as shown
        from ${of} c group by story_id, place_id) n
      where k.story_id = n.story_id and k.place_id = n.place_id;`;
  // Per story and day; an author's own comments do not count.
  const days = sql`(
    select c.story_id, (c.created_at at time zone 'UTC')::date as day, sum(by * is_shown::integer) as shown
    from ${of} c join stories s on s.id = c.story_id
    where c.user_id is not null and c.user_id <> s.author_id group by 1, 2)`;
  const lessActivity = sql`
      update story_activity_days a set activity = greatest(0, a.activity + n.shown), is_scored = false
      from ${days} n where a.story_id = n.story_id and a.day = n.day and n.shown < 0;`;
  const moreActivity = sql`
      insert into story_activity_days as a (story_id, day, activity)
      select n.story_id, n.day, n.shown from ${days} n where n.shown > 0 order by 1, 2
      on conflict (story_id, day) do update set activity = a.activity + excluded.activity, is_scored = false;`;
  // The writers of new comments are locked already.
  const lockPeople = sql`
      perform from commenters where user_id in (select user_id from ${of} c) order by user_id for no key update;`;
  const nothing = sql.raw('');
  await sql`create or replace function ${sql.raw(`count_comments_${event}`)}() returns trigger language plpgsql
    set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
    declare has_replies boolean;
    begin
      ${event === 'update' ? onlyRevision : nothing}
      select exists (select from ${of} c where parent_id is not null) into has_replies;
      if has_replies then
        perform from comments where id in (select parent_id from ${of} c) order by id for no key update;
      end if;
      ${countPlaces}
      if has_replies then
        update comments p set replies = p.replies + n.shown from (
          select parent_id, sum(by * is_shown::integer) as shown from ${of} c
          where parent_id is not null group by parent_id) n
        where p.id = n.parent_id and n.shown <> 0;
      end if;
      update stories s set comments = s.comments + n.shown from (
        select c.story_id, sum(by * is_shown::integer) as shown
        from ${of} c left join chapters h on h.id = c.chapter_id
        where c.chapter_id is null or h.is_published group by c.story_id) n
      where s.id = n.story_id and n.shown <> 0;
      ${event === 'delete' ? nothing : moreActivity}
      ${isNew ? nothing : lessActivity}
      ${isNew ? nothing : lockPeople}
      update commenters p set comments = p.comments + n.comments from (
        select user_id, sum(by) as comments from ${of} c where user_id is not null group by user_id) n
      where p.user_id = n.user_id and n.comments <> 0;
      return null;
    end $$`.execute(db);
}
