import type { reorderChapters as reorderCall } from '@inkling/contract/chapters';
import { chapterLimits, chaptersPerPage } from '@inkling/contract/limits';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockStory, moveExclusive, requireEditable } from '../stories/index.ts';
import { type Arrangement, exclusiveAfter, moveChapters, type Place, reorderAll } from './arrangement.ts';
import { pageForAuthor } from './chapter-lists.ts';
import { findArrangement, recount, saveChapters } from './chapter-order.queries.ts';

type Reorder = z.output<(typeof reorderCall)['body']>;

const outdatedOrder = () =>
  new AppError('BAD_INPUT', 'The order must name every chapter of the story once. Reload and try again.');
const foreignChapter = () =>
  new AppError('BAD_INPUT', 'This chapter doesn’t belong to the story. Reload and try again.');

/** Rejects more chapters than a story may have (docs/product/chapters.md#order). */
export function requireChapterSpace(chapters: number): void {
  if (chapters <= chapterLimits.perStory) return;
  throw new AppError(
    'TOO_LARGE',
    `A story can have at most ${chapterLimits.perStory.toLocaleString('en')} chapters. Please continue in a new story.`,
  );
}

/**
 * Saves a new order of a locked story's chapters, of which `placed` have new places; `exclusive` as in `exclusiveAfter`.
 * Returns the first exclusive position, null without one.
 */
export async function savePlaced(
  tx: Db,
  { id, exclusive_from: from }: { id: string; exclusive_from: number | null },
  before: Arrangement,
  after: Arrangement,
  placed: ReadonlySet<string>,
  exclusive?: readonly string[],
): Promise<number | null> {
  await saveChapters(tx, id, after.chapters);
  const next = from === null ? null : exclusiveAfter(from, before, after, placed, exclusive);
  await moveExclusive(tx, id, (next ?? 0) - (from ?? 0));
  await recount(tx, id);
  return next;
}

/** The arrangement after chapters were moved; a place that does not exist is an error. */
export function arrangeMoved(before: Arrangement, ids: ReadonlySet<string>, place: Place): Arrangement {
  if (place.position === undefined && place.volume === undefined) {
    throw new AppError('BAD_INPUT', 'Say where to move: a position, a volume, or both.');
  }
  const after = moveChapters(before, ids, place);
  if (after !== null) return after;
  throw new AppError('BAD_INPUT', 'This position isn’t in that volume. Reload and try again.');
}

/**
 * Sets a new order, which must name each chapter once, or moves one chapter. Returns the first page of the author's
 * list.
 */
export async function reorderChapters(ctx: RequestContext, viewer: Viewer, storyId: string, input: Reorder) {
  return transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, storyId));
    const before = await findArrangement(tx, storyId);
    const after = arranged(before, input);
    // A whole new order does not say what was moved: as many chapters as before stay open.
    const exclusive_from = await (input.chapter === undefined
      ? savePlaced(tx, { ...story, exclusive_from: null }, before, after, new Set()).then(
          () => story.exclusive_from,
        )
      : savePlaced(tx, story, before, after, new Set([input.chapter])));
    return pageForAuthor(
      { ...ctx, db: tx },
      viewer,
      { ...story, exclusive_from },
      { page: 1, limit: chaptersPerPage },
    );
  });
}

function arranged(before: Arrangement, { chapterOrder, chapter, ...place }: Reorder): Arrangement {
  const known = new Set(before.chapters.map(({ id }) => id));
  if (chapterOrder !== undefined) {
    const named = new Set(chapterOrder);
    const complete = chapterOrder.length === known.size && named.size === known.size;
    if (!complete || chapterOrder.some((id) => !known.has(id))) throw outdatedOrder();
    return reorderAll(before, chapterOrder);
  }
  if (chapter === undefined) {
    throw new AppError('BAD_INPUT', 'Send either an order, or a chapter and its position.');
  }
  if (!known.has(chapter)) throw foreignChapter();
  return arrangeMoved(before, new Set([chapter]), place);
}
