import type { AnnotationKind } from '@inkling/contract/annotations';
import type { AppContext } from '../../platform/context.ts';
import { type Db, firstRow, firstValue, hasRows, sql, type TableRow } from '../../platform/db/db.ts';
import { insertEvents } from '../../platform/events/outbox.queries.ts';
import {
  type Passage,
  type Reader,
  readerOf,
  type StoredText,
  visibleTo,
  wasPublic,
} from '../chapters/index.ts';
import { annotationCreated } from './annotations.events.ts';
import { type CountedChange, countChanges } from './counters.queries.ts';

/** The hours in which deleting an annotation can be undone. */
export const undoHours = 24;
/** How many deleted annotations a person can have; the latest stay. */
const maxDeleted = 1000;

type StoredAnnotation = TableRow<'annotations'>;

export interface AnnotationRow
  extends Omit<
    StoredAnnotation,
    | ('checked_version' | 'start_paragraph' | 'end_paragraph' | 'prefix' | 'suffix')
    | ('tag_keys' | 'search_key' | 'bytes' | 'deleted_at' | 'field_times')
  > {
  /** Null while the reader may not open the story. */
  story: { id: string; title: string; language: string } | null;
  /** Null while the reader may not open the chapter. */
  chapter: { id: string; title: string; number: number } | null;
}

/**
 * The quotation of an annotation `a`. Of an exclusive chapter that is not for the reader, it is what they have selected, not
 * what the author has made of it since (docs/product/exclusive-chapters.md#annotations).
 */
export const textsFor = ({ isWithheld }: Pick<ReturnType<typeof visibleTo>, 'isWithheld'>) => sql`
  case when ${isWithheld} then coalesce(a.original_text, a.selected_text) else a.selected_text end as selected_text,
  case when not ${isWithheld} then a.original_text end as original_text`;

/** The columns of an annotation `a` with its story `s` and chapter `c`, as far as its reader may open them. */
export const columnsFor = (reader: Reader) => {
  const visible = visibleTo(reader, 'link');
  return sql`a.user_id, a.story_id, a.id, a.chapter_id, a.kind, a.version, a.start_offset, a.end_offset,
    ${textsFor(visible)}, a.is_text_changed, a.color, a.note, a.title, a.tags, a.created_at, a.updated_at,
    case when ${visible.story} then json_build_object('id', s.id, 'title', s.title, 'language', s.language) end as story,
    case when ${visible.listed} and c.is_published then
      json_build_object('id', c.id, 'title', c.title, 'number', c.published_number) end as chapter`;
};

/** Joins what `columnsFor` needs; the story and the chapter may have been erased. */
export const withStory = sql`left join stories s on s.id = a.story_id left join chapters c on c.id = a.chapter_id`;

/** A person's annotation, unless it is deleted. */
export const findAnnotation = (
  db: Db,
  reader: Reader,
  kind: AnnotationKind,
  id: string,
): Promise<AnnotationRow | undefined> =>
  firstRow<AnnotationRow>(db)`
    select ${columnsFor(reader)} from annotations a ${withStory}
    where a.user_id = ${reader.id} and a.id = ${id} and a.kind = ${kind} and a.deleted_at is null`;

/** A place where something is annotated. */
export interface AnnotationPlace {
  userId: string;
  kind: AnnotationKind;
  storyId: string;
  chapterId: string;
}

/** Whether the person's annotation with this id is in this place; undefined if there is none, false if it is deleted. */
export const isAnnotationOf = (
  db: Db,
  id: string,
  { userId, kind, storyId, chapterId }: AnnotationPlace,
): Promise<boolean | undefined> =>
  firstValue<boolean>(db)`
    select kind = ${kind} and story_id = ${storyId} and chapter_id = ${chapterId} and deleted_at is null
    from annotations where user_id = ${userId} and id = ${id}`;

export interface ReadableText {
  /** The current version and its text; the ids of its paragraphs only with an older text. */
  version: number;
  content: string;
  paragraph_ids: string | null;
  /** The text of the version that was asked for, if that is an older one that readers can have seen. */
  older: StoredText | null;
}

