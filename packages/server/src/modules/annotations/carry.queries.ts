import { allRows, type Db, firstRow, hasRows, type TableRow } from '../../platform/db/db.ts';
import type { FoundPassage, StoredText } from '../chapters/index.ts';

export const hasAnnotations = (db: Db, chapterId: string): Promise<boolean> =>
  hasRows(db)`select from annotations where chapter_id = ${chapterId} limit 1`;

/** A chapter, and the last version of it that readers saw. */
export type ShownChapter = Pick<TableRow<'chapters'>, 'id' | 'story_id' | 'version'>;

/** Undefined for a chapter that is gone or was never published. */
export const findShownChapter = (db: Db, chapterId: string): Promise<ShownChapter | undefined> =>
  firstRow<ShownChapter>(db)`
    select id, story_id, public_version as version from chapters
    where id = ${chapterId} and public_version is not null`;

/** The text of a version of a chapter. */
export const findText = (
  db: Db,
  { id, story_id }: ShownChapter,
  version: number,
): Promise<StoredText | undefined> =>
  firstRow<StoredText>(db)`
    select content, paragraph_ids::text as paragraph_ids from chapter_versions
    where story_id = ${story_id} and chapter_id = ${id} and version = ${version}`;

export type RowToCarry = Pick<
  TableRow<'annotations'>,
  'user_id' | 'id' | 'version' | 'start_offset' | 'end_offset' | 'original_text'
>;

/** Annotations of a chapter that refer to the same older version; `isLost`: the one checked last did not have their passages. */
export interface Group {
  version: number;
  isLost: boolean;
  checked: number;
}

/** The groups of a chapter's annotations not yet looked for in this version: the newest first, lost ones last. */
export const listGroupsBehind = (db: Db, { id, version }: ShownChapter): Promise<Group[]> =>
  allRows<Group>(db)`
    select a.version, a.is_text_changed as "isLost", a.checked_version as checked from annotations a
    where a.chapter_id = ${id} and a.checked_version < ${version}
    group by 1, 2, 3 order by a.is_text_changed, a.version desc, a.checked_version`;

const lowestId = '00000000-0000-0000-0000-000000000000';

/** At most `max` annotations of a group not yet looked for in this version, after the last one of the previous page. */
export const listBehind = (
  db: Db,
  { id, version }: ShownChapter,
  group: Group,
  { after, max }: { after: RowToCarry | undefined; max: number },
): Promise<RowToCarry[]> =>
  allRows<RowToCarry>(db)`
    select a.user_id, a.id, a.version, a.start_offset, a.end_offset, a.original_text
    from annotations a
    where a.chapter_id = ${id} and a.checked_version < ${version}
      and a.version = ${group.version} and a.is_text_changed = ${group.isLost} and a.checked_version = ${group.checked}
      and (a.user_id, a.id) > (${after?.user_id ?? lowestId}::uuid, ${after?.id ?? lowestId}::uuid)
    order by a.user_id, a.id limit ${max}`;

/** An annotation and where its passage is now; null if it is no longer there. */
export interface CarriedRow {
  row: RowToCarry;
  passage: FoundPassage | null;
}

/**
 * Saves where passages are in a version. What is no longer there keeps its place in the last text that had it. Rows that
 * were carried over or erased by others since they were read stay as they are. Returns the readers who have highlights of
 * passages that the version changed or no longer has.
 */
export const saveCarried = async (
  tx: Db,
  storyId: string,
  version: number,
  carried: CarriedRow[],
): Promise<string[]> => {
  const of = <T>(field: (passage: FoundPassage) => T) =>
    carried.map(({ passage }) => (passage === null ? null : field(passage)));
  const readers = await allRows<{ user_id: string }>(tx)`
    with carried as (
      update annotations a set
        version = case when r.start_offset is null then a.version else ${version} end,
        checked_version = ${version},
        start_offset = coalesce(r.start_offset, a.start_offset),
        end_offset = coalesce(r.end_offset, a.end_offset),
        start_paragraph = coalesce(r.start_paragraph, a.start_paragraph),
        end_paragraph = coalesce(r.end_paragraph, a.end_paragraph),
        selected_text = coalesce(r.selected_text, a.selected_text),
        prefix = coalesce(r.prefix, a.prefix), suffix = coalesce(r.suffix, a.suffix),
        original_text = case when r.start_offset is null then a.original_text
          else nullif(coalesce(a.original_text, a.selected_text), r.selected_text) end,
        is_text_changed = r.start_offset is null
      from unnest(${carried.map(({ row }) => row.user_id)}::uuid[], ${carried.map(({ row }) => row.id)}::uuid[],
        ${carried.map(({ row }) => row.version)}::integer[], ${of(({ start }) => start)}::integer[],
        ${of(({ end }) => end)}::integer[], ${of(({ startParagraph }) => startParagraph)}::integer[],
        ${of(({ endParagraph }) => endParagraph)}::integer[], ${of(({ selectedText }) => selectedText)}::text[],
        ${of(({ prefix }) => prefix)}::text[], ${of(({ suffix }) => suffix)}::text[])
        as r (user_id, id, version, start_offset, end_offset, start_paragraph, end_paragraph, selected_text, prefix, suffix)
      where a.user_id = r.user_id and a.story_id = ${storyId} and a.id = r.id and a.version = r.version
        and a.checked_version < ${version}
      returning a.user_id, a.kind = 'highlight' and a.deleted_at is null and (
        new.is_text_changed and not old.is_text_changed
        or new.original_text is not null and new.selected_text <> old.selected_text) as is_changed),
    readers as (
      select n.user_id from annotated_stories n
      where n.story_id = ${storyId} and n.user_id in (select user_id from carried)
      order by n.user_id for update),
    revised as (
      update annotated_stories n set revision = nextval('annotation_revisions')
      from readers where n.user_id = readers.user_id and n.story_id = ${storyId})
    select distinct user_id from carried where is_changed`;
  return readers.map(({ user_id }) => user_id);
};
