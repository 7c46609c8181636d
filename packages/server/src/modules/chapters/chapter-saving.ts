import type { updateChapter as updateCall } from '@inkling/contract/chapters';
import type { z } from 'zod';
import { AppError, requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emitFacts } from '../../platform/events/emit.ts';
import { publishStory, recountChapters } from '../stories/index.ts';
import { announce, publishChapters, requirePublishable, unpublishChapters } from './chapter-publishing.ts';
import type { ProcessedText, TextToSave } from './chapter-text.ts';
import { savedFacts } from './chapters.events.ts';
import { presentChapter } from './chapters.present.ts';
import { type FoundChapter, updateChapter as updateRow } from './chapters.queries.ts';
import { deleteSavedDrafts } from './drafts.service.ts';
import { isLongTask, processText } from './long-texts.ts';
import { lockOwn, type OwnChapter } from './own-chapter.ts';
import { findVersion, type VersionRow } from './versions.queries.ts';
import { saveVersion } from './versions.service.ts';

type ChapterChanges = z.output<(typeof updateCall)['body']>;

/** A text that was processed for a save. */
interface PreparedText {
  task: TextToSave;
  processed: ProcessedText;
}

/** What else changes in the transaction of a save, with the chapter as it is then; runs with its story locked. */
type Also = (tx: Db, saved: FoundChapter) => Promise<void>;

export const textChanged = () =>
  new AppError(
    'TEXT_CHANGED',
    'This chapter was saved elsewhere since you opened it. Nothing was overwritten; compare the two texts.',
  );

const maxAttempts = 3;

/**
 * Updates a chapter. A changed text, title or note is a new version; a newer version is not overwritten. While the story
 * is locked, no long text is processed: it is returned, processed, and the save begins again. With `also`, both change or
 * neither.
 */
export async function updateChapter(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  changes: ChapterChanges,
  also?: Also,
): Promise<OwnChapter> {
  let prepared: PreparedText | null = null;
  for (let attempt = 0; attempt <= maxAttempts; attempt += 1) {
    const saved: OwnChapter | { task: TextToSave } = await transaction(ctx.db, (tx) =>
      saveChapter(ctx, tx, viewer, id, changes, prepared, also),
    );
    if ('summary' in saved) return saved;
    prepared = { task: saved.task, processed: await processText(ctx, saved.task) };
  }
  throw new AppError('BUSY', 'This chapter is being saved several times at once. Please try again.', {
    retryAfterSeconds: 2,
  });
}

/** Saves a chapter, or returns the long text to process first. */
async function saveChapter(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  id: string,
  changes: ChapterChanges,
  prepared: PreparedText | null,
  also: Also | undefined,
): Promise<OwnChapter | { task: TextToSave }> {
  const chapter = await lockOwn(tx, viewer, id);
  if (changes.baseVersion !== undefined && changes.baseVersion !== chapter.version) {
    throw textChanged();
  }
  const current = requireFound(await findVersion(tx, chapter, chapter.version), 'Chapter');
  const { title = chapter.title, content = current.content } = changes;
  const { authorNotes = chapter.author_notes, endNotes = chapter.end_notes } = changes;
  const task = { before: current, content, nextParagraph: chapter.next_paragraph };
  const processed = await processedText(ctx, chapter, current, task, prepared);
  if (processed === null) return { task };
  // Delete the drafts first, so that their bytes are free for the new version.
  await deleteSavedDrafts(tx, { authorId: viewer.id, storyId: chapter.story_id, chapterId: id }, changes);
  const publish = changes.isPublished ?? chapter.is_published;
  // A changed title or note is a version too, so that an edit based on the version before cannot overwrite it.
  const isVersion =
    content !== current.content ||
    title !== chapter.title ||
    authorNotes !== chapter.author_notes ||
    endNotes !== chapter.end_notes;
  // Without a base version it is unknown whether the author has seen the current text.
  const mayReplace = changes.baseVersion !== undefined && changes.keepBaseVersion !== true;
  const saved = isVersion
    ? await saveVersion(ctx, tx, viewer, chapter, current, {
        title,
        authorNotes,
        endNotes,
        content,
        processed,
        publish,
        mayReplace,
      })
    : { ...chapter, updated_at: ctx.clock.now() };
  if (publish) await requirePublishable(ctx, tx, chapter, saved.word_count);
  await finishSave(ctx, tx, chapter, saved, publish, changes.announce);
  if (publish && chapter.is_published && changes.announce) await announce(ctx, tx, saved);
  if (changes.publishStory) await publishStory(ctx, tx, chapter.story_id);
  await also?.(tx, saved);
  const published_at = publish ? (chapter.published_at ?? saved.updated_at) : chapter.published_at;
  return {
    summary: presentChapter({ ...saved, is_published: publish, published_at }, true),
    text: { content, paragraph_ids: processed.paragraphIds },
  };
}

/** Publishes or unpublishes the saved chapter, or makes the save known. */
async function finishSave(
  ctx: RequestContext,
  tx: Db,
  before: FoundChapter,
  saved: FoundChapter,
  publish: boolean,
  announces: boolean | undefined,
): Promise<void> {
  const story = { id: before.story_id, author_id: before.author_id };
  if (publish && !before.is_published) return publishChapters(ctx, tx, story, [saved], announces);
  if (!publish && before.is_published) return unpublishChapters(ctx, tx, story, [saved]);
  if (saved.version === before.version) {
    await updateRow(tx, saved.id, { updated_at: saved.updated_at });
    return;
  }
  if (saved.word_count !== before.word_count) await recountChapters(tx, story.id, null);
  await emitFacts(ctx, tx, savedFacts(story, saved));
}

const isSameTask = (a: TextToSave, b: TextToSave): boolean =>
  a.nextParagraph === b.nextParagraph &&
  a.content === b.content &&
  a.before?.content === b.before?.content &&
  a.before?.paragraph_ids === b.before?.paragraph_ids;

/** The processed text, with the ids of matched paragraphs; null for a long one that was not prepared. */
async function processedText(
  ctx: RequestContext,
  chapter: FoundChapter,
  current: VersionRow,
  task: TextToSave,
  prepared: PreparedText | null,
): Promise<ProcessedText | null> {
  if (task.content === current.content) {
    const { bytes, paragraph_ids: paragraphIds } = current;
    const { word_count: wordCount, next_paragraph: nextParagraph } = chapter;
    return { bytes, wordCount, paragraphIds, nextParagraph, retainedShare: 1 };
  }
  if (prepared !== null && isSameTask(prepared.task, task)) return prepared.processed;
  return isLongTask(task) ? null : processText(ctx, task);
}
