import type { BulkResult, changeChapters as changeCall } from '@inkling/contract/chapters';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import {
  lockStory,
  refusalOf,
  refuseTakenDown,
  requireEditable,
  requireVerifiedAuthor,
} from '../stories/index.ts';
import {
  type BulkChapter,
  extendStatementTimeout,
  findArrangement,
  findBulkChapters,
} from './chapter-order.queries.ts';
import { arrangeMoved, savePlaced } from './chapter-order.ts';
import { publishChapters, requireEnoughWords, unpublishChapters } from './chapter-publishing.ts';
import { lockReturning } from './chapter-trash.queries.ts';
import { deleteChapters, returnChapters } from './chapter-trash.ts';

type BulkChange = z.output<(typeof changeCall)['body']>;
type Refusal = BulkResult['refused'][number];

interface Story {
  id: string;
  author_id: string;
  chapters: number;
  exclusive_from: number | null;
}

/**
 * Changes many chapters in one transaction, by the same rules as single changes. Chapters that a rule excludes stay as
 * they are and are listed with the reason (docs/product/chapters.md#bulk-changes).
 */
export async function changeChapters(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { action, chapters: chosen, ...place }: BulkChange,
): Promise<BulkResult> {
  if (chosen === 'ready' && action !== 'publish') {
    throw new AppError('BAD_INPUT', 'Only publishing is possible for all chapters that are ready.');
  }
  return transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, storyId));
    await extendStatementTimeout(tx);
    if (action === 'restore') return restoreAll(ctx, tx, story, chosen);
    const chapters = await findBulkChapters(tx, storyId, chosen);
    const missing = chosen === 'ready' ? [] : missingFrom(chapters, chosen);
    const ids = chapters.map(({ id }) => id);
    const all = { done: ids.length, unchanged: 0, refused: missing, draftBecause: null };
    if (action === 'publish') return publishAll(ctx, tx, story, chapters, missing);
    if (action === 'unpublish') return unpublishAll(ctx, tx, story, chapters, missing);
    if (action === 'delete') await deleteChapters(ctx, tx, story, ids);
    else {
      const before = await findArrangement(tx, storyId);
      const moved = new Set(ids);
      await savePlaced(tx, story, before, arrangeMoved(before, moved, place), moved);
    }
    return all;
  });
}

function missingFrom(found: { id: string }[], chosen: string[]): Refusal[] {
  const known = new Set(found.map(({ id }) => id));
  return [...new Set(chosen)]
    .filter((id) => !known.has(id))
    .map((chapter) => ({ chapter, title: '', code: 'NOT_FOUND', message: 'Chapter not found' }));
}

/** Why a chapter cannot be published; null if it can. */
function refusalOfChapter(chapter: BulkChapter): Refusal | null {
  try {
    refuseTakenDown(chapter, 'chapter');
    requireEnoughWords(chapter.word_count);
    return null;
  } catch (error) {
    if (
      !(error instanceof AppError) ||
      (error.code !== 'TAKEN_DOWN' && error.code !== 'TOO_SHORT_TO_PUBLISH')
    ) {
      throw error;
    }
    return { chapter: chapter.id, title: chapter.title, code: error.code, message: error.message };
  }
}

async function publishAll(
  ctx: RequestContext,
  tx: Db,
  story: Story,
  chapters: BulkChapter[],
  missing: Refusal[],
): Promise<BulkResult> {
  const drafts = chapters.filter((chapter) => !chapter.is_published);
  const refused = [...missing];
  const ready: BulkChapter[] = [];
  for (const draft of drafts) {
    const refusal = refusalOfChapter(draft);
    if (refusal === null) ready.push(draft);
    else refused.push(refusal);
  }
  if (ready.length > 0) await requireVerifiedAuthor(ctx, tx, story.author_id);
  await publishChapters(ctx, tx, story, ready);
  return { done: ready.length, unchanged: chapters.length - drafts.length, refused, draftBecause: null };
}

/**
 * Takes chapters out of the trash, each to its place, and publishes those that were published and still may be;
 * `draftBecause` is why others are drafts now. Chapters that are not deleted are unchanged.
 */
async function restoreAll(
  ctx: RequestContext,
  tx: Db,
  story: Story,
  chosen: string[] | 'ready',
): Promise<BulkResult> {
  const ids = chosen === 'ready' ? [] : chosen;
  const present = await findBulkChapters(tx, story.id, ids);
  const returning = await lockReturning(tx, story.id, ids, ctx.clock.now());
  await returnChapters(tx, story, returning, ctx.clock.now());
  const published = returning.filter(({ was_published }) => was_published).map(({ id }) => id);
  const chapters = await findBulkChapters(tx, story.id, published);
  let draftBecause: string | null = null;
  const refusal = await refusalOf(async () => {
    const { refused } = await publishAll(ctx, tx, story, chapters, []);
    draftBecause = refused[0]?.message ?? null;
  });
  return {
    done: returning.length,
    unchanged: present.length,
    refused: missingFrom([...present, ...returning], ids),
    draftBecause: refusal ?? draftBecause,
  };
}

async function unpublishAll(
  ctx: RequestContext,
  tx: Db,
  story: Story,
  chapters: BulkChapter[],
  refused: Refusal[],
): Promise<BulkResult> {
  const published = chapters.filter((chapter) => chapter.is_published);
  await unpublishChapters(ctx, tx, story, published);
  const unchanged = chapters.length - published.length;
  return { done: published.length, unchanged, refused, draftBecause: null };
}
