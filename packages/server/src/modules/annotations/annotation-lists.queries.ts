import type { AnnotationKind, listAnnotatedStories as storiesCall } from '@inkling/contract/annotations';
import type { ResponseOf } from '@inkling/contract/call';
import { tagKey } from '@inkling/contract/story-labels';
import { z } from 'zod';
import {
  allRows,
  countRows,
  type Db,
  firstRow,
  planEachTime,
  type RawBuilder,
  sql,
  unseen,
} from '../../platform/db/db.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';
import { type AnnotationRow, columnsFor, textsFor, withStory } from './annotations.queries.ts';

/** Which of a person's annotations a list has. */
export interface AnnotationFilter {
  kind?: AnnotationKind | undefined;
  storyId?: string | undefined;
  chapterId?: string | undefined;
  color?: string | undefined;
  tag?: string | undefined;
  hasNote?: 'true' | undefined;
  sort?: 'time' | 'place' | undefined;
  /** Words that the selected text, note, title or tags contain, without regard to case and accents. */
  q?: string | undefined;
}

/** In one chapter by place; otherwise the latest first, or story by story in the order of their chapters. */
type Order = 'place' | 'story' | 'time';
export const orderOf = ({ chapterId, sort }: AnnotationFilter): Order => {
  if (chapterId !== undefined) return 'place';
  return sort === 'place' ? 'story' : 'time';
};

const orders = {
  place: sql`a.start_offset, a.end_offset, a.id`,
  story: sql`a.story_id, a.place, a.chapter_id, a.start_offset, a.end_offset, a.id`,
  time: sql`a.id desc`,
};

/** The sort key of the last row of a page, by order. */
export const positions = {
  place: z.object({ order: z.literal('place'), start: z.int32(), end: z.int32(), id: z.uuid() }),
  story: z.object({
    order: z.literal('story'),
    story: z.uuid(),
    place: z.int32(),
    chapter: z.uuid(),
    start: z.int32(),
    end: z.int32(),
    id: z.uuid(),
  }),
  time: z.object({ order: z.literal('time'), id: z.uuid() }),
};
export type Position = z.output<(typeof positions)[Order]>;

export function positionOf(order: Order, row: ListedRow): Position {
  const { start_offset: start, end_offset: end, id } = row;
  if (order === 'time') return { order, id };
  if (order === 'place') return { order, start, end, id };
  return { order, story: row.story_id, place: row.place, chapter: row.chapter_id, start, end, id };
}

function isAfter(position: Position) {
  if (position.order === 'time') return sql`and a.id < ${position.id}::uuid`;
  const inChapter = sql`${position.start}::integer, ${position.end}::integer, ${position.id}::uuid`;
  return position.order === 'place'
    ? sql`and (a.start_offset, a.end_offset, a.id) > (${inChapter})`
    : sql`and (a.story_id, a.place, a.chapter_id, a.start_offset, a.end_offset, a.id)
        > (${position.story}::uuid, ${position.place}::integer, ${position.chapter}::uuid, ${inChapter})`;
}

const nothing = sql``;

/**
 * Whether the annotation's texts contain each word of a text. The texts are decompressed once, and the search ends with
 * the first word that is not there: all that a person may store is searched within the time that a request has.
 */
const contains = (q: string) => sql`and (
  select not exists (select from unnest(string_to_array(fold_text(${q}), ' ')) word where strpos(t.key, word) = 0)
  from (select a.search_key || '' as key offset 0) t)`;

const matching = (
  userId: string,
  { kind, storyId, chapterId, color, tag, hasNote, q }: AnnotationFilter,
) => sql`
  a.user_id = ${unseen(userId, 'uuid')} and a.deleted_at is null
  ${kind === undefined ? nothing : sql`and a.kind = ${sql.lit(kind)}`}
  ${storyId === undefined ? nothing : sql`and a.story_id = ${storyId}`}
  ${chapterId === undefined ? nothing : sql`and a.chapter_id = ${unseen(chapterId, 'uuid')}`}
  ${color === undefined ? nothing : sql`and a.color = ${color}`}
  ${tag === undefined ? nothing : sql`and a.tag_keys @> array[${tagKey(tag)}]`}
  ${hasNote === undefined ? nothing : sql`and a.note <> ''`}
  ${q === undefined ? nothing : contains(q)}`;

/** In a chapter, an index finds all that is needed, whoever asks; what else to begin with depends on the person. */
const planOf = ({ chapterId, q }: AnnotationFilter) =>
  chapterId === undefined || q !== undefined ? planEachTime : nothing;

/** A row with the position of its chapter, if the list is by place; chapters that are gone come last. */
export type ListedRow = AnnotationRow & { place: number };
const placed = sql`(select n.*, coalesce(h.position, 2147483647) as place
  from annotations n left join chapters h on h.id = n.chapter_id)`;

