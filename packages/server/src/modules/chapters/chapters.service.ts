import type { Chapter, ChapterSummary, updateChapter as updateCall } from '@inkling/contract/chapters';
import { chapterChanged, createChapter as createCall, minWordsToPublish } from '@inkling/contract/chapters';
import { countWords } from '@inkling/contract/words';
import type { z } from 'zod';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { madeOnce } from '../../platform/made-once.ts';
import { lockStory, refuseHeld, requireOwner, requireVerifiedAuthor } from '../stories/index.ts';
import { chapterRoom } from './chapter-room.ts';
import { presentChapter, presentSummary, presentText } from './chapters.present.ts';
import * as queries from './chapters.queries.ts';
import { type DraftPlace, dropDraft } from './drafts.queries.ts';
import { linesOf, matchParagraphs, paragraphsOf } from './paragraphs.ts';

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

async function readOwn(db: Db, viewer: Viewer, id: string): Promise<Chapter> {
  const chapter = await findOwn(db, viewer, id);
  const text = await queries.findVersion(db, chapter, chapter.version);
  if (text === undefined) throw notFound('Chapter');
  return presentChapter(chapter, text, true, false);
}

export const readForAuthor = (ctx: RequestContext, viewer: Viewer, id: string): Promise<Chapter> =>
  readOwn(ctx.db, viewer, id);

export interface ChapterText {
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
}

/** Adds chapters behind the last one, inside the caller's transaction; the story's row is locked already. */
export async function insertChapters(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Db,
  story: { id: string; author_id: string; chapters: number },
  chapters: ChapterText[],
): Promise<string[]> {
  const now = ctx.clock.now();
  if (chapters.some(({ isPublished }) => isPublished)) await requireVerifiedAuthor(ctx, tx, story.author_id);
  const rows = chapters.map((chapter) => {
    const wordCount = countWords(chapter.content);
    if (chapter.isPublished) requireEnoughWords(wordCount);
    const paragraphIds = linesOf(chapter.content).map((_, index) => index + 1);
    return { ...chapter, wordCount, paragraphIds };
  });
  const ids = await queries.insertChapters(tx, story.id, story.chapters, rows, now);
  await queries.recount(tx, story.id, rows.some(({ isPublished }) => isPublished) ? now : null);
  return ids;
}

/** Drops the draft that was saved, and no other: not by publishing, and not one that was kept since. */
async function dropSaved(tx: Db, place: DraftPlace, changes: Partial<NewChapter>): Promise<void> {
  const { draftRevision, title, content, authorNotes } = changes;
  const saved = [title, content, authorNotes].some((text) => text !== undefined);
  if (saved && draftRevision !== undefined) await dropDraft(tx, place, draftRevision);
}

export async function createChapter(ctx: RequestContext, viewer: Viewer, body: NewChapter): Promise<Chapter> {
  return transaction(ctx.db, async (tx) => {
    const story = requireOwner(await lockStory(tx, body.story), viewer.id);
    const asked = { userId: viewer.id, call: createCall.key, body };
    const id = await madeOnce(ctx, tx, asked, async () => {
      const [made = ''] = await insertChapters(ctx, tx, story, [body]);
      await dropSaved(tx, { authorId: viewer.id, storyId: story.id, slot: 'new' }, body);
      return made;
    });
    return readOwn(tx, viewer, id);
  });
}

/** Changes a chapter. What was changed is a new version; one that was changed since is not overwritten. */
export async function updateChapter(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  changes: ChapterChanges,
): Promise<Chapter> {
  const before = await findOwn(ctx.db, viewer, id);
  const changed = await transaction(ctx.db, async (tx) => {
    await lockStory(tx, before.story_id);
    const chapter = await findOwn(tx, viewer, id);
    if (changes.baseVersion !== undefined && changes.baseVersion !== chapter.version) {
      throw new AppError(
        'TEXT_CHANGED',
        'This chapter was saved elsewhere since you opened it. Nothing was overwritten; compare the two texts.',
      );
    }
    const now = ctx.clock.now();
    const text = await nextText(tx, chapter, changes, now);
    const publish = changes.isPublished ?? chapter.is_published;
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
    await dropSaved(tx, { authorId: viewer.id, storyId: chapter.story_id, slot: id }, changes);
    return readOwn(tx, viewer, id);
  });
  const { story: storyId, version } = changed;
  const room = chapterRoom({ authorId: viewer.id, storyId, slot: id });
  ctx.hints.tell(room, chapterChanged, { storyId, slot: id, version, revision: null });
  return changed;
}

/**
 * Keeps what was changed as the next version, its paragraphs with their ids; the same text makes none. A changed
 * title or note counts too: whoever began from the version before is told, and overwrites neither.
 */
async function nextText(tx: Db, chapter: queries.FoundChapter, changes: ChapterChanges, now: Date) {
  const { version, word_count, next_paragraph } = chapter;
  const same = { version, word_count, next_paragraph };
  const { title = chapter.title, authorNotes = chapter.author_notes } = changes;
  const named = title === chapter.title && authorNotes === chapter.author_notes;
  if (changes.content === undefined && named) return same;
  const current = await queries.findVersion(tx, chapter, version);
  if (current === undefined) return same;
  const { content = current.content } = changes;
  if (content === current.content && named) return same;
  const old = paragraphsOf(current.content, current.paragraph_ids);
  const matched = matchParagraphs(old, linesOf(content), next_paragraph);
  const next = { version: version + 1, word_count: countWords(content), next_paragraph: matched.nextId };
  await queries.insertVersion(tx, {
    story_id: chapter.story_id,
    chapter_id: chapter.id,
    version: next.version,
    content,
    paragraph_ids: matched.ids,
    word_count: next.word_count,
    created_at: now,
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

/** Puts the chapters into another order; it must name each of them once. */
export async function reorderChapters(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  order: string[],
): Promise<ChapterSummary[]> {
  return transaction(ctx.db, async (tx) => {
    requireOwner(await lockStory(tx, storyId), viewer.id);
    const chapters = await queries.listChapters(tx, storyId, true);
    const known = new Set(chapters.map(({ id }) => id));
    const named = new Set(order);
    if (order.length !== known.size || named.size !== known.size || order.some((id) => !known.has(id))) {
      throw new AppError(
        'BAD_INPUT',
        'The order must name every chapter of the story once. Reload and try again.',
      );
    }
    await queries.setOrder(tx, storyId, order);
    await queries.recount(tx, storyId, null);
    return (await queries.listChapters(tx, storyId, true)).map((row) => presentSummary(row, true));
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
  return {
    version: row.version,
    wordCount: row.word_count,
    createdAt: row.created_at.toISOString(),
    ...presentText(row),
  };
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