/** The text of a published chapter of a story that a reader may open, and of an older version. */
export const findReadableText = (
  ctx: Pick<AppContext, 'db' | 'config' | 'clock'>,
  { userId, storyId, chapterId }: AnnotationPlace,
  version: number | undefined,
): Promise<ReadableText | undefined> =>
  firstRow<ReadableText>(ctx.db)`
    select c.version, v.content, case when o.version is not null then v.paragraph_ids::text end as paragraph_ids,
      case when o.version is not null then
      json_build_object('content', o.content, 'paragraph_ids', o.paragraph_ids::text) end as older
    from chapters c join stories s on s.id = c.story_id
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    left join chapter_versions o on o.story_id = c.story_id and o.chapter_id = c.id
      and o.version = ${version ?? null}::integer and o.version < c.version and ${wasPublic(sql`o.version`)}
    where c.id = ${chapterId} and c.story_id = ${storyId} and c.is_published
      and ${visibleTo(readerOf(ctx, { id: userId }), 'link').chapter}`;

export interface NewAnnotation extends AnnotationPlace {
  _id: string | undefined;
  version: number;
  passage: Passage;
  /** The numbers, from 1, of the paragraphs in which the passage starts and ends. */
  paragraphs: { first: number; last: number };
  color: string | null;
  note: string;
  title: string | null;
  tags: string[];
  tagKeys: string[];
  now: Date;
}

/** Whether this is the version of a chapter that readers see. */
export const isShown = (tx: Db, chapterId: string, version: number): Promise<boolean> =>
  hasRows(tx)`select from chapters where id = ${chapterId} and version = ${version} and is_published`;

/**
 * Adds an annotation, emits its event and locks its chapter as it is. Undefined if the chosen id is in use, and if readers
 * no longer see this version.
 */
export const insertAnnotation = async (tx: Db, input: NewAnnotation): Promise<CountedChange | undefined> => {
  const { userId, chapterId, version, passage, paragraphs, now } = input;
  const [added] = await countChanges(
    tx,
    sql`
      insert into annotations (user_id, story_id, id, chapter_id, kind, version, checked_version, start_offset, end_offset,
        start_paragraph, end_paragraph, selected_text, prefix, suffix, color, note, title, tags, tag_keys, created_at, updated_at)
      select ${userId}, v.story_id, coalesce(${input._id ?? null}::uuid, uuidv7()), v.chapter_id, ${input.kind}, v.version,
        v.version, ${passage.start}, ${passage.end}, coalesce(v.paragraph_ids[${paragraphs.first}::integer], 0),
        coalesce(v.paragraph_ids[${paragraphs.last}::integer], 0), ${passage.selectedText}, ${passage.prefix},
        ${passage.suffix}, ${input.color}, ${input.note}, ${input.title}, ${input.tags}::text[], ${input.tagKeys}::text[],
        ${now}, ${now}
      from chapter_versions v join chapters c on c.id = v.chapter_id and c.version = v.version and c.is_published
      where v.story_id = ${input.storyId} and v.chapter_id = ${chapterId} and v.version = ${version} for share of c
      on conflict on constraint annotations_by_id do nothing`,
    insertEvents(
      annotationCreated,
      sql`select jsonb_build_object('annotationId', id, 'readerId', user_id, 'storyId', story_id,
        'chapterId', ${chapterId}::uuid), ${now}::timestamptz from changed`,
    ),
  );
  return added;
};

/** An annotation from another site; the numbers of its paragraphs are from 1. */
export type RestoredRow = Pick<
  StoredAnnotation,
  | (
      | 'id'
      | 'chapter_id'
      | 'kind'
      | 'version'
      | 'start_offset'
      | 'end_offset'
      | 'selected_text'
      | 'prefix'
      | 'suffix'
    )
  | ('color' | 'note' | 'title' | 'tags' | 'tag_keys' | 'created_at')
> & { first_paragraph: number; last_paragraph: number };

/** Adds annotations in the chapters of a person's own draft. */
export const insertRestored = (
  tx: Db,
  userId: string,
  storyId: string,
  rows: RestoredRow[],
): Promise<CountedChange[]> =>
  countChanges(
    tx,
    sql`
      insert into annotations (user_id, story_id, id, chapter_id, kind, version, checked_version, start_offset, end_offset,
        start_paragraph, end_paragraph, selected_text, prefix, suffix, color, note, title, tags, tag_keys, created_at, updated_at)
      select ${userId}, v.story_id, i.id, v.chapter_id, i.kind, v.version, v.version, i.start_offset, i.end_offset,
        coalesce(v.paragraph_ids[i.first_paragraph], 0), coalesce(v.paragraph_ids[i.last_paragraph], 0), i.selected_text,
        i.prefix, i.suffix, i.color, i.note, i.title, i.tags, i.tag_keys, i.created_at, i.created_at
      from json_to_recordset(${JSON.stringify(rows)}::json) as i (id uuid, chapter_id uuid, kind text, version integer,
        start_offset integer, end_offset integer, first_paragraph integer, last_paragraph integer, selected_text text,
        prefix text, suffix text, color text, note text, title text, tags text[], tag_keys text[], created_at timestamptz)
      join chapter_versions v on v.story_id = ${storyId} and v.chapter_id = i.chapter_id and v.version = i.version`,
  );

