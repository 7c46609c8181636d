import { sql } from '../../platform/db/db.ts';
import { isOpened, publishedBefore, visibleTo } from '../chapters/index.ts';

type Fragment = ReturnType<typeof sql>;

/** What a reader has left of a story: the columns of `unreadOf`. */
export interface Unread {
  unread: number;
  /** Those of them before the reader's place. */
  unread_before: number;
  first_unread_before: ChapterRef | null;
  next_unread: ChapterRef | null;
}

export interface ChapterRef {
  id: string;
  title: string;
  number: number;
}

/**
 * Whether the published chapter `c` is unread for the reader of the library entry `e`, whose position in it is `p`: not
 * read to its end, and published or announced after the reader had completed the story.
 */
const isUnread = sql`(coalesce(p.furthest, 0) < 100 and (greatest(c.published_at, c.announced_at) <= e.caught_up_at) is not true)`;

/** Whether a reader has begun the story `s`, here or, as an import says, elsewhere; `e` is their library entry, or a row of nulls. */
export const hasBegun = (readerId: string) => sql<boolean>`(
  e.last_chapter_id is not null or e.caught_up_at is not null or exists (
    select from reading_positions p where p.user_id = ${readerId} and p.story_id = s.id and ${isOpened}))`;

/** Whether the reader of the entry `e` has begun a completed story again, and not completed it since. */
export const isReadAgain = sql<boolean>`(e.caught_up_at is not null and e.progress < 100)`;

/** Whether a person has not read a published chapter of the story `s` other than `chapterId`; `e` is their library entry. */
export const hasOtherUnread = (readerId: string, chapterId: string) => sql<boolean>`exists (
  select from chapters c left join reading_positions p on p.user_id = ${readerId} and p.chapter_id = c.id
  where c.story_id = s.id and c.is_published and c.id <> ${chapterId} and ${isUnread})`;

const refTo = (alias: 'n' | 'f') => {
  const of = sql.table(alias);
  return sql`case when ${of}.id is not null then json_build_object('id', ${of}.id, 'title', ${of}.title, 'number', ${of}.published_number) end`;
};

/**
 * A lateral subquery: how many chapters of the story `s` a reader may read and has not read, and the next of them: the
 * first one at or after the reader's place, else the first before it. `e` is the reader's library entry, or a row of
 * nulls (docs/product/library.md#unread-chapters).
 */
export const unreadOf = (reader: {
  id: string | Fragment;
  readsExclusive?: ReturnType<typeof sql<boolean>>;
}) => sql`(
  select counted.unread, counted.unread_before, ${refTo('n')} as next_unread, ${refTo('f')} as first_unread_before
  from (
    select count(*)::integer as unread,
      (count(*) filter (where c.published_number < place.number))::integer as unread_before,
      coalesce(min(c.published_number) filter (where c.published_number >= place.number), min(c.published_number)) as next,
      min(c.published_number) filter (where c.published_number < place.number) as first_before
    from (select coalesce((
      select case when c.is_published then c.published_number else ${publishedBefore} + 1 end
      from chapters c where c.id = e.last_chapter_id), 1) as number offset 0) place
    cross join chapters c left join reading_positions p on p.user_id = ${reader.id} and p.chapter_id = c.id
    where c.story_id = s.id and ${visibleTo(reader, 'library').chapter} and ${isUnread}) counted
  left join chapters n on n.story_id = s.id and n.is_published and n.published_number = counted.next
  left join chapters f on f.story_id = s.id and f.is_published and f.published_number = counted.first_before)`;
