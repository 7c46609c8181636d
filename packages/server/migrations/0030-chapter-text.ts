import { type Kysely, sql } from 'kysely';
import { runsBefore } from './0030-chapter-text/rules-before.ts';
import { countWords } from './0030-chapter-text/words.ts';
import { paragraphLine, showsAsParagraph } from './0030-chapter-text/write.ts';

/**
 * Writes all chapter texts in the format of docs/product/chapter-text.md, so that readers see what they saw. Lines stay
 * lines, so paragraph ids and reading positions stay valid.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create temporary table rewritten_versions (
    story_id uuid not null, chapter_id uuid not null, version integer not null) on commit drop`.execute(db);
  await rewriteVersions(db);
  await rewriteDrafts(db);
  await updateCounts(db);
}

/** In the texts of imported books U+2217 stands for an asterisk, since those could not be escaped. */
function rewriteLine(line: string, isImported: boolean): string {
  if (!/[*|\\\u2217]/.test(line) || line.trim() === '***') return line;
  const before = runsBefore(line);
  const runs = isImported
    ? before.map((run) => ({ ...run, text: run.text.replaceAll('\u2217', '*') }))
    : before;
  return showsAsParagraph(line, runs) ? line : paragraphLine(runs);
}

/** A text in the new format. Lines that it shows in the same way are unchanged. */
export const rewriteText = (content: string, isImported: boolean): string =>
  content
    .split('\n')
    .map((line) => rewriteLine(line, isImported))
    .join('\n');

/** Rows in memory; few, since a text may have a million characters. */
const batchSize = 4;
const mayChange = sql`content ~ '[*|\\\\\u2217]'`;
/** The first version of an imported chapter was not saved in a session. */
const isImported = (chapter: string) => sql`coalesce((
  select first.saved_by is null from chapter_versions first
  where first.story_id = old.story_id and first.chapter_id::text = ${sql.raw(chapter)}
  order by first.version limit 1), false)`;

interface VersionRow {
  story_id: string;
  chapter_id: string;
  version: number;
  content: string;
  word_count: number;
  imported: boolean;
}

async function rewriteVersions(db: Kysely<never>): Promise<void> {
  const zero = '00000000-0000-0000-0000-000000000000';
  let last = { story_id: zero, chapter_id: zero, version: 0 };
  for (;;) {
    const { rows } = await sql<VersionRow>`
      select story_id, chapter_id, version, content, word_count, ${isImported('old.chapter_id::text')} as imported
      from chapter_versions old
      where (story_id, chapter_id, version) > (${last.story_id}, ${last.chapter_id}, ${last.version}) and ${mayChange}
      order by story_id, chapter_id, version limit ${batchSize}`.execute(db);
    for (const row of rows) {
      last = row;
      const content = rewriteText(row.content, row.imported);
      const words = countWords(content);
      if (content === row.content && words === row.word_count) continue;
      const key = sql`story_id = ${row.story_id} and chapter_id = ${row.chapter_id} and version = ${row.version}`;
      await sql`update chapter_versions set content = ${content}, word_count = ${words} where ${key}`.execute(
        db,
      );
      await sql`insert into rewritten_versions values (${row.story_id}, ${row.chapter_id}, ${row.version})`.execute(
        db,
      );
    }
    if (rows.length < batchSize) return;
  }
}

interface DraftRow {
  author_id: string;
  story_id: string;
  slot: string;
  content: string;
  imported: boolean;
}

async function rewriteDrafts(db: Kysely<never>): Promise<void> {
  const zero = '00000000-0000-0000-0000-000000000000';
  let last = { author_id: zero, story_id: zero, slot: '' };
  for (;;) {
    const { rows } = await sql<DraftRow>`
      select author_id, story_id, slot, content, ${isImported('old.slot')} as imported from chapter_drafts old
      where (author_id, story_id, slot) > (${last.author_id}, ${last.story_id}, ${last.slot}) and ${mayChange}
      order by author_id, story_id, slot limit ${batchSize}`.execute(db);
    for (const row of rows) {
      last = row;
      const content = rewriteText(row.content, row.imported);
      if (content === row.content) continue;
      await sql`update chapter_drafts set content = ${content}
        where author_id = ${row.author_id} and story_id = ${row.story_id} and slot = ${row.slot}`.execute(db);
    }
    if (rows.length < batchSize) return;
  }
}

/** Counts of words, and the revisions by which cached responses and pages are known to be out of date. */
async function updateCounts(db: Kysely<never>): Promise<void> {
  const current = sql`rewritten_versions r
    join chapters c on c.id = r.chapter_id and c.version = r.version`;
  await sql`update chapters set word_count = v.word_count
    from ${current} join chapter_versions v
      on v.story_id = r.story_id and v.chapter_id = r.chapter_id and v.version = r.version
    where chapters.id = c.id and chapters.word_count <> v.word_count`.execute(db);
  await sql`update stories s set words = n.words, published_words = n.published
    from (
      select story_id, sum(word_count) as words, coalesce(sum(word_count) filter (where is_published), 0) as published
      from chapters where deleted_at is null and story_id in (select story_id from rewritten_versions)
      group by story_id) n
    where s.id = n.story_id and (s.words, s.published_words) is distinct from (n.words, n.published)`.execute(
    db,
  );
  await sql`update stories set revision = revision + 1
    where id in (select c.story_id from ${current} where c.is_published)`.execute(db);
  // Deferred triggers of these changes must not wait for the commit: a later migration may alter the tables.
  await sql`set constraints all immediate`.execute(db);
  await sql`set constraints all deferred`.execute(db);
}
