import { describe, expect, test } from 'vitest';
import { modules } from '../../modules.ts';
import { sql } from '../../platform/db/db.ts';
import { personalParts } from '../../platform/personal-data.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const parts = personalParts({ modules });

/** Columns that the export leaves out, and why. */
const notExported = new Map([
  ['commenters.user_id', 'the times and hashes of the comments of the last minute; comments are exported'],
  ['chatters.user_id', 'the number of chat messages, and the times of the last few; messages are exported'],
  ['chat_presence.user_id', 'which chat is open at the moment, deleted when it is closed'],
  ['chat_mutes.user_id', 'whom an author has muted, in the export of the author'],
  ['search_people.user_id', 'the names of the profile, as words; the profile is exported'],
  [
    'login_failures.subject',
    'a counter under a hash of the typed name, deleted after half a day, also for unknown names',
  ],
  [
    'event_failures.subject',
    'the id of what an event that could not be handled is about; the event itself is exported',
  ],
  [
    'visitor_view_counts.viewer',
    'a counter under a salted hash of a visitor’s IP address, deleted after a day; none for signed-in users',
  ],
]);
/** Columns that a deletion leaves, and why. */
const notForgotten = new Map([
  ['visitor_view_counts.viewer', 'belongs to visitors, who have no account; deleted after a day'],
  ['login_failures.subject', 'deleted long before: an account is deleted a week after the request'],
]);

/** Column names that suggest personal data, with or without a foreign key. */
const personalColumnNames =
  '(^|_)((user|person|author|owner|reader|viewer|member|sender|follower|followed|email)(_ids?|_key)?|subject)$';

/** What belongs to readers outlives the stories of a deleted author. Everything else is deleted with them. */
const keptForReaders = [
  'annotated_stories.story_id',
  'annotations.chapter_id',
  'annotations.story_id',
  'collection_stories.story_id',
  'imports.story_id',
  'library_entries.last_chapter_id',
  'library_entries.story_id',
  'reading_history.chapter_id',
  'reading_history.story_id',
  'reading_session_totals.chapter_id',
  'reading_session_totals.story_id',
  'reading_sessions.chapter_id',
  'reading_sessions.story_id',
  'removed_library_entries.story_id',
  // How many collections contain the story.
];
/** What is on a story, a chapter or another kind of subject; their modules delete it (comment-subjects.test.ts). */
const onSubjects = [
  'chapter_news.story_id',
  'closed_comments.subject_id',
  'comment_counts.subject_id',
  'comments.subject_id',
  'notifications.chapter_id',
  'notifications.story_id',
  'notifications.subject_id',
  'reaction_counts.subject_id',
  'reactions.subject_id',
  'story_comment_counts.story_id',
  'story_follow_counts.story_id',
  'story_follows.story_id',
];
/** The chapter may not have been created; drafts are deleted with their story, and by `eraseChapter`. */
const notCascading = ['chapter_drafts.chapter_id', ...keptForReaders, ...onSubjects].toSorted();

/** Columns with a story or chapter, by reference or name, whose rows are not deleted with it (`on delete cascade`). */
async function notDeletedWithStory(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with reference as (
      select c.conrelid::regclass || '.' || a.attname as name, c.confdeltype = 'c' as is_deleted
      from pg_constraint c join unnest(c.conkey) k (attnum) on true
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      where c.contype = 'f' and c.confrelid in ('stories'::regclass, 'chapters'::regclass)
    ), named as (
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(^|_)(story|chapter|subject)_id$'
    )
    select name from (select name from reference union select name from named) of_story
    where not exists (select from reference where reference.name = of_story.name and is_deleted)
    order by 1`.execute(site.ctx.db);
  return rows.map(({ name }) => name);
}

/** Every column that references a user or whose name matches the pattern. */
async function columnsOf(namePattern: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join unnest(c.conkey) k (attnum) on true
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.confrelid = 'users'::regclass
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and column_name ~ ${namePattern}
      -- Rows of a partition are those of its table.
      and not exists (select from pg_class p where p.oid = format('%I', table_name)::regclass and p.relispartition)
    order by 1`.execute(site.ctx.db);
  return rows.map(({ name }) => name);
}

const personalColumns = async () => {
  const found = await columnsOf(personalColumnNames);
  // Further personal columns of a row whose owner column is already in `forgets`.
  const tables = new Set(parts.flatMap(({ forgets }) => forgets.map((column) => column.split('.')[0])));
  const known = new Set(['credentials.email', 'credentials.email_key', 'credentials.pending_email']);
  for (const column of ['email_tokens.email', 'email_tokens.previous_email', 'contact_messages.subject'])
    known.add(column);
  return found.filter((column) => !(known.has(column) && tables.has(column.split('.')[0])));
};

async function missing(): Promise<Record<string, string[]>> {
  const found = await personalColumns();
  const exported = new Set([...parts.flatMap(({ exports }) => exports), ...notExported.keys()]);
  const forgotten = new Set([...parts.flatMap(({ forgets }) => forgets), ...notForgotten.keys()]);
  return {
    fromExport: found.filter((column) => !exported.has(column)),
    fromDeletion: found.filter((column) => !forgotten.has(column)),
    undecided: (await notDeletedWithStory()).filter((column) => !notCascading.includes(column)),
  };
}
const nothingMissing = { fromExport: [], fromDeletion: [], undecided: [] };

describe('every column with personal data', () => {
  test('is exported and deleted, or listed as an exception [R21]', async () => {
    expect((await personalColumns()).length).toBeGreaterThan(15);
    expect(await missing()).toEqual(nothingMissing);
  });

  test('is reported when a new table is in neither', async () => {
    const { db } = site.ctx;
    await sql`create table letters (
      id uuid primary key, writer uuid references users, reader_id uuid, story_id uuid references stories,
      last_chapter_id uuid)`.execute(db);
    expect(await missing()).toEqual({
      fromExport: ['letters.reader_id', 'letters.writer'],
      fromDeletion: ['letters.reader_id', 'letters.writer'],
      undecided: ['letters.last_chapter_id', 'letters.story_id'],
    });
    await sql`drop table letters`.execute(db);
    expect(await missing()).toEqual(nothingMissing);
  });

  test('that is listed exists', async () => {
    const columns = new Set(await columnsOf(personalColumnNames));
    const named = [
      ...parts.flatMap(({ exports, forgets }) => [...exports, ...forgets]),
      ...notExported.keys(),
      ...notForgotten.keys(),
    ];
    expect(named.filter((column) => !columns.has(column))).toEqual([]);
    expect(await notDeletedWithStory()).toEqual(notCascading);
  });
});
