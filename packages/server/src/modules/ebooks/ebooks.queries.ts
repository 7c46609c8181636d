import type { EbookFormat } from '@inkling/contract/ebooks';
import { day } from '../../platform/clock.ts';
import { allRows, type Db, execute, sql, streamRows, transaction } from '../../platform/db/db.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';

/** Whether a reader may download a story that exists and that they may read; undefined if there is none. */
export async function mayDownload(db: Db, reader: Reader, storyId: string): Promise<boolean | undefined> {
  const rows = await allRows<{ allowed: boolean }>(db)`
    select s.ebook_allowed as allowed from stories s
    where s.id = ${storyId} and ${visibleTo(reader, 'library').story}`;
  return rows[0]?.allowed;
}

/** Appends chapters that were published since the last file to the reading order. */
export const appendItems = (db: Db, storyId: string): Promise<void> =>
  transaction(db, async (tx) => {
    await execute(
      tx,
    )`select pg_advisory_xact_lock(hashtextextended('ebook_items', 0) # hashtextextended(${storyId}, 0))`;
    await execute(tx)`
      insert into ebook_items (story_id, position, chapter_id)
      select c.story_id, row_number() over (order by c.position)
        + coalesce((select max(position) from ebook_items where story_id = c.story_id), 0), c.id
      from chapters c
      where c.story_id = ${storyId} and c.is_published
        and not exists (select from ebook_items i where i.story_id = c.story_id and i.chapter_id = c.id)`;
  });

/** A page of the reading order. */
export interface Item {
  position: number;
  chapter_id: string;
  /** Exclusive: only its title is shown to this reader. Gone: withdrawn or erased. */
  state: 'open' | 'exclusive' | 'gone';
  /** Null for a chapter that is gone. */
  title: string | null;
  version: number | null;
  /** Its place in the story, which decides the contents and the next chapter. */
  number: number | null;
  volume: { id: string; title: string } | null;
  /** A hash of its notes, which have no version. */
  notes: string | null;
  updated_at: Date | null;
}

/** The chapter `c` and the story `s` of the item `i`, if everyone sees that it is there. */
const listedChapter = (listed: ReturnType<typeof sql<boolean>>) =>
  sql`left join (chapters c join stories s on s.id = c.story_id) on c.story_id = i.story_id and c.id = i.chapter_id and ${listed}`;

/** The reading order of a story as a reader may have it. */
export const listItems = (tx: Db, reader: Reader, storyId: string): Promise<Item[]> => {
  const { listed, isWithheld } = visibleTo(reader, 'library');
  return allRows<Item>(tx)`
    select i.position, i.chapter_id, case when c.id is null then 'gone' when ${isWithheld} then 'exclusive' else 'open' end as state,
      c.title, c.version, c.published_number as number, c.updated_at,
      md5(row(c.author_notes, c.end_notes)::text) as notes,
      case when w.id is not null then json_build_object('id', w.id, 'title', w.title) end as volume
    from ebook_items i ${listedChapter(listed)}
    left join volumes w on w.story_id = c.story_id and w.id = c.volume_id
    where i.story_id = ${storyId} order by i.position`;
};

/** The text of a page; null if this reader may not read it. */
export interface ItemText {
  text: { content: string; ids: number[]; author_notes: string; end_notes: string } | null;
}

/** Small, because texts can be long. */
const batchSize = 4;

/** The texts of items in order, read in batches within the transaction. */
export const itemTexts = (
  tx: Db,
  reader: Reader,
  storyId: string,
  items: readonly Item[],
): AsyncGenerator<ItemText> => {
  const { listed, isWithheld } = visibleTo(reader, 'library');
  return streamRows(
    tx,
    sql<ItemText>`
      select case when v.version is not null then json_build_object('content', v.content,
        'ids', v.paragraph_ids, 'author_notes', c.author_notes, 'end_notes', c.end_notes) end as text
      from ebook_items i ${listedChapter(listed)}
      left join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
        and not ${isWithheld}
      where i.story_id = ${storyId} and i.position = any(${items.map(({ position }) => position)}::integer[])
      order by i.position`,
    batchSize,
  );
};

/** How long a file is known after it was last used, in days (docs/product/ebooks.md#files). */
const keptDays = 365;

/** Stores the name of a file that is sent to a reader. */
export const rememberFile = (db: Db, file: KnownFile): Promise<void> =>
  execute(db)`
    with used as (
      insert into ebook_files (story_id, digest, kind, versions, is_part, used_at)
      values (${file.storyId}, ${file.digest}, ${file.format}, ${file.versions}, ${file.isPart}, ${file.now})
      on conflict (story_id, digest) do update set used_at = excluded.used_at)
    delete from ebook_files where story_id = ${file.storyId} and digest <> ${file.digest}
      and used_at < ${new Date(file.now.getTime() - keptDays * day)}`;

/** How old the time of a file's last use may be, in days. */
const maxAge = 30;

/** Part of a statement that has found the row `file`: notes that it was read from. */
export const noteUse = (now: Date) => sql`
  update ebook_files f set used_at = ${now} from file
  where file.used_at < ${new Date(now.getTime() - maxAge * day)}
    and f.story_id = file.story_id and f.digest = file.digest`;

interface KnownFile {
  digest: Buffer;
  format: EbookFormat;
  storyId: string;
  /** By position in the reading order; 0 for a chapter whose text is not in the file. */
  versions: number[];
  /** Whether it has the pages of these chapters only. */
  isPart: boolean;
  now: Date;
}
