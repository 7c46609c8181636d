import type { ChapterSummary, updateChapter as updateCall } from '@inkling/contract/chapters';
import { createChapter as createCall } from '@inkling/contract/chapters';
import { minWordsToPublish } from '@inkling/contract/words';
import type { z } from 'zod';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { idempotent } from '../../platform/idempotency.ts';
import {
  lockStory,
  refuseTakenDown,
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
import { prepareVersion, requireChapterSpace, savedBy } from './version-saving.ts';

type NewChapter = z.output<(typeof createCall)['body']>;
type ChapterChanges = z.output<(typeof updateCall)['body']>;

/** Rejects publishing a chapter that is too short (docs/product/chapters.md#words). */
function requireEnoughWords(words: number): void {
  if (words >= minWordsToPublish) return;
  throw new AppError(
    'TOO_SHORT_TO_PUBLISH',
    `Chapter must have at least 200 words to be published. Current word count: ${words}`,
  );
}

/** One of the viewer's own chapters; 403 for a chapter that they may only read, 404 otherwise. */
async function findOwn(db: Db, viewer: Viewer, id: string): Promise<queries.FoundChapter> {
  const chapter = await queries.findChapter(db, id);
  if (chapter === undefined) throw notFound('Chapter');
  if (chapter.author_id === viewer.id) return chapter;
  if (chapter.is_published && chapter.story_is_published) {
    throw new AppError('NOT_ALLOWED', 'Only the author can change this chapter.');
  }
  throw notFound('Chapter');
}

/** A chapter as its author sees it, with the current version of its text. */
interface OwnChapter {
  summary: ChapterSummary;
  text: queries.VersionRow;
}

async function readOwn(db: Db, viewer: Viewer, id: string): Promise<OwnChapter> {
  // A save between the two queries may have replaced the version: then try once more.
  for (const isLastAttempt of [false, true]) {
    const chapter = await findOwn(db, viewer, id);
    const text = await queries.findVersion(db, chapter, chapter.version);
    if (text !== undefined) return { summary: presentSummary(chapter, true), text };
    if (isLastAttempt) break;
  }
  throw notFound('Chapter');
}

/** The response for one of the viewer's own chapters. */
export const ownChapterResponse = (
  ctx: RequestContext,
  { summary, text }: OwnChapter,
): Promise<PrebuiltJson> => textResponse(ctx, { ...summary, isLiked: false }, text);

export const readForAuthor = (ctx: RequestContext, viewer: Viewer, id: string): Promise<OwnChapter> =>
  readOwn(ctx.db, viewer, id);

/** The size of title and note in their author's quota, computed the same way as in the database. */
const chapterBytes = ({ title, authorNotes }: Pick<ChapterText, 'title' | 'authorNotes'>): number =>
  Buffer.byteLength(title) + Buffer.byteLength(authorNotes) + 100;

export interface ChapterText {
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
}

type ProcessedChapter = ChapterText & ProcessedText;

/** Counts words and paragraphs of new chapters; separate from `insertChapters` to keep its transaction short. */
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

/** Appends chapters in the caller's transaction, which must have locked the story's row. */
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
  const payloads = published.map((chapterId) => ({ chapterId, storyId, authorId, isFirst: true }));
  await emit(ctx, tx, chapterPublished, ...payloads);
  return ids;
}

/** Deletes the draft whose text was saved. Publishing alone deletes none, and a newer draft stays. */
async function deleteSavedDraft(tx: Db, key: DraftKey, changes: Partial<NewChapter>): Promise<void> {
  const { draftRevision, title, content, authorNotes } = changes;
  const saved = [title, content, authorNotes].some((text) => text !== undefined);
  if (saved && draftRevision !== undefined) await deleteDraft(tx, key, draftRevision);
}

