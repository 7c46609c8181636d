import { type Db, firstRow, sql, streamRows } from '../../platform/db/db.ts';
import type { ExportChapter, ExportStory } from './export-book.ts';

type StoryRow = Omit<ExportStory, 'hasVolumes'> & { author_id: string };

export const findStory = (db: Db, id: string): Promise<StoryRow | undefined> =>
  firstRow<StoryRow>(db)`
    select s.id, s.author_id, s.title, s.description, s.language, s.status, s.cover_image as cover, u.cover_style as style,
      s.tags, s.content_warnings as "contentWarnings", s.audience, s.published_at as "publishedAt", (
        select json_build_object('name', r.name, 'position', x.position)
        from series_stories x join series r on r.id = x.series_id and r.author_id = x.author_id and r.taken_down_at is null
        where x.story_id = s.id) as series,
      coalesce(nullif(u.display_name, ''), u.username) as author,
      array(select g.name from story_genres sg join genres g on g.id = sg.genre_id
        where sg.story_id = s.id order by sg.position) as genres
    from stories s join users u on u.id = s.author_id
    where s.id = ${id} and s.deleted_at is null`;

/** The chapters of a story that an export contains; the chapter's alias is `c`. */
const isExported = (storyId: string, drafts: boolean) =>
  sql`c.story_id = ${storyId} and c.deleted_at is null and (c.is_published or ${drafts})`;

/** How many chapters an export contains, and whether any of them is in a volume. */
export const countExported = async (
  tx: Db,
  storyId: string,
  drafts: boolean,
): Promise<{ chapters: number; hasVolumes: boolean }> => {
  const row = await firstRow<{ chapters: number; hasVolumes: boolean }>(tx)`
    select count(*) as chapters, count(c.volume_id) > 0 as "hasVolumes"
    from chapters c where ${isExported(storyId, drafts)}`;
  return row ?? { chapters: 0, hasVolumes: false };
};

/** The glossary and recaps of an export's chapters as a `GlossaryFile` in JSON; null if there are none. */
export const exportedGlossary = async (tx: Db, storyId: string, drafts: boolean): Promise<string | null> =>
  (
    await firstRow<{ file: string | null }>(tx)`
      with numbered as (
        select c.id, row_number() over (order by c.position) as number
        from chapters c where ${isExported(storyId, drafts)}
      ), entries as (
        select json_agg(json_build_object('kind', e.kind, 'names', e.names, 'notes', w.notes) order by e.id) as all
        from glossary_entries e join (
          select n.entry_id, json_agg(json_build_object('chapter', m.number, 'text', n.text) order by m.number) as notes
          from glossary_notes n join numbered m on m.id = n.chapter_id
          where n.story_id = ${storyId} group by n.entry_id) w on w.entry_id = e.id
        where e.story_id = ${storyId}
      ), recaps as (
        select json_agg(json_build_object('chapter', m.number, 'recap', r.recap) order by m.number) as all
        from chapter_recaps r join numbered m on m.id = r.chapter_id where r.story_id = ${storyId}
      )
      select case when coalesce(e.all, r.all) is not null then json_build_object(
        'entries', coalesce(e.all, '[]'), 'recaps', coalesce(r.all, '[]'))::text end as file
      from entries e, recaps r`
  )?.file ?? null;

/** Rendering a batch of long chapters may take longer than a connection may usually idle in a transaction. */
export const extendIdleTimeout = (tx: Db) =>
  sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx);

/** Rows per batch; small, since texts may be long. */
const batchSize = 4;

/** The chapters of an export in order, read in batches within the transaction. */
export const exportedChapters = (tx: Db, storyId: string, drafts: boolean): AsyncGenerator<ExportChapter> =>
  streamRows(
    tx,
    sql<ExportChapter>`select c.title, c.author_notes as "authorNotes", c.end_notes as "endNotes", v.content,
        case when w.id is not null then json_build_object('id', w.id, 'title', w.title) end as volume
      from chapters c join chapter_versions v
        on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
      left join volumes w on w.story_id = c.story_id and w.id = c.volume_id
      where ${isExported(storyId, drafts)} order by c.position`,
    batchSize,
  );
