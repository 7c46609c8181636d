import type { PickList } from '@inkling/contract/picks';
import { beginningsOf, spellingsOf } from '@inkling/contract/spellings';
import type { CoverStyle } from '@inkling/contract/store';
import type { OwnStorySort, StoryBody, StoryStatus } from '@inkling/contract/stories';
import { tagKey } from '@inkling/contract/story-labels';
import {
  allRows,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  type RowChanges,
  sql,
  type TableRow,
  unseen,
} from '../../platform/db/db.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import type { AuthorRow } from '../users/index.ts';
import type { ListViewer } from './content-filter.queries.ts';
import { countLabels, labelsOf } from './label-counts.queries.ts';
import type { ListOrder } from './list-orders.queries.ts';
import { isShownTo } from './stories.policy.queries.ts';
import { matchesStoryFilter, type StoryFilter } from './story-filters.queries.ts';

/**
 * Stories with their views, likes and ratings, in place of the table `stories`. What selects from it is planned as a join
 * of the tables that hold the counts.
 */
export const countedStories = sql`(
  select s.*, counts.views, counts.likes, coalesce(rated.ratings, 0) as ratings,
    coalesce(rated.rating_sum, 0) as rating_sum, rated.score as rating_score
  from stories s join story_counts counts on counts.story_id = s.id
  left join story_ratings rated on rated.story_id = s.id)`;

/** A row of the table. */
export type StoredStory = TableRow<'stories'>;

/** What changes without a story's revision, and a viewer's marks. */
export interface StoryState extends Pick<StoredStory, 'author_id' | 'is_published' | 'revision'> {
  views: number;
  likes: number;
  ratings: number;
  rating_sum: number;
  is_liked: boolean;
  is_bookmarked: boolean;
}

export interface StoryRow
  extends StoryState,
    Omit<
      StoredStory,
      | 'tag_keys'
      | 'filter_keys'
      | 'deleted_at'
      | 'erase_at'
      | 'was_published'
      | 'republish_on_return'
      | 'taken_down_at'
      | 'takedown_reason'
      | 'bytes'
      | 'exclusive_from'
      | 'hiatus_until'
    > {
  hiatus_until: string | null;
  /** When the next scheduled chapter is published. */
  next_chapter_at: Date | null;
  author: AuthorRow;
  cover_style: CoverStyle | null;
  genres: { id: string; name: string }[];
}

/**
 * The columns of a `StoryState` of a story `s` for a viewer. Marks are subqueries, not joins: with a join, the planner
 * reads all likes of a popular story; and with `is_bookmarked` as a condition, all who saved it.
 */
export const stateColumns = (viewer: ReturnType<typeof sql>) => sql`
  s.revision, s.author_id, s.is_published, s.views, s.likes, s.ratings, s.rating_sum,
  ${viewer} is not null
    and exists (select from story_likes l where l.story_id = s.id and l.user_id = ${viewer}) as is_liked,
  ${viewer} is not null and coalesce(
    (select e.is_bookmarked from library_entries e where e.user_id = ${viewer} and e.story_id = s.id), false) as is_bookmarked`;

/** The columns of a `StoryRow` for a viewer; the story's alias is `s`. */
const columns = (viewerId: string | null) => sql`
  s.id, s.title, s.description, s.cover_image, s.language, s.status, s.is_ai_generated, s.ebook_allowed, s.tags, s.content_warnings,
  s.audience, s.is_on_hiatus, s.hiatus_until::text, s.hiatus_note, s.published_at, s.last_updated, s.created_at, s.updated_at, s.chapters, s.published_chapters, s.words,
  s.published_words, ${stateColumns(unseen(viewerId, 'uuid'))},
  (select min(d.publish_at) from chapter_schedules d join chapters dc on dc.id = d.chapter_id
    where d.story_id = s.id and d.problem is null and not d.is_paused and dc.deleted_at is null
      and not dc.is_published) as next_chapter_at,
  json_build_object('id', u.id, 'username', u.username, 'display_name', u.display_name, 'avatar', u.avatar) as author,
  u.cover_style,
  coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name) order by sg.position)
    from story_genres sg join genres g on g.id = sg.genre_id where sg.story_id = s.id), '[]') as genres`;

/** Existing stories with these ids, for a viewer, by id. */
export const findStories = async (
  db: Db,
  ids: string[],
  viewerId: string | null,
): Promise<Map<string, StoryRow>> => {
  if (ids.length === 0) return new Map();
  const rows = await allRows<StoryRow>(db)`
    select ${columns(viewerId)} from ${countedStories} s join users u on u.id = s.author_id
    where s.id = any(${unseen(ids, 'uuid[]')}) and s.deleted_at is null`;
  return new Map(rows.map((row) => [row.id, row]));
};

