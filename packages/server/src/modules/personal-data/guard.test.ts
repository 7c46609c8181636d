import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { parts } from './parts.ts';

const site = testApp();

/** What an export leaves out, and why. */
const notExported = new Map([
  [
    'login_failures.subject',
    'a count under a hash of what was typed, gone after half a day, also for names that nobody has',
  ],
  [
    'idempotency_keys.user_id',
    'random keys by which a request that is sent twice is known, gone after a week; what was made is exported',
  ],
  [
    'event_failures.subject',
    'the id of what an event that could not be handled is about; the event itself is exported',
  ],
  [
    'visitor_view_counts.viewer',
    'a count under a salted hash of a visitor’s address, gone after a day; of those who are signed in there is none',
  ],
]);
/** What a deletion leaves, and why. */
const notForgotten = new Map([
  ['visitor_view_counts.viewer', 'of visitors, who have no account; gone after a day'],
  ['login_failures.subject', 'gone long before: an account is deleted a week after its person leaves'],
]);

/**
 * What hangs on stories and chapters. It goes with its author, or it is somebody else's and stays with the empty row
 * of a story that is in their library (docs/decisions/0018-deleting-an-account.md). Kept whole: a table that is
 * added belongs into one of the two lists, and into `forgetOwn` of the stories if it goes.
 */
const goesWithAuthor = [
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
const staysWithReaders = ['imports.story_id', 'library_entries.last_chapter_id', 'library_entries.story_id'];

/** The names of columns that say who somebody is, whether or not the database knows that they do. */
const namesOfPeople =
  '(^|_)(user|person|author|owner|reader|viewer|member|sender|follower|followed|subject|email)(_ids?|_key)?$';

/** Every column that refers to one of these tables, and every one whose name says that it is about a person. */
async function columnsOf(tables: string[], names = '^$'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join unnest(c.conkey) k (attnum) on true
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.confrelid = any(${tables}::regclass[])
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and column_name ~ ${names}
      -- Rows of a partition are those of its table.
      and not exists (select from pg_class p where p.oid = format('%I', table_name)::regclass and p.relispartition)
    order by 1`.execute(site.ctx.db);
  return rows.map(({ name }) => name);
}

const columnsOfPeople = async () => {
  const found = await columnsOf(['users'], namesOfPeople);
  // Beside the column that says whose row it is, a row may have more of the person: it goes with the row.
  const tables = new Set(parts.flatMap(({ forgets }) => forgets.map((column) => column.split('.')[0])));
  const known = new Set(['credentials.email', 'credentials.email_key', 'credentials.pending_email']);
  for (const column of ['account_links.email', 'account_links.former_email', 'contact_messages.subject'])
    known.add(column);
  return found.filter((column) => !(known.has(column) && tables.has(column.split('.')[0])));
};

async function missing(): Promise<Record<string, string[]>> {
  const found = await columnsOfPeople();
  const exported = new Set([...parts.flatMap(({ exports }) => exports), ...notExported.keys()]);
  const forgotten = new Set([...parts.flatMap(({ forgets }) => forgets), ...notForgotten.keys()]);
  const hanging = await columnsOf(['stories', 'chapters']);
  const decided = new Set([...goesWithAuthor, ...staysWithReaders]);
  return {
    fromExport: found.filter((column) => !exported.has(column)),
    fromDeletion: found.filter((column) => !forgotten.has(column)),
    undecided: hanging.filter((column) => !decided.has(column)),
  };
}
const nothing = { fromExport: [], fromDeletion: [], undecided: [] };

describe('what is kept on people', () => {
  test('is in the export and in the deletion, or is excused', async () => {
    expect((await columnsOfPeople()).length).toBeGreaterThan(15);
    expect(await missing()).toEqual(nothing);
  });

  test('is missed when a new table is in neither', async () => {
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
    expect(await missing()).toEqual(nothing);
  });

  test('is named as it is: no part and no excuse names a column that is not there', async () => {
    const columns = new Set([
      ...(await columnsOf(['users'], namesOfPeople)),
      ...(await columnsOf(['stories', 'chapters'])),
    ]);
    const named = [
      ...parts.flatMap(({ exports, forgets }) => [...exports, ...forgets]),
      ...notExported.keys(),
      ...notForgotten.keys(),
      ...goesWithAuthor,
      ...staysWithReaders,
    ];
    expect(named.filter((column) => !columns.has(column))).toEqual([]);
  });
});
