import { type Db, sql } from '../packages/server/src/platform/db/db.ts';

/** How many people annotate, and react to, each of the chapters. */
const people = 500;
const ofViewer = 300;
const reactedChapters = 5_000;

/**
 * Fills the tables of annotations and reactions, which the benchmark's data has not. Does nothing the second time.
 * `chapterIds` are published chapters; the viewer has `ofViewer` more annotations in the first one.
 */
export const addAnnotations = (db: Db, viewerId: string, chapterIds: string[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from reaction_counts limit 1 offset ${chapterIds.length}`.execute(tx);
    if (rows.length > 0) return;
    await sql`set local statement_timeout = 0`.execute(tx);
    const columns = sql`user_id, story_id, chapter_id, kind, version, checked_version, start_offset, end_offset,
      start_paragraph, end_paragraph, selected_text, prefix, suffix, color, title, tags, tag_keys, created_at, updated_at,
      deleted_at`;
    const rowOf = (person: ReturnType<typeof sql>, number: ReturnType<typeof sql>) => sql`
      ${person}, c.story_id, c.id, case when ${number} % 4 = 0 then 'bookmark' else 'highlight' end, c.version, c.version,
      ${number}, ${number} + 9, 1, 1, 'the lamp ' || ${number}, '', '',
      case when ${number} % 4 > 0 then 'blue' end, case when ${number} % 4 = 0 then 'The lamp' end,
      case when ${number} % 4 = 0 then array['Lamps'] else '{}' end, case when ${number} % 4 = 0 then array['lamps'] else '{}' end,
      now(), now(), case when ${number} % 50 = 1 then now() end`;
    await sql`
      insert into annotations (${columns})
      select ${rowOf(sql`u.id`, sql`u.n`)}
      from (select id, row_number() over (order by id)::int as n from users limit ${people}) u
      cross join chapters c where c.id = any(${chapterIds}::uuid[])`.execute(tx);
    await sql`
      insert into annotations (${columns})
      select ${rowOf(sql`${viewerId}::uuid`, sql`n`)}
      from chapters c, generate_series(1, ${ofViewer}::int) n where c.id = ${chapterIds[0] ?? ''}`.execute(
      tx,
    );
    await sql`
      insert into annotated_stories (user_id, story_id, highlights, bookmarks, bytes)
      select user_id, story_id, count(*) filter (where kind = 'highlight' and deleted_at is null),
        count(*) filter (where kind = 'bookmark' and deleted_at is null), sum(bytes)
      from annotations group by user_id, story_id`.execute(tx);
    await sql`
      insert into reactions (subject_kind, subject_id, user_id, type, created_at, updated_at)
      select 'chapter', c.id, u.id, 'love', now(), now() from (select id from users order by id limit ${people}) u
      cross join chapters c where c.id = any(${chapterIds}::uuid[])
      on conflict do nothing`.execute(tx);
    // One of the viewer to each of many chapters, as the counts have a row for each.
    await sql`
      insert into reactions (subject_kind, subject_id, user_id, type, created_at, updated_at)
      select 'chapter', c.id, ${viewerId}::uuid, 'sad', now(), now()
      from (select * from chapters where is_published order by id desc limit ${reactedChapters}) c
      on conflict do nothing`.execute(tx);
    await sql`
      insert into reaction_counts (subject_id, type, reactions)
      select subject_id, type, count(*) from reactions group by 1, 2`.execute(tx);
  });
