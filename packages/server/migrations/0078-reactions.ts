import { type Kysely, sql } from 'kysely';

const types = ['love', 'laugh', 'surprise', 'sad', 'suspense'];
const list = (write: (type: string) => string) => sql.raw(types.map(write).join(', '));

/** What a statement adds (`by` 1) or removes (`by` -1). */
const columns = 'story_id, chapter_id, target_id, type';
const changes = {
  insert: sql.raw(`(select ${columns}, 1 as by from rows_after)`),
  update: sql.raw(`(select ${columns}, 1 as by from rows_after
    union all select ${columns}, -1 from rows_before)`),
  delete: sql.raw(`(select ${columns}, -1 as by from rows_before)`),
};
const tables = {
  insert: sql`new table as rows_after`,
  update: sql`old table as rows_before new table as rows_after`,
  delete: sql`old table as rows_before`,
};

/** Reactions of readers to stories and chapters (docs/product/reactions.md). */
export async function up(db: Kysely<never>): Promise<void> {
  // The story or the chapter: what a reader has at most one reaction to.
  const subject = sql`
    story_id uuid not null references stories on delete cascade,
    -- null for the story itself
    chapter_id uuid references chapters on delete cascade,
    target_id uuid not null generated always as (coalesce(chapter_id, story_id)) stored`;
  await sql`
    create table reactions (
      id uuid not null default uuidv7() unique,
      ${subject},
      user_id uuid not null references users on delete cascade,
      type text not null check (type in (${list((type) => `'${type}'`)})),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (story_id, target_id, user_id)
    )`.execute(db);
  // A person's quota, export and deletion.
  await sql`create index reactions_by_user on reactions (user_id, story_id)`.execute(db);
  // The foreign key.
  await sql`create index reactions_by_chapter on reactions (chapter_id)`.execute(db);

  await sql`
    create table reaction_counts (
      ${subject},
      ${list((type) => `${type} bigint not null default 0 check (${type} >= 0)`)},
      primary key (story_id, target_id)
    )`.execute(db);
  // The foreign key.
  await sql`create index reaction_counts_by_chapter on reaction_counts (chapter_id)`.execute(db);

  for (const event of ['insert', 'update', 'delete'] as const) {
    const of = changes[event];
    // Rows that go with their story or chapter are not counted again.
    await sql`create function count_reactions_${sql.raw(event)}() returns trigger language plpgsql as $$
      begin
        insert into reaction_counts (story_id, chapter_id)
          select distinct c.story_id, c.chapter_id from ${of} c
          join stories s on s.id = c.story_id left join chapters h on h.id = c.chapter_id
          where c.chapter_id is null or h.id is not null
          order by c.story_id, c.chapter_id on conflict do nothing;
        perform from reaction_counts n where (n.story_id, n.target_id) in (
          select story_id, target_id from ${of} c) order by n.story_id, n.target_id for no key update;
        update reaction_counts n set ${list((type) => `${type} = n.${type} + d.${type}`)}
        from (
          select story_id, target_id,
            ${list((type) => `coalesce(sum(by) filter (where type = '${type}'), 0) as ${type}`)}
          from ${of} c group by story_id, target_id) d
        where n.story_id = d.story_id and n.target_id = d.target_id;
        return null;
      end $$`.execute(db);
    await sql`create trigger reactions_counted_${sql.raw(event)} after ${sql.raw(event)} on reactions
      referencing ${tables[event]} for each statement execute function count_reactions_${sql.raw(event)}()`.execute(
      db,
    );
  }
}
