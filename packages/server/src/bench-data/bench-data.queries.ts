import { type Db, sql } from '../platform/db/db.ts';
import type { ChapterData, ReadingData, StoryData } from './rows.ts';

export const hasStories = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from stories limit 1`.execute(db);
  return rows.length > 0;
};

/** The ids of genres ordered by name, because ids differ between databases. Early ones are used most. */
export const genreIds = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from genres order by name_key`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Prepares a transaction for bulk writes: disables timeouts, the trigger that increments a story's revision for each
 * genre, because these stories are new, the counts of languages and tags, which would update the same rows for each
 * story, and the libraries' quota, which takes a lock per reader and has no room for tens of thousands in one transaction.
 */
export const prepareForBulkWrites = async (tx: Db): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  await sql`alter table story_genres disable trigger story_genres_revision`.execute(tx);
  await sql`alter table library_entries disable trigger library_entries_quota`.execute(tx);
};

export const endBulkWrites = async (tx: Db): Promise<void> => {
  // A table with deferred triggers that wait cannot be altered.
  await sql`set constraints all immediate`.execute(tx);
  await sql`alter table story_genres enable trigger story_genres_revision`.execute(tx);
  await sql`
    insert into story_languages (language, stories)
    select language, count(*) from stories where is_published group by 1`.execute(tx);
  await sql`
    insert into tags (key, name, stories)
    select tag, tag, count(*) from stories, unnest(tags) as tag where is_published group by 1`.execute(tx);
  await sql`alter table library_entries enable trigger library_entries_quota`.execute(tx);
};

/** Up to three tags of 500, the first ones most frequent; drawn from the id, so that other values stay as they are. */
const drawnTags = sql`array(
  select distinct 'theme ' || floor(500 * power((hashtextextended(s.id::text, n) & 1048575) / 1048576.0, 3))
  from generate_series(1, hashtextextended(s.id::text, 0) & 3) as n order by 1)`;

export interface PersonData {
  id: string;
  username: string;
  displayName: string;
  isAuthor: boolean;
  createdAt: Date;
}

/** These people cannot sign in, because no password has the hash `-`. */
export const insertPeople = async (tx: Db, people: PersonData[]): Promise<void> => {
  const names = people.map((one) => one.username);
  await sql`
    insert into users (id, username, username_key, display_name, role, created_at)
    select id, name, name, display_name, case when is_author then 'author' else 'reader' end, at
    from unnest(${people.map((one) => one.id)}::uuid[], ${names}::text[], ${people.map((one) => one.displayName)}::text[],
      ${people.map((one) => one.isAuthor)}::boolean[], ${people.map((one) => one.createdAt)}::timestamptz[])
      as p (id, name, display_name, is_author, at)`.execute(tx);
  await sql`
    insert into credentials (user_id, email, email_key, password_hash, password_changed_at)
    select id, name || '@example.test', name || '@example.test', '-', at
    from unnest(${people.map((one) => one.id)}::uuid[], ${names}::text[],
      ${people.map((one) => one.createdAt)}::timestamptz[]) as p (id, name, at)`.execute(tx);
};

export const insertStories = async (tx: Db, stories: StoryData[]): Promise<void> => {
  await sql`
    insert into stories (id, author_id, title, description, status, is_published, published_at, last_updated,
      created_at, updated_at, chapters, published_chapters, words, published_words, tags, tag_keys)
    select id, author_id, title, description, status, is_published, published_at, last_updated,
      created_at, coalesce(last_updated, created_at), chapters, published_chapters, words, published_words, ${drawnTags}, ${drawnTags}
    from unnest(${stories.map((s) => s.id)}::uuid[], ${stories.map((s) => s.author_id)}::uuid[],
      ${stories.map((s) => s.title)}::text[], ${stories.map((s) => s.description)}::text[],
      ${stories.map((s) => s.status)}::text[], ${stories.map((s) => s.is_published)}::boolean[],
      ${stories.map((s) => s.published_at)}::timestamptz[], ${stories.map((s) => s.last_updated)}::timestamptz[],
      ${stories.map((s) => s.created_at)}::timestamptz[], ${stories.map((s) => s.chapters)}::integer[],
      ${stories.map((s) => s.published_chapters)}::integer[], ${stories.map((s) => s.words)}::bigint[],
      ${stories.map((s) => s.published_words)}::bigint[])
      as s (id, author_id, title, description, status, is_published, published_at, last_updated, created_at,
        chapters, published_chapters, words, published_words)`.execute(tx);
  await sql`
    insert into story_counts (story_id, views, likes)
    select * from unnest(${stories.map((s) => s.id)}::uuid[], ${stories.map((s) => s.views)}::bigint[],
      ${stories.map((s) => s.likes)}::bigint[])`.execute(tx);
};

export const insertGenres = async (
  tx: Db,
  rows: { storyId: string; genreId: string; position: number }[],
): Promise<void> => {
  await sql`
    insert into story_genres (story_id, genre_id, position)
    select * from unnest(${rows.map((row) => row.storyId)}::uuid[], ${rows.map((row) => row.genreId)}::uuid[],
      ${rows.map((row) => row.position)}::smallint[])`.execute(tx);
  // Writes their filter keys, as the disabled trigger would.
  await sql`update stories set revision = revision where id = any(${rows.map((row) => row.storyId)}::uuid[])`.execute(
    tx,
  );
};

