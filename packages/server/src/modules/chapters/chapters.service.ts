import type { ChapterSummary, updateChapter as updateCall } from '@inkling/contract/chapters';
import { createChapter as createCall, minWordsToPublish } from '@inkling/contract/chapters';
import type { z } from 'zod';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { idempotent } from '../../platform/idempotency.ts';
import {
  lockStory,
  refuseHeld,
  requireOwner,
  requireTextSpace,
  requireVerifiedAuthor,
} from '../stories/index.ts';
import type { ProcessedText, TextToSave } from './chapter-text.ts';
import { chapterPublished, chapterSaved } from './chapters.events.ts';
import { presentSummary } from './chapters.present.ts';
import * as queries from './chapters.queries.ts';
import { type DraftKey, deleteDraft } from './drafts.queries.ts';
import { isLongTask, processText, textResponse } from './long-texts.ts';
import { beginVersion, requireChapterSpace, savedBy } from './version-saving.ts';

type NewChapter = z.output<(typeof createCall)['body']>;
type ChapterChanges = z.output<(typeof updateCall)['body']>;

/** Refuses to publish what is too short (docs/product.md §3.5). */
function requireEnoughWords(words: number): void {
  if (words >= minWordsToPublish) return;
  throw new AppError(
    'TOO_SHORT_TO_PUBLISH',
    `Chapter must have at least 200 words to be published. Current word count: ${words}`,
  );
}

/** One of the viewer's own chapters; 403 for what they may read but not change, 404 for the rest. */
async function findOwn(db: Db, viewer: Viewer, id: string): Promise<queries.FoundChapter> {
  const chapter = await queries.findChapter(db, id);
  if (chapter === undefined) throw notFound('Chapter');
  if (chapter.author_id === viewer.id) return chapter;
  if (chapter.is_published && chapter.story_is_published) {
    throw new AppError('NOT_ALLOWED', 'Only its author may change this chapter.');
  }
  throw notFound('Chapter');
}

/** A chapter as its author sees it, and the version of its text that stands. */
interface OwnChapter {
  summary: ChapterSummary;
  text: queries.VersionRow;
}

async function readOwn(db: Db, viewer: Viewer, id: string): Promise<OwnChapter> {
  // A save between the two questions may have replaced the version: then they are asked once more.
  for (const last of [false, true]) {
    const chapter = await findOwn(db, viewer, id);
    const text = await queries.findVersion(db, chapter, chapter.version);
    if (text !== undefined) return { summary: presentSummary(chapter, true), text };
    if (last) break;
  }
  throw notFound('Chapter');
}

/** The response for a chapter of one's own. */
export const ownChapterResponse = (
  ctx: RequestContext,
  { summary, text }: OwnChapter,
): Promise<PrebuiltJson> => textResponse(ctx, { ...summary, isLiked: false }, text);

export const readForAuthor = (ctx: RequestContext, viewer: Viewer, id: string): Promise<OwnChapter> =>
  readOwn(ctx.db, viewer, id);

/** What title and note count as against their author's quota; the database counts them the same way. */
const chapterBytes = ({ title, authorNotes }: Pick<ChapterText, 'title' | 'authorNotes'>): number =>
  Buffer.byteLength(title) + Buffer.byteLength(authorNotes) + 100;

export interface ChapterText {
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
}

type ProcessedChapter = ChapterText & ProcessedText;

/** Counts words and paragraphs of new chapters; apart from `insertChapters`, so that no lock is held for as long. */
export async function processChapters(
  ctx: Pick<RequestContext, 'threads'>,
  chapters: ChapterText[],
): Promise<ProcessedChapter[]> {
  const processed: ProcessedChapter[] = [];
  for (const chapter of chapters) {
    const { content } = chapter;
    processed.push({ ...chapter, ...(await processText(ctx, { before: null, content, nextParagraph: 1 })) });
  }
  return processed;
}