/** What a reader can change in an annotation. */
export type AnnotationEdit = Partial<
  Pick<StoredAnnotation, 'note' | 'color' | 'title' | 'tags' | 'tag_keys'>
>;

/** Makes a change of `at`; of each field, a change that was made later stays (docs/product/offline.md#merging). */
export const editAnnotations = (
  tx: Db,
  userId: string,
  ids: string[],
  edit: AnnotationEdit,
  at: EditTime,
): Promise<CountedChange[]> => {
  const time = sql`${at.changedAt.getTime()}::bigint`;
  const isLatest = (field: string) =>
    sql`(not ${at.isOffline}::boolean or coalesce((field_times->>${sql.lit(field)})::bigint <= ${time}, true))`;
  // Both columns of the tags change together.
  const timeName = (column: string) => (column === 'tag_keys' ? 'tags' : column);
  const types: Record<string, string> = { tags: 'text[]', tag_keys: 'text[]' };
  const columns = Object.entries(edit).filter(([, value]) => value !== undefined);
  const assignments = columns.map(
    ([column, value]) =>
      sql`${sql.ref(column)} = case when ${isLatest(timeName(column))}
        then ${value}::${sql.raw(types[column] ?? 'text')} else ${sql.ref(column)} end`,
  );
  const times = [...new Set(columns.map(([column]) => timeName(column)))].map(
    (field) =>
      sql`case when ${isLatest(field)} then jsonb_build_object(${sql.lit(field)}::text, ${time}) else '{}' end`,
  );
  return countChanges(
    tx,
    sql`
      update annotations set ${sql.join(assignments)}, updated_at = ${at.now},
        field_times = field_times || ${sql.join(times, sql` || `)}
      where user_id = ${userId} and id = any(${ids}) and deleted_at is null
        ${edit.color === undefined ? sql`` : sql`and kind = 'highlight'`}`,
  );
};

/** When an annotation was edited, and whether the device had no connection then. */
export interface EditTime {
  changedAt: Date;
  isOffline: boolean;
  now: Date;
}

/** Deletes an annotation so that it can be restored, and erases the person's oldest deleted ones beyond `maxDeleted`. */
export const deleteAnnotations = async (
  tx: Db,
  userId: string,
  ids: string[],
  now: Date,
): Promise<CountedChange[]> => {
  const deleted = await countChanges(
    tx,
    sql`
      update annotations set deleted_at = ${now}
      where user_id = ${userId} and id = any(${ids}) and deleted_at is null`,
  );
  await countChanges(
    tx,
    sql`
      delete from annotations where user_id = ${userId} and deleted_at is not null and id in (
        select id from annotations where user_id = ${userId} and deleted_at is not null
        order by deleted_at desc, id desc offset ${sql.lit(maxDeleted)})`,
  );
  return deleted;
};

const since = (now: Date) => sql`${now}::timestamptz - ${sql.lit(`${undoHours} hours`)}::interval`;

/** Restores annotations of a kind, or of both, that were deleted in the last `undoHours`. */
export const restoreAnnotations = (
  tx: Db,
  userId: string,
  kind: AnnotationKind | null,
  ids: string[],
  now: Date,
): Promise<CountedChange[]> =>
  countChanges(
    tx,
    sql`
      update annotations set deleted_at = null
      where user_id = ${userId} and id = any(${ids}) and kind = coalesce(${kind}, kind) and deleted_at > ${since(now)}`,
  );

/** Erases at most `max` annotations that can no longer be restored, and returns how many. */
export const eraseDeleted = async (db: Db, now: Date, max: number): Promise<number> => {
  const erased = await countChanges(
    db,
    sql`
      delete from annotations where (user_id, story_id, id) in (
        select user_id, story_id, id from annotations where deleted_at <= ${since(now)} limit ${max})`,
  );
  return erased.reduce((sum, { changed }) => sum + changed, 0);
};
