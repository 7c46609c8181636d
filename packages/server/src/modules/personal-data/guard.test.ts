import { describe, expect, onTestFinished, test } from 'vitest';
import { modules } from '../../modules.ts';
import { sql } from '../../platform/db/db.ts';
import { personalParts } from '../../platform/personal-data.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp({ PLANS: 'on' });
const parts = personalParts({ modules });

const declared = parts
  .flatMap(({ stores }) => stores)
  .flatMap(({ columns, notExported = {} }) => [...columns, ...Object.keys(notExported)]);

/** Column names that suggest personal data, with or without a foreign key. */
const personalColumnNames =
  '(^|_)((user|person|author|owner|reader|viewer|member|sender|follower|followed|email)(_ids?|_key)?|subject)$';

/** What belongs to readers outlives the stories of a deleted author. Everything else is deleted with them. */
const keptForReaders = [
  'annotated_stories.story_id',
  'annotations.chapter_id',
  'annotations.story_id',
  'collection_stories.story_id',
  'communities.story_id',
  'community_posts.chapter_id',
  'ebook_items.chapter_id',
  'ereader_places.story_id',
  'fixes.chapter_id',
  'fixes.story_id',
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
  // What was done counts when the thing is erased.
  'counted_actions.subject_id',
  // Deleted with its comment.
  'mailed_comment_likes.subject_id',
  // Decisions and reports outlast what they are about.
  'measure_log.subject_id',
  'measures.subject_id',
  'notifications.chapter_id',
  'notifications.story_id',
  'notifications.subject_id',
  'reaction_counts.subject_id',
  'reactions.subject_id',
  'report_entries.subject_id',
  'story_comment_counts.story_id',
  'story_follow_counts.story_id',
  'story_follows.story_id',
];
/** Figures, which stay after their chapter and are deleted with their story; raw rows have no references (erasures). */
const inFigures = [
  'analytics_days.chapter_id',
  'analytics_readers.story_id',
  'analytics_sessions.story_id',
  'analytics_views.chapter_id',
  'analytics_views.story_id',
];
/** The chapter may not have been created; drafts are deleted with their story, and by `eraseChapter`. */
const notCascading = ['chapter_drafts.chapter_id', ...keptForReaders, ...onSubjects, ...inFigures].toSorted();

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
        -- Rows of a partition are those of its table.
        and not exists (select from pg_class p where p.oid = format('%I', table_name)::regclass and p.relispartition)
    )
    select name from (select name from reference union select name from named) of_story
    where not exists (select from reference where reference.name = of_story.name and is_deleted)
    order by 1`.execute(site.ctx.db);
  return rows.map(({ name }) => name);
}

/** Every column of an account, every reference to a user, and every column whose name matches the pattern. */
async function personalColumns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join unnest(c.conkey) k (attnum) on true
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.confrelid = 'users'::regclass
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public'
      and (table_name in ('users', 'credentials') or column_name ~ ${personalColumnNames})
      -- Rows of a partition are those of its table.
      and not exists (select from pg_class p where p.oid = format('%I', table_name)::regclass and p.relispartition)
    order by 1`.execute(site.ctx.db);
  return rows.map(({ name }) => name);
}

async function missing(): Promise<Record<string, string[]>> {
  return {
    undeclared: (await personalColumns()).filter((column) => !declared.includes(column)),
    undecided: (await notDeletedWithStory()).filter((column) => !notCascading.includes(column)),
  };
}
const nothingMissing = { undeclared: [], undecided: [] };

describe('every column with personal data', () => {
  test('is declared as exported and deleted, or with the reason why not [R21]', async () => {
    expect((await personalColumns()).length).toBeGreaterThan(15);
    expect(await missing()).toEqual(nothingMissing);
  });

  test('is reported when no module declares a new table or a new column of an account', async () => {
    const { db } = site.ctx;
    const cleanUp = async () => {
      await sql`drop table if exists letters`.execute(db);
      await sql`alter table users drop column if exists birthday`.execute(db);
    };
    // Also after a failure, else the retry and the next test would find them.
    onTestFinished(cleanUp);
    await sql`create table letters (
      id uuid primary key, writer uuid references users, reader_id uuid, story_id uuid references stories,
      last_chapter_id uuid)`.execute(db);
    await sql`alter table users add column birthday date`.execute(db);
    expect(await missing()).toEqual({
      undeclared: ['letters.reader_id', 'letters.writer', 'users.birthday'],
      undecided: ['letters.last_chapter_id', 'letters.story_id'],
    });
    await cleanUp();
    expect(await missing()).toEqual(nothingMissing);
  });

  test('that is declared exists, and is declared once', async () => {
    expect(declared.toSorted()).toEqual(await personalColumns());
    expect(await notDeletedWithStory()).toEqual(notCascading);
  });
});