/** Adds chapters behind the last one, inside the caller's transaction; the story's row is locked already. */
export async function insertChapters(
  ctx: Pick<AppContext, 'clock' | 'config' | 'events' | 'live'>,
  tx: Db,
  story: { id: string; author_id: string; chapters: number },
  chapters: ProcessedChapter[],
  session: Buffer | null = null,
): Promise<string[]> {
  const now = ctx.clock.now();
  requireChapterSpace(story.chapters + chapters.length);
  const sizes = chapters.map((chapter) => chapterBytes(chapter) + chapter.bytes);
  await requireTextSpace(
    tx,
    ctx.config,
    story.author_id,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  if (chapters.some(({ isPublished }) => isPublished)) await requireVerifiedAuthor(ctx, tx, story.author_id);
  for (const { isPublished, wordCount } of chapters) if (isPublished) requireEnoughWords(wordCount);
  const rows = chapters.map((chapter) => ({ ...chapter, savedBy: session }));
  const ids = await queries.insertChapters(tx, story.id, story.chapters, rows, now);
  await queries.recount(tx, story.id, rows.some(({ isPublished }) => isPublished) ? now : null);
  const published = ids.filter((_, index) => rows[index]?.isPublished);
  const { id: storyId, author_id: authorId } = story;
  const facts = published.map((chapterId) => ({ chapterId, storyId, authorId, isFirst: true }));
  await emit(ctx, tx, chapterPublished, ...facts);
  return ids;
}

/** Drops the draft that was saved, and no other: not by publishing, and not one that was kept since. */
async function dropSaved(tx: Db, place: DraftKey, changes: Partial<NewChapter>): Promise<void> {
  const { draftRevision, title, content, authorNotes } = changes;
  const saved = [title, content, authorNotes].some((text) => text !== undefined);
  if (saved && draftRevision !== undefined) await deleteDraft(tx, place, draftRevision);
}

export async function createChapter(
  ctx: RequestContext,
  viewer: Viewer,
  body: NewChapter,
): Promise<OwnChapter> {
  const processed = await processChapters(ctx, [body]);
  return transaction(ctx.db, async (tx) => {
    const story = requireOwner(await lockStory(tx, body.story), viewer.id);
    const asked = { userId: viewer.id, call: createCall.key, body };
    const id = await idempotent(ctx, tx, asked, async () => {
      // The draft goes first: its bytes are free for the chapter.
      await dropSaved(tx, { authorId: viewer.id, storyId: story.id, slot: 'new' }, body);
      const [made = ''] = await insertChapters(ctx, tx, story, processed, savedBy(ctx));
      return made;
    });
    return readOwn(tx, viewer, id);
  });
}

/** Changes a chapter. What was changed is a new version; one that was changed since is not overwritten. */
export const updateChapter = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  changes: ChapterChanges,
): Promise<OwnChapter> => preparedAgain(() => changeChapter(ctx, viewer, id, changes));

/** Another save came between the preparation of a long text and its transaction. */
class TextOvertaken extends Error {}

const preparations = 3;

/** Begins again when another save came between: a long text is never processed while its story is locked. */
async function preparedAgain<T>(save: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= preparations; attempt += 1) {
    try {
      return await save();
    } catch (error) {
      if (!(error instanceof TextOvertaken)) throw error;
    }
  }
  throw new AppError('BUSY', 'This chapter is being saved several times at once. Please try again.', {
    retryAfterSeconds: 2,
  });
}

async function changeChapter(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  changes: ChapterChanges,
): Promise<OwnChapter> {
  const before = await findOwn(ctx.db, viewer, id);
  const prepared = await prepareText(ctx, before, changes);
  return transaction(ctx.db, async (tx) => {
    await lockStory(tx, before.story_id);
    const chapter = await findOwn(tx, viewer, id);
    if (changes.baseVersion !== undefined && changes.baseVersion !== chapter.version) {
      throw new AppError(
        'TEXT_CHANGED',
        'This chapter was saved elsewhere since you opened it. Nothing was overwritten; compare the two texts.',
      );
    }
    const now = ctx.clock.now();
    const publish = changes.isPublished ?? chapter.is_published;
    // The draft goes first: its bytes are free for the new version.
    await dropSaved(tx, { authorId: viewer.id, storyId: chapter.story_id, slot: id }, changes);
    const text = await nextText(ctx, tx, chapter, changes, prepared, publish);
    if (publish && !chapter.is_published) await requireVerifiedAuthor(ctx, tx, viewer.id);
    if (publish) refuseHeld(chapter, 'chapter');
    if (publish) requireEnoughWords(text.word_count);
    const firstPublished = publish && chapter.published_at === null;
    await queries.updateChapter(tx, id, {
      ...text,
      ...(changes.title !== undefined && { title: changes.title }),
      ...(changes.authorNotes !== undefined && { author_notes: changes.authorNotes }),
      is_published: publish,
      ...(firstPublished && { published_at: now }),
      updated_at: now,
    });
    await queries.recount(tx, chapter.story_id, firstPublished ? now : null);
    const fact = { chapterId: chapter.id, storyId: chapter.story_id, authorId: chapter.author_id };
    if (publish && !chapter.is_published) {
      await emit(ctx, tx, chapterPublished, { ...fact, isFirst: firstPublished });
    }
    if (text.version !== chapter.version || publish !== chapter.is_published) {
      await emit(ctx, tx, chapterSaved, { ...fact, version: text.version });
    }
    return readOwn(tx, viewer, id);
  });
}

/** A text that was processed before the story was locked: it counts if the same is still to be done then. */
type PreparedText = { task: TextToSave; processed: ProcessedText } | null;

async function prepareText(
  ctx: RequestContext,
  chapter: queries.FoundChapter,
  { content, baseVersion = chapter.version }: ChapterChanges,
): Promise<PreparedText> {
  if (content === undefined || baseVersion !== chapter.version) return null;
  const before = await queries.findVersion(ctx.db, chapter, chapter.version);
  if (before === undefined || before.content === content) return null;
  const task = { before, content, nextParagraph: chapter.next_paragraph };
  return { task, processed: await processText(ctx, task) };
}

