import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { up } from '../../../migrations/0038-version-titles.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

test('current versions get the title and note of their chapter, and the quota counts them', async () => {
  const ana = await site.person();
  const story = await write.draft(ana);
  const chapter = await write.chapter(ana, story._id, { content: textOf(210), title: 'The harbour' });
  const db = site.ctx.db as unknown as Kysely<never>;
  // As before the migration: one version of the current text, one of an older one.
  await sql`alter table chapter_versions alter column bytes
    set expression as (octet_length(content) + 4 * cardinality(paragraph_ids) + 100)`.execute(db);
  await sql`alter table chapter_versions drop column title, drop column author_notes, drop column name`.execute(
    db,
  );
  await sql`insert into chapter_versions (story_id, chapter_id, version, content, paragraph_ids, word_count, created_at)
    select story_id, chapter_id, 2, content, paragraph_ids, word_count, created_at from chapter_versions
    where chapter_id = ${chapter._id}`.execute(db);
  await sql`update chapters set version = 2 where id = ${chapter._id}`.execute(db);
  await up(db);
  const versions = await sql`select version, title, author_notes, name from chapter_versions
    where chapter_id = ${chapter._id} order by version`.execute(db);
  expect(versions.rows).toEqual([
    { version: 1, title: null, author_notes: null, name: null },
    { version: 2, title: 'The harbour', author_notes: '', name: null },
  ]);
  const { rows } = await sql<{ counted: number; actual: number }>`select text_bytes::integer as counted,
      (select sum(bytes) from chapter_versions where story_id = s.id)::integer
      + (select sum(bytes) from chapters where story_id = s.id)::integer as actual
    from stories s where id = ${story._id}`.execute(db);
  expect(rows[0]?.counted).toBe(rows[0]?.actual);
});
