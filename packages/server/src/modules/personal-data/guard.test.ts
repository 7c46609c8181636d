import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { parts } from './parts.ts';

const site = testApp();

/** Columns that the export leaves out, and why. */
const notExported = new Map([
  [
    'login_failures.subject',
    'a counter under a hash of the typed name, deleted after half a day, also for unknown names',
  ],
  [
    'idempotency_keys.user_id',
    'random idempotency keys, deleted after a week; what the requests created is exported',
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

/**
 * References to stories and chapters. Each is deleted with the author, or belongs to readers and stays with the empty
 * row of a story in their library (docs/decisions/0018-deleting-an-account.md). Add every new table to one of the
 * two lists, and to `forgetOwn` of the stories if it is deleted.
 */
const deletedWithAuthor = [
  'chapter_drafts.story_id',
  'chapter_likes.chapter_id',
  'chapter_versions.chapter_id',
  'chapter_versions.story_id',
  'chapters.story_id',
  'reading_positions.chapter_id',
  'reading_positions.story_id',
  'story_genres.story_id',
  'story_likes.story_id',
  'story_view_days.story_id',
  'story_views.story_id',
];
const keptForReaders = ['imports.story_id', 'library_entries.last_chapter_id', 'library_entries.story_id'];

/** Column names that suggest personal data, with or without a foreign key. */
const personalColumnNames =
  '(^|_)(user|person|author|owner|reader|viewer|member|sender|follower|followed|subject|email)(_ids?|_key)?$';

/** Every column that references one of these tables or whose name matches the pattern. */
async function columnsOf(tables: string[], namePattern = '^$'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join unnest(c.conkey) k (attnum) on true
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.confrelid = any(${tables}::regclass[])
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and column_name ~ ${namePattern}
      -- Rows of a partition are those of its table.
      and not exists (select from pg_class p where p.oid = format('%I', table_name)::regclass and p.relispartition)
    order by 1`.execute(site.ctx.db);
  return rows.map(({ name }) => name);
}

const personalColumns = async () => {
  const found = await columnsOf(['users'], personalColumnNames);
  // Further personal columns of a row whose owner column is already in `forgets`.
  const tables = new Set(parts.flatMap(({ forgets }) => forgets.map((column) => column.split('.')[0])));
  const known = new Set(['credentials.email', 'credentials.email_key', 'credentials.pending_email']);
  for (const column of ['account_links.email', 'account_links.former_email', 'contact_messages.subject'])
    known.add(column);
  return found.filter((column) => !(known.has(column) && tables.has(column.split('.')[0])));
};

async function missing(): Promise<Record<string, string[]>> {
  const found = await personalColumns();
  const exported = new Set([...parts.flatMap(({ exports }) => exports), ...notExported.keys()]);
  const forgotten = new Set([...parts.flatMap(({ forgets }) => forgets), ...notForgotten.keys()]);
  const references = await columnsOf(['stories', 'chapters']);
  const decided = new Set([...deletedWithAuthor, ...keptForReaders]);
  return {
    fromExport: found.filter((column) => !exported.has(column)),
    fromDeletion: found.filter((column) => !forgotten.has(column)),
    undecided: references.filter((column) => !decided.has(column)),
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
      id uuid primary key, writer uuid references users, reader_id uuid, story_id uuid references stories)`.execute(
      db,
    );
    expect(await missing()).toEqual({
      fromExport: ['letters.reader_id', 'letters.writer'],
      fromDeletion: ['letters.reader_id', 'letters.writer'],
      undecided: ['letters.story_id'],
    });
    await sql`drop table letters`.execute(db);
    expect(await missing()).toEqual(nothingMissing);
  });

  test('that is listed exists', async () => {
    const columns = new Set([
      ...(await columnsOf(['users'], personalColumnNames)),
      ...(await columnsOf(['stories', 'chapters'])),
    ]);
    const named = [
      ...parts.flatMap(({ exports, forgets }) => [...exports, ...forgets]),
      ...notExported.keys(),
      ...notForgotten.keys(),
      ...deletedWithAuthor,
      ...keptForReaders,
    ];
    expect(named.filter((column) => !columns.has(column))).toEqual([]);
  });
});