const isSameTask = (a: TextToSave, b: TextToSave): boolean =>
  a.nextParagraph === b.nextParagraph &&
  a.content === b.content &&
  a.before?.content === b.before?.content &&
  a.before?.paragraph_ids === b.before?.paragraph_ids;

/** What was prepared, if it was for the same task; a short text is processed here. */
function processedFor(ctx: RequestContext, task: TextToSave, prepared: PreparedText): Promise<ProcessedText> {
  if (prepared !== null && isSameTask(prepared.task, task)) return Promise.resolve(prepared.processed);
  if (isLongTask(task)) throw new TextOvertaken();
  return processText(ctx, task);
}

/**
 * Keeps what was changed as the next version, its paragraphs with their ids; the same text makes none. A changed
 * title or note counts too: whoever began from the version before is told, and overwrites neither.
 */
async function nextText(
  ctx: RequestContext,
  tx: Db,
  chapter: queries.FoundChapter,
  changes: ChapterChanges,
  prepared: PreparedText,
  publish: boolean,
) {
  const { version, word_count, next_paragraph } = chapter;
  const same = { version, word_count, next_paragraph };
  const { title = chapter.title, authorNotes = chapter.author_notes } = changes;
  const named = title === chapter.title && authorNotes === chapter.author_notes;
  if (changes.content === undefined && named) return same;
  const current = await queries.findVersion(tx, chapter, version);
  if (current === undefined) return same;
  const { content = current.content } = changes;
  if (content === current.content && named) return same;
  const { paragraph_ids: paragraphIds, bytes: currentBytes } = current;
  const task = { before: current, content, nextParagraph: next_paragraph };
  const { retainedShare, ...processed } =
    content === current.content
      ? {
          bytes: currentBytes,
          wordCount: word_count,
          paragraphIds,
          nextParagraph: next_paragraph,
          retainedShare: 1,
        }
      : await processedFor(ctx, task, prepared);
  const bytes = processed.bytes + Buffer.byteLength(title) + Buffer.byteLength(authorNotes);
  const now = ctx.clock.now();
  // Without a base it is not known whether the writer has seen the current text.
  const mayReplace = !publish && changes.baseVersion !== undefined && changes.keepBaseVersion !== true;
  const begun = await beginVersion(tx, ctx, {
    chapter,
    current,
    content,
    bytes,
    retainedShare,
    mayReplace,
    now,
  });
  const next = {
    version: version + 1,
    word_count: processed.wordCount,
    next_paragraph: processed.nextParagraph,
  };
  await queries.insertVersion(tx, {
    story_id: chapter.story_id,
    chapter_id: chapter.id,
    version: next.version,
    content,
    paragraph_ids: processed.paragraphIds,
    word_count: next.word_count,
    ...begun,
  });
  return next;
}

/** Deletes a chapter for everybody at once; the others close up. */
export async function deleteChapter(ctx: RequestContext, viewer: Viewer, id: string): Promise<void> {
  const before = await findOwn(ctx.db, viewer, id);
  await transaction(ctx.db, async (tx) => {
    await lockStory(tx, before.story_id);
    const chapter = await findOwn(tx, viewer, id);
    const stood_behind = await queries.countPublishedBefore(tx, chapter.story_id, chapter.position ?? 0);
    await queries.updateChapter(tx, id, {
      deleted_at: ctx.clock.now(),
      stood_behind,
      is_published: false,
      position: null,
      published_number: null,
    });
    await queries.closeGap(tx, chapter.story_id, chapter.position ?? 0);
    await queries.recount(tx, chapter.story_id, null);
  });
}

export async function listVersions(ctx: RequestContext, viewer: Viewer, id: string) {
  const versions = await queries.listVersions(ctx.db, await findOwn(ctx.db, viewer, id));
  return versions.map((row) => ({
    version: row.version,
    wordCount: row.word_count,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function readVersion(ctx: RequestContext, viewer: Viewer, id: string, version: number) {
  const row = await queries.findVersion(ctx.db, await findOwn(ctx.db, viewer, id), version);
  if (row === undefined) throw notFound('Version');
  const { version: found, word_count: wordCount, created_at } = row;
  return textResponse(ctx, { version: found, wordCount, createdAt: created_at.toISOString() }, row);
}

export async function likeChapter(ctx: RequestContext, viewer: Viewer, id: string) {
  const state = await queries.changeLike(ctx.db, 'add', id, viewer.id, ctx.clock.now());
  if (state === null) throw notFound('Chapter');
  return state;
}

export async function unlikeChapter(ctx: RequestContext, viewer: Viewer, id: string) {
  const state = await queries.changeLike(ctx.db, 'remove', id, viewer.id, ctx.clock.now());
  if (state === null) throw notFound('Chapter');
  return state;
}
