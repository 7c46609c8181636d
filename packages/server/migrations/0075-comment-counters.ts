import { type Kysely, sql } from 'kysely';

/** What a statement adds (`by` 1) or removes (`by` -1). */
const changes = {
  insert: sql.raw('(select *, 1 as by from rows_after)'),
  update: sql.raw('(select *, 1 as by from rows_after union all select *, -1 from rows_before)'),
  delete: sql.raw('(select *, -1 as by from rows_before)'),
};
const tables = {
  insert: sql`new table as rows_after`,
  update: sql`old table as rows_before new table as rows_after`,
  delete: sql`old table as rows_before`,
};

/** The numbers of comments, counted by triggers in the transaction that changes them (docs/product/comments.md#counters). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create function set_story_of_comment_like() returns trigger language plpgsql as $$
    begin
      select story_id into new.story_id from comments where id = new.comment_id;
      return new;
    end $$`.execute(db);
  await sql`create trigger comment_likes_story before insert on comment_likes
    for each row execute function set_story_of_comment_like()`.execute(db);
  for (const event of ['insert', 'update', 'delete'] as const) await countComments(db, event);
  await chapters(db);
  await people(db);
}

/**
 * Whoever changes what is shown has locked the story first, then the comments. A like locks its comment alone, so the
 * story is written only if its number of comments changes.
 */
async function countComments(db: Kysely<never>, event: keyof typeof changes): Promise<void> {
  const of = changes[event];
  const [name, trigger] = [sql.raw(`count_comments_${event}`), sql.raw(`comments_counted_${event}`)];
  // In one order, and after the comments, as a like does.
  const lockCounts = sql`perform from comment_counts
    where (story_id, place_id) in (select story_id, place_id from ${of} c)
    order by story_id, place_id for no key update`;
  const onlyRevision = sql`
    if not exists (select from rows_after n join rows_before o using (id)
        where (n.is_shown, n.is_listed, n.user_id) is distinct from (o.is_shown, o.is_listed, o.user_id)) then
      ${lockCounts};
      update comment_counts set revision = revision + 1
      where (story_id, place_id) in (select story_id, place_id from rows_after);
      return null;
    end if;`;
  const isNew = event === 'insert';
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
  // The writer of a new comment is locked already.
  const lockPeople = sql`
      perform from commenters where user_id in (select user_id from ${of} c) order by user_id for no key update;`;
  const nothing = sql.raw('');
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin
      ${event === 'update' ? onlyRevision : nothing}
      if exists (select from ${of} c where parent_id is not null) then
        update comments p set replies = p.replies + n.shown from (
          select parent_id, sum(by * is_shown::integer) as shown from ${of} c
          where parent_id is not null group by parent_id) n
        where p.id = n.parent_id and n.shown <> 0;
      end if;
      ${countPlaces}
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
  await sql`create trigger ${trigger} after ${sql.raw(event)} on comments
    referencing ${tables[event]} for each statement execute function ${name}()`.execute(db);
}

/** A story's number of comments leaves out those on chapters that are not published. */
async function chapters(db: Kysely<never>): Promise<void> {
  await sql`create function count_comments_of_chapters() returns trigger language plpgsql as $$
    begin
      update stories s set comments = s.comments + n.shown from (
        select n.story_id, sum(case when n.is_published then k.shown else -k.shown end) as shown
        from rows_after n join rows_before o using (id)
        join comment_counts k on k.story_id = n.story_id and k.place_id = n.id
        where n.is_published <> o.is_published group by n.story_id) n
      where s.id = n.story_id and n.shown <> 0;
      return null;
    end $$`.execute(db);
  await sql`create trigger chapters_comments after update on chapters
    referencing old table as rows_before new table as rows_after
    for each statement execute function count_comments_of_chapters()`.execute(db);
  await sql`create function uncount_comments_of_chapter() returns trigger language plpgsql as $$
    begin
      update stories s set comments = s.comments - k.shown from comment_counts k
      where s.id = old.story_id and k.story_id = old.story_id and k.place_id = old.id and k.shown <> 0;
      return old;
    end $$`.execute(db);
  await sql`create trigger chapters_comments_gone before delete on chapters
    for each row when (old.is_published) execute function uncount_comments_of_chapter()`.execute(db);
}

/** What follows from a person's account: comments that are withheld, and names that lists show. */
async function people(db: Kysely<never>): Promise<void> {
  await sql`create function withhold_comments() returns trigger language plpgsql as $$
    begin
      perform from stories where id in (select story_id from comments where user_id = new.id)
        order by id for no key update;
      perform from comments where user_id = new.id
        or id in (select parent_id from comments where user_id = new.id) order by id for no key update;
      update comments set is_withheld = new.suspended_at is not null or new.deletion_due_at is not null
      where user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger users_comments after update of suspended_at, deletion_due_at on users
    for each row when ((old.suspended_at is null and old.deletion_due_at is null)
      <> (new.suspended_at is null and new.deletion_due_at is null))
    execute function withhold_comments()`.execute(db);
  await sql`create function bump_revisions_of_commented_places() returns trigger language plpgsql as $$
    begin
      perform from comment_counts
        where (story_id, place_id) in (select story_id, place_id from comments where user_id = new.id)
        order by story_id, place_id for no key update;
      update comment_counts set revision = revision + 1
        where (story_id, place_id) in (select story_id, place_id from comments where user_id = new.id);
      return null;
    end $$`.execute(db);
  const names = (row: string) =>
    sql.raw(['username', 'display_name', 'avatar'].map((column) => `${row}.${column}`).join(', '));
  await sql`create trigger users_comments_revision after update of username, display_name, avatar on users
    for each row when ((${names('old')}) is distinct from (${names('new')}))
    execute function bump_revisions_of_commented_places()`.execute(db);
}
