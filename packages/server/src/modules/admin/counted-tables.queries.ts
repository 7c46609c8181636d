import { type RawBuilder, sql } from '../../platform/db/db.ts';

type KeyType = 'uuid' | 'text';

/** Some columns of a row `t`, and the select that counts what they must be, in the same order. */
export interface Counted {
  columns: readonly string[];
  is: RawBuilder<unknown>;
  /** The select does not refer to `t`: it counts for all rows at once, by this key, which it returns first. */
  by?: string;
  /** The counters are upper bounds. */
  isAtLeast?: true;
}

/** A table with counters, which is read in batches by its key. */
export interface CountedTable {
  table: string;
  /** The primary key. */
  key: Readonly<Record<string, KeyType>>;
  counted: readonly Counted[];
  /** Which rows `t` are checked; all of them if it is left out. */
  only?: RawBuilder<unknown>;
  /** Where rows are counted, so that each of these keys needs a row: a part of a statement from `from` on. */
  rows?: { key: readonly string[]; from: RawBuilder<unknown> };
  /** Not read in batches: a table with few rows, each of which counts a part of a large table. */
  isSmall?: true;
}

/** What is in the trash may be erased at this moment, in several transactions. */
const notInTrash = (story: string) =>
  sql`exists (select from stories s where s.id = ${sql.ref(story)} and s.deleted_at is null)`;
const visiblePerson = sql`o.deletion_due_at is null`;
const isListed = sql`s.is_published and s.deleted_at is null`;
const byAudience = sql`count(*) filter (where s.audience <> 'mature'), count(*) filter (where s.audience = 'mature')`;

/**
 * Every counter, and the rows that it counts. `inkling doctor --audit` and the tests of counters use this table; a test
 * fails for a number in the database that is neither here nor among the numbers that count no rows.
 */
