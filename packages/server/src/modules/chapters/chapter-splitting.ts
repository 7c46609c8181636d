import type { mergeChapter as mergeCall, splitChapter as splitCall } from '@inkling/contract/chapters';
import { chapterLimits } from '@inkling/contract/limits';
import type { z } from 'zod';
import { AppError, badInput, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { emit } from '../../platform/events/emit.ts';
import { lockStory, requireEditable, requireTextSpace } from '../stories/index.ts';
import { findArrangement } from './chapter-order.queries.ts';
import { arrangeMoved, savePlaced } from './chapter-order.ts';
import { textChanged, updateChapter } from './chapter-saving.ts';
import { deleteChapters } from './chapter-trash.ts';
import { chapterSplit } from './chapters.events.ts';
import { type FoundChapter, findChapterAt } from './chapters.queries.ts';
import { chapterBytes, insertChapters, processChapters } from './chapters.service.ts';
import { findOwn, readOwn } from './own-chapter.ts';
import { savedBy } from './versions.service.ts';

// Both are a save of the first chapter, and change the second one in the same transaction
// (docs/product/chapters.md#splitting-and-merging).

/**
 * A text in two: the first `paragraphs` lines that are not blank, and the rest. Null if one of them would be empty. The line
 * break between them is in neither.
 */
export function splitText(content: string, paragraphs: number): [string, string] | null {
  const lines = content.split('\n');
  let seen = 0;
  const at = lines.findIndex((line) => line.trim() !== '' && seen++ === paragraphs);
  if (paragraphs < 1 || at === -1) return null;
  return [lines.slice(0, at).join('\n').trimEnd(), lines.slice(at).join('\n')];
}

export const mergeTexts = (first: string, second: string): string => `${first}\n${second}`;

/** Only a deleted chapter has no position. */
const placeAfter = ({ position }: FoundChapter): number => (position ?? 0) + 1;

/**
 * Moves the text from a paragraph on into a new draft right after the chapter. Returns the new chapter's id. Throws
 * TEXT_CHANGED, BAD_INPUT, and what a save and a new chapter may throw; then nothing changes.
 */
export async function splitChapter(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { baseVersion, paragraphs, title }: z.output<(typeof splitCall)['body']>,
): Promise<{ chapter: string }> {
  const { summary, text } = await readOwn(ctx.db, viewer, id);
  if (summary.version !== baseVersion) throw textChanged();
  const parts = splitText(text.content, paragraphs);
  if (parts === null)
    throw badInput('paragraphs', 'Choose a paragraph with text before it, so that both chapters have some.');
  const [content, rest] = parts;
  // The note after the text stays after its end.
  const { endNotes } = summary;
  const [added] = await processChapters(ctx, [
    { title, content: rest, authorNotes: '', endNotes, isPublished: false },
  ]);
  if (added === undefined) throw notFound('Chapter');
  let created = '';
  const changes = { content, endNotes: '', baseVersion, keepBaseVersion: true };
  await updateChapter(ctx, viewer, id, changes, async (tx, saved) => {
    const story = requireEditable(viewer, await lockStory(tx, saved.story_id));
    await requireTextSpace(tx, ctx.config, saved.author_id, chapterBytes(added) + added.bytes);
    // What readers have seen is no news when it is published again.
    const half = { ...added, publishedAt: saved.published_at };
    const [row] = await insertChapters(ctx, tx, story, [half], savedBy(viewer));
    if (row === undefined) throw notFound('Chapter');
    if (saved.published_at !== null)
      await emit(ctx, tx, chapterSplit, { chapterId: row.id, fromId: saved.id, storyId: story.id });
    const place = { position: placeAfter(saved), volume: saved.volume_id };
    const all = await findArrangement(tx, story.id);
    const before = { ...all, chapters: all.chapters.filter((one) => one.id !== row.id) };
    const placed = new Set([row.id]);
    // Its text stays open or exclusive.
    const exclusive = saved.is_exclusive ? [row.id] : [];
    await savePlaced(tx, story, before, arrangeMoved(all, placed, place), placed, exclusive);
    created = row.id;
  });
  return { chapter: created };
}

function requireDraft(chapter: FoundChapter): void {
  if (!chapter.is_published) return;
  throw new AppError('CONFLICT', 'Only draft chapters can be merged. Unpublish them first.');
}

/**
 * Adds the text of the next chapter to the end of a draft, and moves that draft to the trash. Returns its id and title.
 * Throws CONFLICT for published chapters and after the last one, TEXT_CHANGED, TOO_LARGE, and what a save may throw; then
 * nothing changes.
 */
export async function mergeChapter(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { baseVersion }: z.output<(typeof mergeCall)['body']>,
): Promise<{ chapter: string; title: string }> {
  const chapter = await findOwn(ctx.db, viewer, id);
  const nextId = await findChapterAt(ctx.db, chapter.story_id, placeAfter(chapter));
  if (nextId === undefined) throw new AppError('CONFLICT', 'No chapter follows this one.');
  const [first, next] = [await readOwn(ctx.db, viewer, id), await readOwn(ctx.db, viewer, nextId)];
  if (first.summary.version !== baseVersion) throw textChanged();
  const content = mergeTexts(first.text.content, next.text.content);
  if (content.length > chapterLimits.content)
    throw new AppError(
      'TOO_LARGE',
      `Together they’re longer than the ${chapterLimits.content.toLocaleString('en')} characters a chapter can have.`,
    );
  const endNotes = [first.summary.endNotes, next.summary.endNotes].filter((note) => note !== '').join('\n');
  if (endNotes.length > chapterLimits.endNotes)
    throw new AppError(
      'TOO_LARGE',
      `Together their closing notes are longer than ${chapterLimits.endNotes.toLocaleString('en')} characters.`,
    );
  const changes = { content, endNotes, baseVersion, keepBaseVersion: true };
  await updateChapter(ctx, viewer, id, changes, async (tx, saved) => {
    // Its story is locked, so this is how it is.
    const found = await findOwn(tx, viewer, nextId);
    if (found.story_id !== saved.story_id || found.position !== placeAfter(saved))
      throw new AppError('CONFLICT', 'A different chapter follows this one now. Please reload the page.');
    if (found.version !== next.summary.version) throw textChanged();
    for (const draft of [saved, found]) requireDraft(draft);
    await deleteChapters(ctx, tx, { id: saved.story_id, author_id: saved.author_id }, [nextId]);
  });
  return { chapter: nextId, title: next.summary.title };
}