/** Inserts chapters with their first version; paragraphs have the ids 1..n, as in any new text. */
export const insertChapters = async (tx: Db, chapters: ChapterData[]): Promise<void> => {
  await sql`
    insert into chapters (id, story_id, position, published_number, title, is_published, published_at, word_count,
      next_paragraph, created_at, updated_at, public_version, public_versions)
    select id, story_id, position, number, title, is_published, published_at, words, paragraphs + 1, at, at,
      case when is_published then 1 end, case when is_published then '{[1,2)}' else '{}' end::int4multirange
    from unnest(${chapters.map((c) => c.id)}::uuid[], ${chapters.map((c) => c.story_id)}::uuid[],
      ${chapters.map((c) => c.position)}::integer[], ${chapters.map((c) => c.published_number)}::integer[],
      ${chapters.map((c) => c.title)}::text[], ${chapters.map((c) => c.is_published)}::boolean[],
      ${chapters.map((c) => c.published_at)}::timestamptz[], ${chapters.map((c) => c.word_count)}::integer[],
      ${chapters.map((c) => c.paragraphs)}::integer[], ${chapters.map((c) => c.created_at)}::timestamptz[])
      as c (id, story_id, position, number, title, is_published, published_at, words, paragraphs, at)`.execute(
    tx,
  );
  await sql`
    insert into chapter_versions (story_id, chapter_id, version, content, paragraph_ids, word_count, created_at)
    select story_id, id, 1, content, array(select generate_series(1, paragraphs)), words, at
    from unnest(${chapters.map((c) => c.id)}::uuid[], ${chapters.map((c) => c.story_id)}::uuid[],
      ${chapters.map((c) => c.content)}::text[], ${chapters.map((c) => c.paragraphs)}::integer[],
      ${chapters.map((c) => c.word_count)}::integer[], ${chapters.map((c) => c.created_at)}::timestamptz[])
      as c (id, story_id, content, paragraphs, words, at)`.execute(tx);
};

export interface PeopleRange {
  storyId: string;
  /** Index of the first person in the list of people; `count` people follow from there. */
  first: number;
  count: number;
}

/** Inserts as many likes by different people as the counter of each story says. */
export const insertLikes = async (
  tx: Db,
  people: string[],
  ranges: PeopleRange[],
  at: Date,
): Promise<void> => {
  const pairs = pairsOf(people, ranges);
  await sql`
    insert into story_likes (story_id, user_id, created_at)
    select story_id, user_id, ${at} from unnest(${pairs.stories}::uuid[], ${pairs.people}::uuid[]) as l (story_id, user_id)`.execute(
    tx,
  );
};

/** Inserts the viewers of one day; a live database also deletes those of earlier days. */
export const insertViews = async (
  tx: Db,
  people: string[],
  ranges: PeopleRange[],
  day: Date,
): Promise<void> => {
  const pairs = pairsOf(people, ranges);
  await sql`
    insert into story_views (story_id, day, viewer)
    select story_id, ${day}::timestamptz::date, uuid_send(user_id)
    from unnest(${pairs.stories}::uuid[], ${pairs.people}::uuid[]) as v (story_id, user_id)`.execute(tx);
};

function pairsOf(people: string[], ranges: PeopleRange[]) {
  const pairs = { stories: [] as string[], people: [] as string[] };
  for (const { storyId, first, count } of ranges) {
    for (let index = 0; index < count; index += 1) {
      pairs.stories.push(storyId);
      pairs.people.push(people[(first + index) % people.length] ?? '');
    }
  }
  return pairs;
}

export const insertReadings = async (tx: Db, rows: ReadingData[]): Promise<void> => {
  await sql`
    insert into library_entries (user_id, story_id, status, progress, is_bookmarked, bookmarked_at, last_read_at,
      last_chapter_id, caught_up_at, started_at, created_at)
    select user_id, story_id, status, progress, is_bookmarked, case when is_bookmarked then at end, at,
      chapter_id, case when status = 'completed' then at end, at, at
    from unnest(${rows.map((r) => r.user_id)}::uuid[], ${rows.map((r) => r.story_id)}::uuid[],
      ${rows.map((r) => r.status)}::text[], ${rows.map((r) => r.progress)}::numeric[],
      ${rows.map((r) => r.is_bookmarked)}::boolean[], ${rows.map((r) => r.at)}::timestamptz[],
      ${rows.map((r) => r.chapter_id)}::uuid[]) as r (user_id, story_id, status, progress, is_bookmarked, at, chapter_id)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into reading_positions (user_id, chapter_id, story_id, progress, paragraph, char_offset, version, updated_at)
    select user_id, chapter_id, story_id, progress, paragraph, 0, 1, at
    from unnest(${rows.map((r) => r.user_id)}::uuid[], ${rows.map((r) => r.chapter_id)}::uuid[],
      ${rows.map((r) => r.story_id)}::uuid[], ${rows.map((r) => r.chapter_progress)}::numeric[],
      ${rows.map((r) => r.paragraph)}::integer[], ${rows.map((r) => r.at)}::timestamptz[])
      as r (user_id, chapter_id, story_id, progress, paragraph, at)
    on conflict do nothing`.execute(tx);
};

/** Updates the planner statistics, which autovacuum would do later. */
export const analyze = (db: Db): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum (analyze)`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