/** One page of a person's annotations, after a position or by number, and one more if there is a next page. */
export const listAnnotations = async (
  db: Db,
  reader: Reader,
  filter: AnnotationFilter,
  { after, page, limit }: { after: Position | null; page: number; limit: number },
): Promise<ListedRow[]> => {
  const name = orderOf(filter);
  const order = orders[name];
  const from = after === null ? sql`offset ${(page - 1) * limit}` : nothing;
  return allRows<ListedRow>(db)`
    ${planOf(filter)}
    with page as materialized (
      select * from ${name === 'story' ? placed : sql`(select *, 0 as place from annotations)`} a
      where ${matching(reader.id, filter)} ${after === null ? nothing : isAfter(after)}
      order by ${order} limit ${limit + 1} ${from})
    select ${columnsFor(reader)}, a.place from page a ${withStory} order by ${order}`;
};

export const countAnnotations = async (db: Db, userId: string, filter: AnnotationFilter): Promise<number> => {
  const { chapterId, color, tag, hasNote, q, storyId, kind } = filter;
  if (
    hasNote === undefined &&
    chapterId === undefined &&
    color === undefined &&
    tag === undefined &&
    q === undefined
  ) {
    const columns = {
      highlight: sql`highlights`,
      bookmark: sql`bookmarks`,
      both: sql`highlights + bookmarks`,
    };
    const row = await firstRow<{ total: number }>(db)`
      select coalesce(sum(${columns[kind ?? 'both']}), 0)::bigint as total from annotated_stories
      where user_id = ${userId} ${storyId === undefined ? nothing : sql`and story_id = ${storyId}`}`;
    return row?.total ?? 0;
  }
  return countRows(db, sql`from annotations a where ${matching(userId, filter)} ${planOf(filter)}`);
};

/** A person's tags with the number of bookmarks, the most used first; each as it was last spelled. */
export const listTags = (db: Db, userId: string): Promise<{ tag: string; bookmarks: number }[]> =>
  allRows<{ tag: string; bookmarks: number }>(db)`
    select (array_agg(t.tag order by a.id desc))[1] as tag, count(*) as bookmarks
    from annotations a cross join unnest(a.tags, a.tag_keys) as t (tag, key)
    where a.user_id = ${userId} and a.kind = 'bookmark' and a.deleted_at is null
    group by t.key order by count(*) desc, t.key limit 1000`;

type AnnotatedStory = ResponseOf<typeof storiesCall>['data'][number];

/**
 * The stories in which a person has annotations, the last annotated first; at most 1,000. The title is null while the
 * reader may not open the story.
 */
export const listAnnotatedStories = (db: Db, userId: string): Promise<AnnotatedStory[]> =>
  allRows<AnnotatedStory>(db)`
    select n.story_id as "storyId", case when ${visibleTo({ id: userId }, 'link').story} then s.title end as title,
      n.highlights + n.bookmarks as annotations
    from annotated_stories n left join stories s on s.id = n.story_id
    where n.user_id = ${userId} and n.highlights + n.bookmarks > 0
    order by n.revision desc limit 1000`;

export interface ExportedAnnotation
  extends Omit<AnnotationRow, 'user_id' | 'version' | 'start_offset' | 'end_offset' | 'story' | 'chapter'> {
  /** Whose story it is. Null, like the titles, while the person may not open the story or chapter. */
  author: string | null;
  story_title: string | null;
  chapter_title: string | null;
  chapter_number: number | null;
}

/** A person's annotations of one story or of all, story by story in the order of the text. */
export const exportedAnnotations = (
  reader: Reader,
  { storyId, ids }: { storyId?: string | undefined; ids?: string[] | undefined },
): RawBuilder<ExportedAnnotation> => {
  const visible = visibleTo(reader, 'link');
  return sql<ExportedAnnotation>`
    select a.story_id, a.chapter_id, case when ${visible.story} then s.title end as story_title,
      case when ${visible.story} then coalesce(nullif(u.display_name, ''), u.username) end as author,
      case when ${visible.listed} and c.is_published then c.title end as chapter_title,
      case when ${visible.listed} and c.is_published then c.published_number end as chapter_number,
      a.id, a.kind, ${textsFor(visible)}, a.is_text_changed, a.color, a.note, a.title, a.tags, a.created_at, a.updated_at
    from annotations a left join stories s on s.id = a.story_id
    left join users u on u.id = s.author_id left join chapters c on c.id = a.chapter_id
    where a.user_id = ${reader.id} and a.deleted_at is null
      ${storyId === undefined ? sql`` : sql`and a.story_id = ${storyId}`}
      ${ids === undefined ? sql`` : sql`and a.id = any(${ids})`}
    order by a.story_id, chapter_number nulls last, a.chapter_id, a.start_offset, a.end_offset, a.id`;
};
