import { postMessage } from '@inkling/contract/chat';
import { postComment } from '@inkling/contract/comments';
import { reactToChapter } from '@inkling/contract/reactions';
import { likeStory, unlikeStory, updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { modules } from '../modules.ts';
import { sql } from '../platform/db/db.ts';
import { wrongCounters } from '../testing/counters-for-tests.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures } from './fixtures.ts';

const site = testApp({ PLANS: 'on' });

/** Numbers in tables of people's things that count no rows, and why. */
const otherNumbers: Record<string, string[]> = {
  'a version, revision or attempt': [
    'analytics_versions.version',
    'annotated_stories.revision',
    'annotations.checked_version',
    'annotations.version',
    'beta_reads.version',
    'ereader_email.code_attempts',
    'ereader_codes.codes',
    'ereader_email.codes',
    'ereader_email.emails',
    'ereader_email.refusals',
    'fixes.version',
    'revision_notes.version',
    'catalogue.revision',
    'catalogue.trending_revision',
    'chapter_drafts.base_version',
    'chapter_numbering.min_version',
    'chapter_versions.version',
    'chapters.public_version',
    'chapters.version',
    'reading_positions.version',
    'recommendation_state.revision',
    'search_pieces.version',
    'search_stories.revision',
    'search_stories.words_revision',
    'series.version',
    'stories.revision',
    'story_bible_entries.version',
    'login_failures.failures',
    'push_subscriptions.refusals',
  ],
  'a place in a text or an order': [
    'annotations.end_offset',
    'annotations.end_paragraph',
    'annotations.start_offset',
    'annotations.start_paragraph',
    'beta_comments.paragraph',
    'fixes.end_offset',
    'fixes.start_offset',
    'chapters.deleted_order',
    'chapters.next_paragraph',
    'chapters.position',
    'chapters.published_number',
    'chapters.deleted_after_number',
    'chat_messages.number',
    'measure_log.number',
    'measure_log_people.number',
    'collection_stories.rank',
    'comments.paragraph',
    'comments.quoted_version',
    'import_pieces.piece',
    'reading_positions.char_offset',
    'reading_positions.paragraph',
    'search_pieces.piece',
    'search_trending.place',
    'stories.exclusive_from',
    'ebook_items.position',
    'series_stories.position',
    'story_picks.position',
    'volumes.position',
  ],
  'the size of its own row’s text': [
    'annotations.bytes',
    'chapter_drafts.bytes',
    'chapter_drafts.word_count',
    'chapter_versions.bytes',
    'chapter_versions.word_count',
    'chapter_recaps.bytes',
    'chapters.bytes',
    'chapters.word_count',
    'glossary_notes.bytes',
    'import_pieces.paragraphs',
    'import_pieces.words',
    'import_reviews.bytes',
    'stories.bytes',
    'story_bible_entries.bytes',
    'story_notes.bytes',
    'uploads.bytes',
    'volumes.bytes',
  ],
  'stays when the rows that it once counted are deleted for their age, or with a history': [
    'analytics_day_sources.views',
    'analytics_days.readers',
    'analytics_days.robots',
    'analytics_days.seconds',
    'analytics_days.views',
    'analytics_groups.known',
    'analytics_groups.readers',
    'analytics_periods.readers',
    'reading_days.chapters',
    'reading_days.emitted_words',
    'reading_days.live_words',
    'reading_days.words',
    'reading_session_days.chapters',
    'reading_session_days.sessions',
    'reading_session_days.words',
    'reading_session_totals.finishes',
    'reading_session_totals.sessions',
    'reading_session_totals.words',
    'reading_sessions.sync_count',
    'reading_sessions.words',
    'story_activity_days.activity',
    'visitor_view_counts.views',
  ],
  'counts emails, or says what was in one; emails are not stored': [
    'digests.emails',
    'mailed_comment_likes.milestone',
    'mailed_likes.milestone',
    'sent_emails.emails',
  ],
  'what a reader wishes for': ['reading_goals.books_a_year', 'reading_goals.minutes_a_day'],
  'a limit, or how often it was used': [
    'community_invitations.used',
    'community_invitations.uses',
    'signup_invitations.used',
    'signup_invitations.uses',
    'site_settings.revision',
    'report_entries.held_number',
  ],
  'what is paid to the payment provider': ['subscriptions.price', 'plan_notices.price'],
  'counts stories when they are started, those that are erased later too': ['story_starts.started'],
  'counts requests that are not stored': [
    'failed_requests.requests',
    'model_use.requests',
    'outside_requests.bytes',
    'outside_requests.requests',
  ],
  'what it adds to a balance, or takes from it': ['ledger_entries.amount', 'purchases.price'],
  'computed from its own row': ['story_ratings.rating_sum', 'story_ratings.ratings'],
  'computed again by a job': [
    'achievement_holders.holders',
    'achievement_holders.readers',
    'analytics_chapters.finished',
    'analytics_chapters.gone',
    'analytics_chapters.reading_on',
    'analytics_chapters.readers',
    'analytics_chapters.waiting',
    'compared_stories.readers',
    'analytics_versions.finished',
    'analytics_versions.readers',
    'analytics_stories.finished',
    'analytics_stories.readers',
    'leaderboard_entries.rank',
    'leaderboard_entries.value',
    'reading_averages.readers',
    'reading_means.readers',
    'story_rankings.activity',
    'story_rankings.previous_activity',
    'story_rankings.previous_rank',
    'story_rankings.rank',
    'trending_stories.score',
    'trending_stories.views',
  ],
  'of the program itself': [
    'call_counts.calls',
    'daily_backups.good_size',
    'event_cursors.position',
    'event_failures.attempts',
    'event_failures.position',
    'event_outbox.id',
    'event_relay.last_position',
    'events.position',
    'events_default.position',
    'imports.done',
    'imports.total',
    'kysely_migration_lock.is_locked',
    'live_attachments.id',
    'subscriptions.revision',
  ],
};

const countedTables = modules.flatMap(({ counters = [] }) => counters);
const counters = countedTables.flatMap(({ table, counted }) =>
  counted.flatMap(({ columns }) => columns.map((column) => ({ table, column }))),
);

test('each whole number in the database is a counter that is audited, or is known to count no rows [R42]', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('integer', 'bigint')`.execute(site.ctx.db);
  const known = [
    ...counters.map(({ table, column }) => `${table}.${column}`),
    ...Object.values(otherNumbers).flat(),
  ];
  expect(new Set(known).size).toBe(known.length);
  // A new counter belongs in modules/admin/counted-tables.ts, another number above.
  expect(known.toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});

test('a site in use can be audited: what changes at the same time is never wrong [R42]', async () => {
  const { story, chapters } = await writing(site).published(await site.person());
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => site.person()));
  const onStory = { params: { id: story._id } };
  const onChapter = { params: { id: chapters[0]?._id ?? '' } };
  let changing = true;
  const change = async (who: Person) => {
    const as = site.as(who);
    for (let round = 0; round < 12; round += 1) {
      await as.call(round % 2 === 0 ? likeStory : unlikeStory, onStory);
      await as.call(postComment, { body: { story: story._id, content: `Round ${round}` } });
      await as.call(reactToChapter, { ...onChapter, body: { type: round % 3 === 0 ? 'love' : 'sad' } });
      await as.call(postMessage, { body: { storyId: story._id, message: `Round ${round}` } });
    }
  };
  const changes = Promise.all(people.map(change)).finally(() => {
    changing = false;
  });
  const wrong = [];
  do wrong.push(...(await wrongCounters(site.ctx.db, { size: 1 })));
  while (changing);
  await changes;
  expect(wrong).toEqual([]);
});

/** A random row of a table with counters, of those that count something. */
async function anyRow({ table, key, only, rows: source }: (typeof countedTables)[number]) {
  const names = Object.keys(key);
  const columns = sql.join(names.map((name) => sql.ref(`t.${name}`)));
  const counts =
    source && sql`(${columns}) in (select ${sql.raw(source.key.join(', '))} from ${source.from})`;
  const { rows } = await sql<Record<string, string>>`
    select ${columns} from ${sql.table(table)} t
    where ${only ?? sql`true`} and ${counts ?? sql`true`} order by random() limit 1`.execute(site.ctx.db);
  const row = rows[0];
  if (row === undefined) throw new Error(`the fixtures have no row of ${table}`);
  const isRow = sql.join(
    names.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );
  return { isRow, key: names.map((name) => String(row[name])) };
}

test('the audit finds each counter that is wrong or missing, and no other, in batches of any size [R42]', async () => {
  const { db } = site.ctx;
  for (const owner of [await site.person(), await site.person()]) await createFixtures(site, owner);
  const author = await site.person();
  const { story } = await writing(site).published(author);
  const tagged = await site
    .as(author)
    .call(updateStory, { params: { id: story._id }, body: { tags: ['lamps', 'herons'] } });
  expect(tagged.status).toBe(200);
  expect(await wrongCounters(db)).toEqual([]);
  const checks = await sql<{ name: string; of: string }>`
    select conname as name, conrelid::regclass::text as of from pg_constraint where contype = 'c'`.execute(
    db,
  );
  // No further test uses this database.
  for (const { name, of } of checks.rows)
    if (countedTables.some(({ table }) => table === of))
      await sql`alter table ${sql.table(of)} drop constraint ${sql.ref(name)}`.execute(db);
  for (const one of countedTables) {
    const { isRow, key } = await anyRow(one);
    for (const { columns, isAtLeast } of one.counted) {
      for (const column of columns) {
        const add = (more: number) =>
          sql`update ${sql.table(one.table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${more}::int
            where ${isRow}`.execute(db);
        const by = isAtLeast ? -1 : 1;
        await add(by);
        const wrong = await wrongCounters(db, column === one.counted[0]?.columns[0] ? { size: 1 } : {});
        const numbers = { stored: expect.any(Number), counted: expect.any(Number) };
        expect(wrong).toEqual([{ table: one.table, key, counter: column, ...numbers }]);
        expect((wrong[0]?.stored ?? 0) - (wrong[0]?.counted ?? 0)).toBe(by);
        await add(-by);
      }
    }
  }
  const missing = [];
  for (const one of countedTables.filter(({ rows }) => rows !== undefined)) {
    const { isRow, key } = await anyRow(one);
    await sql`delete from ${sql.table(one.table)} where ${isRow}`.execute(db);
    missing.push({ table: one.table, key, counter: null, stored: null, counted: null });
  }
  expect(await wrongCounters(db, { size: 1 })).toEqual(missing);
});