export async function createChapter(
  ctx: RequestContext,
  viewer: Viewer,
  body: NewChapter,
): Promise<OwnChapter> {
  const processed = await processChapters(ctx, [body]);
  return transaction(ctx.db, async (tx) => {
    const story = requireOwner(await lockStory(tx, body.story), viewer.id);
    const request = { userId: viewer.id, call: createCall.key, body };
    const id = await idempotent(ctx, tx, request, async () => {
      // Delete the draft first, so that its bytes are free for the chapter.
      await deleteSavedDraft(tx, { authorId: viewer.id, storyId: story.id, slot: 'new' }, body);
      const [created = ''] = await insertChapters(ctx, tx, story, processed, savedBy(ctx));
      return created;
    });
    return readOwn(tx, viewer, id);
  });
}

/** Updates a chapter. A changed text, title or note is a new version; a newer version is not overwritten. */
export const updateChapter = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  changes: ChapterChanges,
): Promise<OwnChapter> => retryIfStale(() => changeChapter(ctx, viewer, id, changes));

/** Another save happened between the preparation of a long text and its transaction. */
class StaleTextError extends Error {}

const maxAttempts = 3;

/** Retries after a concurrent save, since a long text must not be processed while its story is locked. */
async function retryIfStale<T>(save: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await save();
    } catch (error) {
      if (!(error instanceof StaleTextError)) throw error;
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
    // Delete the draft first, so that its bytes are free for the new version.
    await deleteSavedDraft(tx, { authorId: viewer.id, storyId: chapter.story_id, slot: id }, changes);
    const text = await saveVersion(ctx, tx, chapter, changes, prepared, publish);
    if (publish && !chapter.is_published) await requireVerifiedAuthor(ctx, tx, viewer.id);
    if (publish) refuseTakenDown(chapter, 'chapter');
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
    const payload = { chapterId: chapter.id, storyId: chapter.story_id, authorId: chapter.author_id };
    if (publish && !chapter.is_published) {
      await emit(ctx, tx, chapterPublished, { ...payload, isFirst: firstPublished });
    }
    if (text.version !== chapter.version || publish !== chapter.is_published) {
      await emit(ctx, tx, chapterSaved, { ...payload, version: text.version });
    }
    return readOwn(tx, viewer, id);
  });
}

/** A text that was processed before the story was locked; valid if the task is still the same under the lock. */
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

/** The prepared result if it is for the same task; otherwise processes a short text here. */
function usePreparedOrProcess(
  ctx: RequestContext,
  task: TextToSave,
  prepared: PreparedText,
): Promise<ProcessedText> {
  if (prepared !== null && isSameTask(prepared.task, task)) return Promise.resolve(prepared.processed);
  if (isLongTask(task)) throw new StaleTextError();
  return processText(ctx, task);
}

/**
 * Saves a changed text, title or note as the next version; matched paragraphs keep their ids. A changed title or note
 * is a version too, so that an edit based on the version before cannot overwrite it.
 */
async function saveVersion(
  ctx: RequestContext,
  tx: Db,
  chapter: queries.FoundChapter,
  changes: ChapterChanges,
  prepared: PreparedText,
  publish: boolean,
) {
  const { version, word_count, next_paragraph } = chapter;
  const unchanged = { version, word_count, next_paragraph };
  const { title = chapter.title, authorNotes = chapter.author_notes } = changes;
  const sameTitleAndNote = title === chapter.title && authorNotes === chapter.author_notes;
  if (changes.content === undefined && sameTitleAndNote) return unchanged;
  const current = await queries.findVersion(tx, chapter, version);
  if (current === undefined) return unchanged;
  const { content = current.content } = changes;
  if (content === current.content && sameTitleAndNote) return unchanged;
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
      : await usePreparedOrProcess(ctx, task, prepared);
  const bytes = processed.bytes + Buffer.byteLength(title) + Buffer.byteLength(authorNotes);
  const now = ctx.clock.now();
  // Without a base version it is unknown whether the author has seen the current text.
  const mayReplace = !publish && changes.baseVersion !== undefined && changes.keepBaseVersion !== true;
  const versionStart = await prepareVersion(tx, ctx, {
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
    ...versionStart,
  });
  return next;
}

/** Soft-deletes a chapter; the following chapters are renumbered. */
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
