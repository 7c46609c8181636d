import { chaptersPerPage, type reorderChapters as reorderCall } from '@inkling/contract/chapters';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockStory, requireEditable } from '../stories/index.ts';
import { pageForAuthor } from './chapter-lists.ts';
import { recount, setChapterOrder, setPosition } from './chapter-order.queries.ts';
import { findChapter, listChapterIds } from './chapters.queries.ts';

type Reorder = z.output<(typeof reorderCall)['body']>;

const outdatedOrder = () =>
  new AppError('BAD_INPUT', 'The order must name every chapter of the story once. Reload and try again.');

/**
 * Sets a new order, which must name each chapter once, or moves one chapter to another position. Returns the first page
 * of the new order.
 */
export async function reorderChapters(ctx: RequestContext, viewer: Viewer, storyId: string, input: Reorder) {
  return transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, storyId));
    const { chapterOrder, chapter, position } = input;
    if (chapterOrder !== undefined) await setOrder(tx, storyId, chapterOrder);
    else if (chapter !== undefined && position !== undefined) {
      await move(tx, storyId, chapter, Math.min(position, story.chapters));
    } else throw new AppError('BAD_INPUT', 'Send either an order, or a chapter and its position.');
    await recount(tx, storyId, null);
    return pageForAuthor(tx, storyId, story.chapters, { page: 1, limit: chaptersPerPage });
  });
}

async function setOrder(tx: Db, storyId: string, order: string[]): Promise<void> {
  const known = new Set(await listChapterIds(tx, storyId));
  const named = new Set(order);
  if (order.length !== known.size || named.size !== known.size || order.some((id) => !known.has(id))) {
    throw outdatedOrder();
  }
  await setChapterOrder(tx, storyId, order);
}

async function move(tx: Db, storyId: string, id: string, to: number): Promise<void> {
  const chapter = await findChapter(tx, id);
  if (chapter?.story_id !== storyId || chapter.position === null) {
    throw new AppError('BAD_INPUT', 'This chapter does not belong to the story. Reload and try again.');
  }
  if (chapter.position !== to) await setPosition(tx, storyId, id, chapter.position, to);
}
