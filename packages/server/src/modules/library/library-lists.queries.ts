import type { LibraryFilter, LibrarySort, ReadingStatus } from '@inkling/contract/library';
import { allRows, countRows, type Db, firstRow, planEachTime, sql, unseen } from '../../platform/db/db.ts';
import { publishedBefore, type Reader, visibleTo } from '../chapters/index.ts';
import { countedStories, type ListedViewerState } from '../stories/index.ts';
import { type ChapterRef, isReadAgain, type Unread, unreadOf } from './unread.queries.ts';

export interface EntryRow extends Unread {
  id: string;
  story_id: string;
  status: ReadingStatus;
  progress: number;
  is_bookmarked: boolean;
  note: string;
  new_chapters: number;
  last_read_at: Date | null;
  /** In reading sessions. */
  seconds_read: number;
  rating: number | null;
  /** Of a completed story. */
  finished_at: Date | null;
  last_chapter: ChapterRef | null;
  continue_with: string | null;
  /** Null for a story that readers do not see. */
  story: Omit<ListedViewerState, 'is_bookmarked'> | null;
}

/** Whether the reader of the entry `e` sees its story `s`; false for one that was deleted with its author. */
export const isReadable = () => sql`(${visibleTo({ id: sql`e.user_id` }, 'library').story} is true)`;

/**
 * The chapter to continue with after last reading `e.last_chapter_id`: the last one that the reader may read up to that
 * one's number, or the first (docs/product/library.md#continue-reading).
 */
const lastChapter = (reader: Reader) => sql`(
  select json_build_object('id', c.id, 'title', c.title, 'number', c.published_number) from chapters c
  where e.last_chapter_id is not null and c.story_id = s.id and ${visibleTo(reader, 'library').chapter}
    and c.published_number <= greatest(1, (
    select case when c.is_published then c.published_number else ${publishedBefore} end
    from chapters c where c.id = e.last_chapter_id))
  order by c.published_number desc limit 1)`;

/** How many chapters that the reader may read were published since a moment and are not read to their end; aliases `s`, `e`. */
const unreadSince = (reader: Reader, since: ReturnType<typeof sql>) => sql`(
  case when s.status <> 'coming_soon' and s.last_updated > ${since} then (
    select count(*)::integer from chapters c
    left join reading_positions p on p.user_id = e.user_id and p.chapter_id = c.id
    where c.story_id = e.story_id and ${visibleTo(reader, 'library').chapter}
      and greatest(c.published_at, c.announced_at) > ${since} and coalesce(p.furthest, 0) < 100)
  else 0 end)`;

/** Those since the reader had read all there was: with any of them, the story is not completed any more. */
export const unreadSinceFinished = (reader: Reader) => unreadSince(reader, sql`e.caught_up_at`);
/** Those since the reader's last visit, whether the reader is caught up or behind. */
const newChapters = (reader: Reader) => unreadSince(reader, sql`greatest(e.caught_up_at, e.last_read_at)`);

/** A reader's entries, except their own unpublished or deleted stories. Finds those by author, and joins no other story. */
const ownEntries = (userId: string) => sql`
  e.user_id = ${unseen(userId, 'uuid')} and e.story_id not in (
    select s.id from stories s where s.author_id = ${userId} and not ${isReadable()})`;

/** The state of an entry's story, which says whether its cached text is current; aliases `s`, `e`. */
export const storyState = () => sql`
  case when ${isReadable()} then json_build_object('id', s.id, 'revision', s.revision, 'author_id', s.author_id,
    'is_published', s.is_published, 'views', s.views, 'likes', s.likes, 'ratings', s.ratings, 'rating_sum', s.rating_sum,
    'is_liked', exists (select from story_likes l where l.story_id = s.id and l.user_id = e.user_id)) end`;

const nothing = sql``;

/** What the reader of the entry `e` has read in ended and running sessions. */
const secondsRead = sql`(
  select coalesce(sum(t.seconds), 0) from (
    select t.seconds from reading_session_totals t where t.user_id = e.user_id and t.story_id = e.story_id
    union all
    select r.seconds from reading_sessions r
    where r.user_id = e.user_id and r.story_id = e.story_id and r.ended_at is null) t)`;

/**
 * When the reader of the completed entry `e` finished it; null if no one knows. Imported ones were read before they were in
 * the library, where nothing was new to their reader from then on.
 */
