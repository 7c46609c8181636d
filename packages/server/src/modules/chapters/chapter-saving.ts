import type { updateChapter as updateCall } from '@inkling/contract/chapters';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { lockStory, publishStory } from '../stories/index.ts';
import { recount } from './chapter-order.queries.ts';
import { requirePublishable } from './chapter-publishing.ts';
import type { ProcessedText, TextToSave } from './chapter-text.ts';
import { chapterPublished, chapterSaved } from './chapters.events.ts';
import * as queries from './chapters.queries.ts';
import { deleteSavedDrafts } from './drafts.service.ts';
import { isLongTask, processText } from './long-texts.ts';
import { findOwn, type OwnChapter, readOwn } from './own-chapter.ts';
import { emitTextSaved } from './text-saved.ts';
import { prepareVersion } from './version-saving.ts';
import { findVersion, insertVersion } from './versions.queries.ts';

type ChapterChanges = z.output<(typeof updateCall)['body']>;

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
    // Delete the drafts first, so that their bytes are free for the new version.
    await deleteSavedDrafts(tx, { authorId: viewer.id, storyId: chapter.story_id, chapterId: id }, changes);
    const text = await saveVersion(ctx, viewer, tx, chapter, changes, prepared, publish);
    if (publish) await requirePublishable(ctx, tx, chapter, text.word_count);
    const firstPublished = publish && chapter.published_at === null;
    await queries.updateChapter(tx, id, {
      ...text,
      ...(changes.title !== undefined && { title: changes.title }),
      ...(changes.authorNotes !== undefined && { author_notes: changes.authorNotes }),
      is_published: publish,
      ...(firstPublished && { published_at: now }),
      updated_at: now,
    });
    await recount(tx, chapter.story_id, firstPublished ? now : null);
    const payload = { chapterId: chapter.id, storyId: chapter.story_id, authorId: chapter.author_id };
    if (publish && !chapter.is_published) {
      await emit(ctx, tx, chapterPublished, { ...payload, isFirst: firstPublished });
    }
    if (text.version !== chapter.version || publish !== chapter.is_published) {
      await emit(ctx, tx, chapterSaved, { ...payload, version: text.version });
    }
    if (publish) await emitTextSaved(ctx, tx, chapter.story_id, [{ ...chapter, version: text.version }]);
    if (changes.publishStory) await publishStory(ctx, tx, chapter.story_id);
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
  const before = await findVersion(ctx.db, chapter, chapter.version);
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
  viewer: Viewer,
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
  const current = await findVersion(tx, chapter, version);
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
  // The version and the chapter each store title and note.
  const bytes = processed.bytes + 2 * (Buffer.byteLength(title) + Buffer.byteLength(authorNotes));
  const now = ctx.clock.now();
  // Without a base version it is unknown whether the author has seen the current text.
  const mayReplace = !publish && changes.baseVersion !== undefined && changes.keepBaseVersion !== true;
  const versionStart = await prepareVersion(tx, ctx, {
    viewer,
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
  await insertVersion(tx, {
    story_id: chapter.story_id,
    chapter_id: chapter.id,
    version: next.version,
    content,
    title,
    author_notes: authorNotes,
    paragraph_ids: processed.paragraphIds,
    word_count: next.word_count,
    ...versionStart,
  });
  return next;
}