export interface ListFilter extends StoryFilter {
  text?: string;
  status?: 'completed';
  maxWords?: number;
  minWords?: number;
  authorId?: string;
  /** Leaves out stories that are coming soon. */
  withChapters?: true;
  /** Leaves out mature stories for everyone. */
  withoutMature?: true;
  /** Only stories with a trending score, with ratings or with comments. */
  has?: readonly (keyof typeof having)[];
  /** Only stories that an admin has picked for this list. */
  picks?: PickList;
}

const having = {
  trend: sql`and exists (select from trending_stories t where t.story_id = s.id)`,
  ratings: sql`and exists (select from story_ratings r where r.story_id = s.id and r.score is not null)`,
  comments: sql`and exists (select from story_comment_counts k where k.story_id = s.id and k.comments > 0)`,
};

/** What joins or separates the words of a title: 'time loop', 'time-loop' and 'timeloop' are found alike. */
const joints = " ‐‑–'’-";

const maxPatterns = 50;

/** Patterns for titles without joints that contain `text` in American or British spelling; its last word may be incomplete. */
function titlePatterns(text: string): string[] {
  const words = text.toLowerCase().split(new RegExp(`[${joints}]+`));
  const texts = words.reduce<string[]>(
    (before, word, index) =>
      before
        .flatMap((one) =>
          (index < words.length - 1 ? spellingsOf : beginningsOf)(word).map((next) => one + next),
        )
        .slice(0, maxPatterns),
    [''],
  );
  return texts.map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`);
}

/** The condition that a filter adds; the story's alias is `s`. */
export const matchesFilter = (filter: ListFilter) => sql`
  ${filter.status === undefined ? sql`` : sql`and s.status = ${filter.status} and s.published_chapters > 0`}
  ${filter.maxWords === undefined ? sql`` : sql`and s.published_words < ${filter.maxWords} and s.published_chapters > 0`}
  ${filter.minWords === undefined ? sql`` : sql`and s.published_words >= ${filter.minWords}`}
  ${filter.withChapters === undefined ? sql`` : sql`and s.published_chapters > 0`}
  ${filter.withoutMature === undefined ? sql`` : sql`and s.audience <> 'mature'`}
  ${sql.join(
    (filter.has ?? []).map((one) => having[one]),
    sql` `,
  )}
  ${filter.picks === undefined ? sql`` : sql`and exists (select from story_picks l where l.list = ${filter.picks} and l.story_id = s.id)`}
  ${filter.authorId === undefined ? sql`` : sql`and s.author_id = ${filter.authorId}`}
  ${filter.text === undefined ? sql`` : sql`and translate(s.title, ${joints}, '') ilike any(${titlePatterns(filter.text)}::text[])`}
  ${matchesStoryFilter(filter)}`;

/** The condition for a story on a viewer's list; the story's alias is `s`. */
export const isListed = (viewer: ListViewer, filter: ListFilter) =>
  sql`${isShownTo(viewer)} ${matchesFilter(filter)}`;

export interface PublicList {
  filter: ListFilter;
  order: ListOrder | 'featured';
  /** The position of the last story before the page; the page's number then does not matter. */
  after?: string[];
  page: number;
  limit: number;
  viewer: ListViewer;
}

const ownOrders: Record<OwnStorySort, ReturnType<typeof sql>> = {
  '-createdAt': sql`s.id desc`,
  '-lastUpdated': sql`greatest(s.updated_at, s.last_updated) desc, s.id desc`,
  title: sql`lower(s.title), s.id desc`,
  '-views': sql`s.views desc, s.id desc`,
  '-likes': sql`s.likes desc, s.id desc`,
  '-comments': sql`comments desc, s.id desc`,
  '-words': sql`s.words desc, s.id desc`,
};

export interface OwnStories {
  status: 'all' | 'published' | 'draft' | StoryStatus;
  /** A part of the title. */
  title?: string | undefined;
  sort: OwnStorySort;
  page: number;
  limit: number;
}

const isOwnStatus = (status: OwnStories['status']) => {
  if (status === 'all') return sql``;
  if (status === 'published' || status === 'draft')
    return sql`and s.is_published = ${status === 'published'}`;
  return sql`and s.status = ${status}`;
};

export const listOwnStories = async (
  db: Db,
  authorId: string,
  list: OwnStories,
): Promise<{ rows: (StoryRow & { comments: number })[]; total: number }> => {
  const own = sql`s.author_id = ${authorId} and s.deleted_at is null
    ${isOwnStatus(list.status)}
    ${list.title ? sql`and strpos(lower(s.title), lower(${list.title})) > 0` : sql``}`;
  const rows = await allRows<StoryRow & { comments: number }>(db)`
    select ${columns(authorId)}, coalesce(said.comments, 0) as comments
    from ${countedStories} s join users u on u.id = s.author_id
      left join story_comment_counts said on said.story_id = s.id
    where ${own} order by ${ownOrders[list.sort]} limit ${list.limit} offset ${(list.page - 1) * list.limit}`;
  return { rows, total: await countRows(db, sql`from stories s where ${own}`) };
};

/** Inserts a draft. Undefined if its chosen id is in use. */
export const insertStory = (
  db: Db,
  authorId: string,
  story: Required<Omit<StoryBody, 'genres' | 'coverImage'>> & {
    _id?: string | undefined;
    coverImage?: string | null | undefined;
  },
  now: Date,
): Promise<string | undefined> =>
  firstValue<string>(db)`
    with added as (
      insert into stories (id, author_id, title, description, cover_image, language, status, is_ai_generated, ebook_allowed, tags,
        tag_keys, content_warnings, audience, created_at, updated_at)
      values (coalesce(${story._id ?? null}::uuid, uuidv7()), ${authorId}, ${story.title}, ${story.description},
        ${story.coverImage ?? null}, ${story.language}, ${story.status}, ${story.isAIGenerated}, ${story.allowsEbook}, ${story.tags},
        ${story.tags.map(tagKey)}, ${story.contentWarnings}, ${story.audience}, ${now}, ${now})
      on conflict (id) do nothing returning id)
    insert into story_counts (story_id) select id from added returning story_id as id`;

/** Whether this is a story of this author; undefined if there is none with this id, false also for a deleted one. */
export const isStoryOf = (db: Db, id: string, authorId: string): Promise<boolean | undefined> =>
  firstValue<boolean>(db)`
    select author_id = ${authorId} and deleted_at is null from stories where id = ${id}`;

export const hasGenre = (db: Db, storyId: string): Promise<boolean> =>
  hasRows(db)`select from story_genres where story_id = ${storyId} limit 1`;

export const setGenres = async (db: Db, storyId: string, genreIds: string[]): Promise<void> => {
  await db.deleteFrom('story_genres').where('story_id', '=', storyId).execute();
  await execute(db)`
    insert into story_genres (story_id, genre_id, position)
    select ${storyId}, id, place from unnest(${[...new Set(genreIds)]}::uuid[]) with ordinality as g (id, place)`;
};

/** Changes a story's row, and the counts of languages and tags with it. */
export const updateStory = async (tx: Db, id: string, changes: RowChanges<'stories'>): Promise<void> => {
  const changed = await tx
    .updateTable('stories')
    .set(changes)
    .where('id', '=', id)
    .returning([labelsOf('old').as('before'), labelsOf('new').as('after')])
    .execute();
  await countLabels(tx, changed);
};

/** Deleted stories need theirs until they are erased: they may be restored. */
export const coverUse: ImageUse = {
  name: 'cover',
  rows: sql`select id, author_id as owner_id, cover_image as address from stories`,
  clear: (tx, id, now) => updateStory(tx, id, { cover_image: null, updated_at: now }),
};

/** Locks a story's row until the transaction ends. Every change to a story or its chapters takes this lock first. */
export const lockStory = (db: Db, id: string) =>
  firstRow<StoredStory>(db)`select * from stories where id = ${id} and deleted_at is null for no key update`;

/** Locks the stories with this cover image until the transaction ends. */
export const lockStoriesWithCover = (db: Db, stem: string) =>
  sql`
    select from stories
    where cover_image like '/files/%' and substr(cover_image, 8, 32) = ${stem}
    order by id for update`.execute(db);

/** Raises a story's revision, for a change outside of its row that readers see. */
export const raiseRevision = (tx: Db, storyId: string) =>
  sql`update stories set revision = revision + 1 where id = ${storyId}`.execute(tx);

/** Moves the first exclusive position of a story with its chapters (docs/product/exclusive-chapters.md#marking). */
export const moveExclusive = async (tx: Db, storyId: string, by: number): Promise<void> => {
  if (by !== 0)
    await execute(tx)`
      update stories set exclusive_from = exclusive_from + ${by}::integer
      where id = ${storyId} and exclusive_from is not null`;
};

/**
 * Counts a story's chapters and words again; `firstPublication`: when a chapter was first published, if one just was, which
 * ends a hiatus.
 */
export const recountChapters = (db: Db, storyId: string, firstPublication: Date | null) =>
  sql`
    update stories s set chapters = n.chapters, published_chapters = n.published, words = n.words,
      published_words = n.published_words, last_updated = coalesce(${firstPublication}::timestamptz, s.last_updated),
      is_on_hiatus = s.is_on_hiatus and ${firstPublication}::timestamptz is null,
      hiatus_until = case when ${firstPublication}::timestamptz is null then s.hiatus_until end,
      hiatus_note = case when ${firstPublication}::timestamptz is null then s.hiatus_note else '' end
    from (
      select count(*) as chapters, count(*) filter (where is_published) as published,
        coalesce(sum(word_count), 0) as words, coalesce(sum(word_count) filter (where is_published), 0) as published_words
      from chapters where story_id = ${storyId} and deleted_at is null) n
    where s.id = ${storyId}`.execute(db);