export const finishedAt = sql`least(e.caught_up_at, e.last_read_at)`;

/** The id of the chapter after the one read last that the reader may read. */
const followingChapter = (reader: Reader) => sql`(
  select c.id::text from chapters c
  where c.story_id = s.id and ${visibleTo(reader, 'library').chapter}
    and c.published_number > (place.last_chapter->>'number')::integer
  order by c.published_number limit 1)`;

/**
 * The id of the chapter that Continue Reading opens: the one read last, or after its end and when there are new ones the
 * next unread one, or the following one of a story that is read again (docs/product/library.md#continue-reading).
 */
const continueWith = (reader: Reader) => sql`case
  when place.last_chapter is null or news.new_chapters > 0 then coalesce(left_over.next_unread, place.last_chapter)->>'id'
  when exists (
    select from reading_positions p where p.user_id = e.user_id and p.chapter_id = (place.last_chapter->>'id')::uuid
      and p.progress >= 100)
    then coalesce(case when ${isReadAgain} then ${followingChapter(reader)} end,
      coalesce(left_over.next_unread, place.last_chapter)->>'id')
  else place.last_chapter->>'id' end`;

/**
 * Entries; those of unpublished or deleted stories contain nothing of the story. `found` joins those to look up. Without
 * `offset 0`, what several columns depend on would be computed for each of them.
 */
const entries = (reader: Reader, found = nothing) => sql`
  select e.id, e.story_id, case when e.status = 'completed' and (${isReadAgain} or ${unreadSinceFinished(reader)} > 0) then 'reading' else e.status end as status,
    e.progress, e.is_bookmarked, e.note, e.last_read_at, ${secondsRead} as seconds_read,
    (select r.rating from ratings r where r.story_id = e.story_id and r.user_id = e.user_id) as rating,
    case when e.status = 'completed' and not ${isReadAgain} then ${finishedAt} end as finished_at, news.new_chapters, left_over.*, place.last_chapter,
    ${continueWith(reader)} as continue_with,
    ${storyState()} as story
  from library_entries e ${found}
  left join ${countedStories} s on s.id = e.story_id
  cross join lateral (select ${newChapters(reader)} as new_chapters offset 0) news
  cross join lateral ${unreadOf(reader)} left_over
  cross join lateral (select ${lastChapter(reader)} as last_chapter offset 0) place
  where ${ownEntries(reader.id)}`;

const ofFound = sql`join found on found.story_id = e.story_id`;

/** Conditions of the entry `e`. */
function conditions(reader: Reader) {
  const newSinceFinished = sql`(e.caught_up_at is not null and exists (
    select from stories s where s.id = e.story_id and ${unreadSinceFinished(reader)} > 0))`;
  const continues = sql`(${isReadAgain} or ${newSinceFinished})`;
  const isBeingRead = sql`(e.status = 'reading' or (e.status = 'completed' and ${continues}))`;
  const filters: Record<LibraryFilter | 'in_progress', ReturnType<typeof sql>> = {
    all: sql`(e.status <> 'none' or e.is_bookmarked)`,
    reading: isBeingRead,
    in_progress: sql`(${isBeingRead} and e.progress > 0)`,
    completed: sql`(e.status = 'completed' and not ${continues})`,
    on_hold: sql`e.status = 'on_hold'`,
    dropped: sql`e.status = 'dropped'`,
    saved: sql`e.is_bookmarked`,
    not_started: sql`(e.status = 'none' and e.is_bookmarked)`,
    new_chapters: sql`((e.status <> 'none' or e.is_bookmarked) and exists (
      select from stories s where s.id = e.story_id and ${newChapters(reader)} > 0))`,
  };
  return filters;
}

const savedAt = sql`case when e.is_bookmarked then e.bookmarked_at end`;
// Nothing of a story that cannot be read may show, so that the place of its entry does not tell its title.
const titleKey = sql`case when ${isReadable()} then fold_text(s.title) end`;
const authorKey = sql`case when ${isReadable()} then fold_text(coalesce(nullif(u.display_name, ''), u.username)) end`;
const story = sql`left join stories s on s.id = e.story_id`;
const author = sql`${story} left join users u on u.id = s.author_id`;