export const countedTables: readonly CountedTable[] = [
  {
    table: 'users',
    key: { id: 'uuid' },
    counted: [
      {
        columns: ['followers_count'],
        is: sql`select count(*) from follows f join users o on o.id = f.follower_id
          where f.followed_id = t.id and ${visiblePerson}`,
      },
      {
        columns: ['following_count'],
        is: sql`select count(*) from follows f join users o on o.id = f.followed_id
          where f.follower_id = t.id and ${visiblePerson}`,
      },
    ],
  },
  {
    table: 'stories',
    key: { id: 'uuid' },
    only: sql`t.deleted_at is null`,
    counted: [
      {
        columns: ['chapters', 'published_chapters', 'words', 'published_words'],
        is: sql`select count(*), count(*) filter (where is_published), coalesce(sum(word_count), 0),
          coalesce(sum(word_count) filter (where is_published), 0)
          from chapters c where c.story_id = t.id and c.deleted_at is null`,
      },
      { columns: ['likes'], is: sql`select count(*) from story_likes l where l.story_id = t.id` },
      {
        columns: ['ratings', 'rating_sum'],
        is: sql`select count(*), coalesce(sum(rating), 0) from ratings r where r.story_id = t.id`,
      },
      {
        columns: ['comments'],
        is: sql`select count(*) from comments k left join chapters c on c.id = k.chapter_id
          where k.story_id = t.id and k.is_shown and (k.chapter_id is null or c.is_published)`,
      },
      {
        columns: ['text_bytes'],
        is: sql`select (select coalesce(sum(bytes), 0) from chapters where story_id = t.id)
          + (select coalesce(sum(bytes), 0) from chapter_versions where story_id = t.id)
          + (select coalesce(sum(bytes), 0) from chapter_drafts where story_id = t.id)
          + (select coalesce(sum(bytes), 0) from volumes where story_id = t.id)`,
      },
    ],
  },
  {
    table: 'chapters',
    key: { id: 'uuid' },
    only: sql`t.deleted_at is null and ${notInTrash('t.story_id')}`,
    counted: [
      { columns: ['likes'], is: sql`select count(*) from chapter_likes l where l.chapter_id = t.id` },
    ],
  },
  {
    table: 'story_languages',
    key: { language: 'text' },
    counted: [
      {
        columns: ['stories', 'mature'],
        by: 'language',
        is: sql`select lower(split_part(s.language, '-', 1)), ${byAudience} from stories s where ${isListed} group by 1`,
      },
    ],
    rows: { key: [`lower(split_part(s.language, '-', 1))`], from: sql`stories s where ${isListed}` },
    isSmall: true,
  },
  {
    table: 'tags',
    key: { key: 'text' },
    counted: [
      {
        columns: ['stories', 'mature_stories'],
        by: 'key',
        is: sql`select k.key, ${byAudience} from stories s, unnest(s.tag_keys) as k (key) where ${isListed} group by 1`,
      },
    ],
    rows: { key: ['key'], from: sql`stories s, unnest(s.tag_keys) as k (key) where ${isListed}` },
    isSmall: true,
  },
  {
    table: 'ratings',
    key: { story_id: 'uuid', user_id: 'uuid' },
    counted: [
      { columns: ['helpful'], is: sql`select count(*) from review_votes v where v.rating_id = t.id` },
    ],
  },
  {
    table: 'story_ratings',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5', 'reviews'],
        is: sql`select count(*) filter (where rating = 1), count(*) filter (where rating = 2),
          count(*) filter (where rating = 3), count(*) filter (where rating = 4),
          count(*) filter (where rating = 5), count(review)
          from ratings r where r.story_id = t.story_id`,
      },
    ],
    rows: { key: ['story_id'], from: sql`ratings` },
  },
  {
    table: 'comments',
    key: { story_id: 'uuid', id: 'uuid' },
    counted: [
      { columns: ['likes'], is: sql`select count(*) from comment_likes l where l.comment_id = t.id` },
      {
        columns: ['replies'],
        is: sql`select count(*) from comments r where r.parent_id = t.id and r.is_shown`,
      },
    ],
  },
  {
    table: 'comment_counts',
    key: { story_id: 'uuid', place_id: 'uuid' },
    counted: [
      {
        columns: ['listed', 'shown'],
        is: sql`select count(*) filter (where is_listed), count(*) filter (where is_shown)
          from comments k where k.story_id = t.story_id and k.place_id = t.place_id`,
      },
    ],
    rows: { key: ['story_id', 'place_id'], from: sql`comments` },
  },
  {
    table: 'commenters',
    key: { user_id: 'uuid' },
    counted: [
      { columns: ['comments'], is: sql`select count(*) from comments k where k.user_id = t.user_id` },
    ],
    rows: { key: ['user_id'], from: sql`comments where user_id is not null` },
  },
  {
    table: 'annotated_stories',
    key: { user_id: 'uuid', story_id: 'uuid' },
    counted: [
      {
        columns: ['highlights', 'bookmarks', 'bytes'],
        is: sql`select count(*) filter (where kind = 'highlight' and deleted_at is null),
          count(*) filter (where kind = 'bookmark' and deleted_at is null), coalesce(sum(bytes), 0)
          from annotations a where a.user_id = t.user_id and a.story_id = t.story_id`,
      },
    ],
    rows: { key: ['user_id', 'story_id'], from: sql`annotations` },
  },
  {
    table: 'reaction_counts',
    key: { story_id: 'uuid', target_id: 'uuid' },
    counted: [
      {
        columns: ['love', 'laugh', 'surprise', 'sad', 'suspense'],
        is: sql`select count(*) filter (where type = 'love'), count(*) filter (where type = 'laugh'),
          count(*) filter (where type = 'surprise'), count(*) filter (where type = 'sad'),
          count(*) filter (where type = 'suspense')
          from reactions r where r.story_id = t.story_id and r.target_id = t.target_id`,
      },
    ],
    rows: { key: ['story_id', 'target_id'], from: sql`reactions` },
  },
  {
    table: 'collections',
    key: { id: 'uuid' },
    counted: [
      {
        columns: ['stories'],
        is: sql`select count(*) from collection_stories c where c.collection_id = t.id`,
      },
    ],
  },
  {
    table: 'story_collection_counts',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['collections'],
        is: sql`select count(*) from collection_stories cs
          join collections c on c.id = cs.collection_id join users o on o.id = c.owner_id
          where cs.story_id = t.story_id and c.visibility = 'public' and o.suspended_at is null and ${visiblePerson}`,
      },
    ],
    rows: { key: ['story_id'], from: sql`collection_stories where is_listed` },
  },
  {
    table: 'chat_rooms',
    key: { story_id: 'uuid', place_id: 'uuid' },
    only: sql`${notInTrash('t.story_id')}
      and not exists (select from chapters c where c.id = t.chapter_id and c.deleted_at is not null)`,
    counted: [
      {
        columns: ['last_number'],
        is: sql`select count(*) from chat_messages m where m.story_id = t.story_id and m.place_id = t.place_id`,
      },
    ],
  },
  {
    table: 'chatters',
    key: { user_id: 'uuid' },
    counted: [
      {
        columns: ['messages'],
        is: sql`select count(*) from chat_messages m where m.user_id = t.user_id`,
        isAtLeast: true,
      },
    ],
    rows: { key: ['user_id'], from: sql`chat_messages where user_id is not null` },
  },
];
