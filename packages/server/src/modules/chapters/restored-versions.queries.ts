import type { RestoredChapter } from '@inkling/contract/imports';
import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute } from '../../platform/db/db.ts';
import { retryWhileBusy, yieldOften } from '../../platform/threads.ts';
import type { ProcessedText, TextToSave } from './chapter-text.ts';
import { processText } from './long-texts.ts';

/** The versions before a chapter's text, the oldest first, and the id of the next new paragraph. */
interface Processed {
  earlier: (RestoredChapter['earlier'][number] & ProcessedText)[];
  nextParagraph: number;
}

/** Gives the paragraphs of earlier versions the ids that they have in the chapter's text, as far as they are in it. */
export async function processEarlier(
  ctx: Pick<AppContext, 'threads'>,
  { content, earlier }: RestoredChapter,
  signal: AbortSignal,
): Promise<Processed> {
  const process = (task: TextToSave) =>
    retryWhileBusy(() => processText(ctx, task), { maxAttempts: 20, signal });
  const found: Processed['earlier'] = [];
  const pause = yieldOften();
  let later = await process({ before: null, content, nextParagraph: 1 });
  let before = { content, paragraph_ids: later.paragraphIds };
  for (const version of earlier.toReversed()) {
    signal.throwIfAborted();
    await pause();
    later = await process({ before, content: version.content, nextParagraph: later.nextParagraph });
    before = { content: version.content, paragraph_ids: later.paragraphIds };
    found.unshift({ ...version, ...later });
  }
  return { earlier: found, nextParagraph: later.nextParagraph };
}

/** A time of another site, which may be wrong. */
export const plausible = (time: string, now: Date): Date =>
  new Date(Math.max(0, Math.min(Date.parse(time), now.getTime())));

/** Chapters, and characters of versions, in one statement: more would keep the process from everything else. */
const [chaptersAtOnce, charactersAtOnce] = [200, 250_000];

type Numbered = Processed['earlier'][number] & { version: number };

/** Earlier versions with their numbers, in batches of at most `charactersAtOnce` characters or one version. */
function batchesOf(earlier: Processed['earlier']): Numbered[][] {
  const batches: Numbered[][] = [];
  let room = 0;
  for (const [index, one] of earlier.entries()) {
    if (room < one.content.length) {
      batches.push([]);
      room = charactersAtOnce;
    }
    batches.at(-1)?.push({ ...one, version: index + 1 });
    room -= one.content.length + one.authorNotes.length + one.endNotes.length + 1000;
  }
  return batches;
}

const insertVersions = (tx: Db, storyId: string, position: number, versions: Numbered[], now: Date) =>
  execute(tx)`
    insert into chapter_versions (story_id, chapter_id, version, content, title, author_notes, end_notes, name,
      paragraph_ids, word_count, created_at)
    select ${storyId}, c.id, i.version, i.content, i.title, i.author_notes, i.end_notes, i.name,
      i.paragraph_ids::integer[], i.word_count, i.created_at
    from unnest(${versions.map(({ version }) => version)}::integer[], ${versions.map(({ content }) => content)}::text[],
      ${versions.map(({ title }) => title)}::text[], ${versions.map(({ authorNotes }) => authorNotes)}::text[],
      ${versions.map(({ endNotes }) => endNotes)}::text[], ${versions.map(({ name }) => name || null)}::text[],
      ${versions.map(({ paragraphIds }) => paragraphIds)}::text[],
      ${versions.map(({ wordCount }) => wordCount)}::integer[],
      ${versions.map(({ createdAt }) => plausible(createdAt, now))}::timestamptz[])
      as i (version, content, title, author_notes, end_notes, name, paragraph_ids, word_count, created_at)
    join chapters c on c.story_id = ${storyId} and c.position = ${position}`;

/**
 * Puts earlier versions before the only ones of a new story's chapters, in their order, with what else a file of their
 * author's data says of the chapters, in the caller's transaction.
 */
export async function restoreVersions(
  tx: Db,
  storyId: string,
  all: (Omit<RestoredChapter, 'earlier'> & Processed)[],
  now: Date,
): Promise<void> {
  const timeOf = (time: string | null) => (time === null ? null : plausible(time, now));
  for (let from = 0; from < all.length; from += chaptersAtOnce) {
    const chapters = all.slice(from, from + chaptersAtOnce);
    await execute(tx)`
      with input as (
        select c.id, i.* from unnest(${chapters.map(({ earlier }) => earlier.length + 1)}::integer[],
          ${chapters.map(({ nextParagraph }) => nextParagraph)}::integer[], ${chapters.map(({ name }) => name || null)}::text[],
          ${chapters.map(({ savedAt }) => timeOf(savedAt))}::timestamptz[], ${chapters.map(({ stage }) => stage)}::text[],
          ${chapters.map(({ privateNote }) => privateNote)}::text[],
          ${chapters.map(({ publishedAt }) => timeOf(publishedAt))}::timestamptz[])
          with ordinality as i (version, next_paragraph, name, saved_at, stage, private_note, published_at, place)
        join chapters c on c.story_id = ${storyId} and c.position = ${from} + i.place),
      numbered as (
        update chapter_versions v set version = i.version, name = i.name, created_at = i.saved_at
        from input i where v.story_id = ${storyId} and v.chapter_id = i.id)
      update chapters c set version = i.version, next_paragraph = i.next_paragraph, stage = i.stage,
        private_note = i.private_note, published_at = i.published_at
      from input i where c.id = i.id`;
  }
  for (const [index, { earlier }] of all.entries())
    for (const batch of batchesOf(earlier)) await insertVersions(tx, storyId, index + 1, batch, now);
}

/** The texts of a story's chapters, in their order. */
export const currentTexts = (tx: Db, storyId: string) =>
  allRows<{ id: string; version: number; content: string; paragraph_ids: string }>(tx)`
    select c.id, c.version, v.content, v.paragraph_ids::text as paragraph_ids from chapters c
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    where c.story_id = ${storyId} order by c.position`;