/** Sort keys, with the joins that they need. */
const sorts: Record<LibrarySort, { order: ReturnType<typeof sql>; join?: ReturnType<typeof sql> }> = {
  '-lastRead': { order: sql`coalesce(e.last_read_at, ${savedAt}, e.created_at) desc, e.id desc` },
  '-added': { order: sql`coalesce(${savedAt}, e.created_at) desc, e.id desc` },
  title: { order: sql`${titleKey} nulls last, e.id`, join: story },
  author: { order: sql`${authorKey} nulls last, ${titleKey} nulls last, e.id`, join: author },
  '-progress': { order: sql`e.progress desc, e.id desc` },
};
/** The order of a list of what was read: entries that were never opened come last. */
const lastReadFirst = sql`e.last_read_at desc nulls last, e.id desc`;

/** What a list of the library shows, in which order. */
export interface LibraryView {
  filters: readonly (LibraryFilter | 'in_progress')[];
  sort: LibrarySort;
  /** Words that the title or the author's name contain, without regard to case and accents. */
  q?: string | undefined;
}

/**
 * Whether the title and the author's name contain each word of a text. Without `offset 0`, their key would be computed
 * once for each word, which takes seconds for a text of many.
 */
const contains = (q: string) => sql`(${isReadable()} and (
  select bool_and(strpos(texts.both_keys, word) > 0)
  from (
    select fold_text(concat(s.title, ' ', u.display_name, ' ', u.username)) as both_keys offset 0) texts,
    unnest(string_to_array(fold_text(${q}), ' ')) word))`;

const orderOf = ({ sort, filters: [first] }: LibraryView) =>
  sort === '-lastRead' && first !== 'all' && first !== 'not_started' ? lastReadFirst : sorts[sort].order;

const matching = (reader: Reader, { sort, filters, q }: LibraryView) => sql`
  from library_entries e ${q === undefined ? (sorts[sort].join ?? nothing) : author}
  where ${ownEntries(reader.id)} and ${sql.join(
    filters.map((one) => conditions(reader)[one]),
    sql` and `,
  )} ${q === undefined ? nothing : sql`and ${contains(q)}`}`;

/** Views that readers choose have too many forms to prepare. */
const planOf = ({ sort, filters: [first, ...more], q }: LibraryView) =>
  q === undefined && more.length === 0 && (first === 'all' || sort === '-lastRead') ? nothing : planEachTime;

/**
 * Entries in progress, which finished ones with new chapters are again; last read first. Finds the entries first, then
 * looks up the rest only for those.
 */
export const listContinueReading = (db: Db, reader: Reader, limit: number): Promise<EntryRow[]> =>
  allRows<EntryRow>(db)`
    with found as materialized (
      select e.story_id from library_entries e join stories s on s.id = e.story_id
      where e.user_id = ${unseen(reader.id, 'uuid')} and ${isReadable()} and ${conditions(reader).reading} and e.last_read_at is not null
      order by e.last_read_at desc, e.id desc limit ${limit})
    ${entries(reader, ofFound)} and ${isReadable()}
    order by e.last_read_at desc, e.id desc`;

/**
 * One page of a view, and how many entries all its pages have. Finds the page's entries first, then looks up the rest only
 * for those.
 */
export const listEntries = async (
  db: Db,
  reader: Reader,
  view: LibraryView,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: EntryRow[]; total: number }> => {
  const rows = await allRows<EntryRow & { total: number }>(db)`
    ${planOf(view)}
    with found as materialized (
      select story_id, total, row_number() over () as place from (
        select e.story_id, count(*) over () as total
        ${matching(reader, view)} order by ${orderOf(view)} limit ${limit} offset ${(page - 1) * limit}) ordered)
    select l.*, found.place, found.total
    from (${entries(reader, ofFound)}) l join found on found.story_id = l.story_id
    order by found.place`;
  const [first] = rows;
  if (first !== undefined || page === 1) return { rows, total: first?.total ?? 0 };
  return { rows, total: await countRows(db, sql`${matching(reader, view)} ${planOf(view)}`) };
};

/** The entry of a story that can be read. */
export const findEntry = (db: Db, reader: Reader, storyId: string): Promise<EntryRow | undefined> =>
  firstRow<EntryRow>(db)`
    ${entries(reader)} and ${isReadable()} and e.story_id = ${storyId}`;
