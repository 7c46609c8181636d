import { type Kysely, sql } from 'kysely';

const stars = [1, 2, 3, 4, 5];
const list = (write: (star: number) => string) => sql.raw(stars.map(write).join(', '));

/** What a statement adds (`by` 1) or removes (`by` -1). */
const changes = {
  insert: sql.raw(`(select story_id, rating, review, 1 as by from rows_after)`),
  update: sql.raw(`(select story_id, rating, review, 1 as by from rows_after
    union all select story_id, rating, review, -1 from rows_before)`),
  delete: sql.raw(`(select story_id, rating, review, -1 as by from rows_before)`),
};
const tables = {
  insert: sql`new table as rows_after`,
  update: sql`old table as rows_before new table as rows_after`,
  delete: sql`old table as rows_before`,
};

/** Ratings of stories, some with a review (docs/product/ratings.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table ratings (
      id uuid not null default uuidv7() unique,
      story_id uuid not null references stories on delete cascade,
      user_id uuid not null references users on delete cascade,
      rating smallint not null check (rating between 1 and 5),
      -- null for a rating without a text
      review text check (review <> ''),
      is_spoiler boolean not null default false,
      -- how much of the story the reviewer had read when writing the text, in percent
      progress smallint not null default 0 check (progress between 0 and 100),
      -- rows of review_votes
      helpful bigint not null default 0 check (helpful >= 0),
      -- when the text was first written, and last changed after that
      written_at timestamptz,
      edited_at timestamptz,
      -- the author's reply
      reply text check (reply <> ''),
      replied_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (story_id, user_id),
      constraint ratings_review check ((review is null) = (written_at is null)),
      constraint ratings_only_reviews check (review is not null
        or (not is_spoiler and helpful = 0 and edited_at is null and reply is null)),
      constraint ratings_reply check ((reply is null) = (replied_at is null))
    )`.execute(db);
  // A person's export and deletion, and the reviews whose writer's name changes.
  await sql`create index ratings_by_user on ratings (user_id, story_id)`.execute(db);
  // A story's reviews by newest, lowest, highest (read backwards) and most helpful.
  await sql`create index reviews_by_time on ratings (story_id, written_at desc, id desc)
    where review is not null`.execute(db);
  await sql`create index reviews_by_lowest on ratings (story_id, rating, written_at desc, id desc)
    where review is not null`.execute(db);
  await sql`create index reviews_by_highest on ratings (story_id, rating, written_at, id)
    where review is not null`.execute(db);
  await sql`create index reviews_by_helpful on ratings (story_id, helpful desc, written_at desc, id desc)
    where review is not null`.execute(db);

  await sql`
    create table review_votes (
      story_id uuid not null references stories on delete cascade,
      user_id uuid not null references users on delete cascade,
      rating_id uuid not null references ratings (id) on delete cascade,
      created_at timestamptz not null,
      primary key (story_id, user_id, rating_id)
    )`.execute(db);
  // The foreign keys.
  await sql`create index review_votes_by_rating on review_votes (rating_id)`.execute(db);
  await sql`create index review_votes_by_user on review_votes (user_id)`.execute(db);

  await sql`
    create table story_ratings (
      story_id uuid primary key references stories on delete cascade,
      ${list((star) => `stars_${star} bigint not null default 0 check (stars_${star} >= 0)`)},
      reviews bigint not null default 0 check (reviews >= 0),
      -- raised whenever something that its reviews show changes
      revision bigint not null default 1
    )`.execute(db);
  // Supports finding the reviewers whose reviews are not listed.
  await sql`create index users_suspended on users (suspended_at) where suspended_at is not null`.execute(db);

  for (const event of ['insert', 'update', 'delete'] as const) {
    const of = changes[event];
    // The stories are locked first and in one order, as by all code that locks several.
    await sql`create function count_ratings_${sql.raw(event)}() returns trigger language plpgsql as $$
      begin
        perform from stories where id in (select story_id from ${of} c) order by id for no key update;
        insert into story_ratings (story_id)
          select distinct c.story_id from ${of} c join stories s on s.id = c.story_id on conflict do nothing;
        update story_ratings r set
          ${list((star) => `stars_${star} = r.stars_${star} + n.stars_${star}`)},
          reviews = r.reviews + n.reviews, revision = r.revision + 1
        from (
          select story_id, ${list((star) => `coalesce(sum(by) filter (where rating = ${star}), 0) as stars_${star}`)},
            coalesce(sum(by) filter (where review is not null), 0) as reviews
          from ${of} c group by story_id) n
        where r.story_id = n.story_id;
        update stories s set ratings = s.ratings + n.ratings, rating_sum = s.rating_sum + n.rating_sum
        from (
          select story_id, sum(by) as ratings, sum(by * rating) as rating_sum from ${of} c group by story_id) n
        where s.id = n.story_id and (n.ratings <> 0 or n.rating_sum <> 0);
        return null;
      end $$`.execute(db);
    await sql`create trigger ratings_counted_${sql.raw(event)} after ${sql.raw(event)} on ratings
      referencing ${tables[event]} for each statement execute function count_ratings_${sql.raw(event)}()`.execute(
      db,
    );
  }

  // Their reviews show another name or avatar, or are no longer listed.
  await sql`create function bump_revisions_of_reviewed_stories() returns trigger language plpgsql as $$
    begin
      perform from story_ratings where story_id in (
        select story_id from ratings where user_id = new.id and review is not null)
        order by story_id for no key update;
      update story_ratings set revision = revision + 1 where story_id in (
        select story_id from ratings where user_id = new.id and review is not null);
      return null;
    end $$`.execute(db);
  const shown = ['username', 'display_name', 'avatar', 'deletion_due_at', 'suspended_at'];
  const all = (row: string) => sql.raw(shown.map((column) => `${row}.${column}`).join(', '));
  await sql`create trigger users_reviews_revision after update of ${sql.raw(shown.join(', '))} on users
    for each row when ((${all('old')}) is distinct from (${all('new')}))
    execute function bump_revisions_of_reviewed_stories()`.execute(db);
}
