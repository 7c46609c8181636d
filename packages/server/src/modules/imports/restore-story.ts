import type { restoreStory as restoreCall } from '@inkling/contract/imports';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { inBackground } from '../../platform/db/timeouts.ts';
import { yieldOften } from '../../platform/threads.ts';
import { currentTexts, plausible, processEarlier, restoreVersions } from '../chapters/index.ts';
import { restoreGlossary } from '../glossary/index.ts';
import { countStoryStart, requireStoryStart } from '../plans/index.ts';
import { getStory, isStoryOf, requireTextSpace } from '../stories/index.ts';
import { saveBook } from './save-book.ts';

type Restored = z.output<(typeof restoreCall)['body']>;

/** Longer than any body takes; a thread that hangs must not hold the request for good. */
const timeoutMs = 5 * 60_000;
/** Stories that are added or wait. Each holds a connection to the database for as long as it takes. */
const maxWaiting = 8;
const exclusive = pLimit(1);
const tooMany = () =>
  new AppError('BUSY', 'Several stories are being added right now. Please try again in a minute.', {
    retryAfterSeconds: 60,
  });

/** Adds what the author has written in the story; resolves to the ids of what has no place here. */
async function restoreNotes(
  ctx: RequestContext,
  tx: Db,
  { storyId, authorId }: { storyId: string; authorId: string },
  { annotations, comments }: Restored,
): Promise<string[]> {
  if (annotations.length + comments.length === 0) return [];
  const chapters = await currentTexts(tx, storyId);
  const timeOf = (time: string) => plausible(time, ctx.clock.now());
  const story = { storyId, authorId, notes: { annotations, comments }, chapters, timeOf };
  const unplaced: string[] = [];
  for (const restore of ctx.modules.flatMap(({ restorations = [] }) => restorations))
    unplaced.push(...(await restore(ctx, tx, story)));
  return unplaced;
}

async function saveStory(
  ctx: RequestContext,
  viewer: Viewer,
  story: Restored,
  unplaced: string[],
): Promise<string> {
  // Refuse early what the plan or the author's text quota has no room for.
  await requireStoryStart(ctx.db, ctx, viewer);
  await transaction(ctx.db, (tx) => requireTextSpace(tx, ctx.config, viewer.id, 1));
  const signal = AbortSignal.timeout(timeoutMs);
  const chapters: Parameters<typeof restoreVersions>[2] = [];
  const pause = yieldOften();
  for (const chapter of story.chapters) {
    chapters.push({ ...chapter, ...(await processEarlier(ctx, chapter, signal)) });
    await pause();
  }
  const { isAIGenerated, allowsEbook, _id } = story;
  const book = { ...story, author: null, cover: null };
  return saveBook(ctx, { ...viewer, display_name: '' }, book, {
    signal,
    _id,
    labels: { isAIGenerated, allowsEbook },
    onChapters() {},
    async beforeCommit(tx, storyId) {
      await restoreVersions(tx, storyId, chapters, ctx.clock.now());
      await restoreGlossary(tx, storyId, story.glossary, (chapter) => chapter);
      await countStoryStart(tx, ctx, viewer);
      unplaced.push(...(await restoreNotes(ctx, tx, { storyId, authorId: viewer.id }, story)));
    },
  });
}

/**
 * Adds a story of a file with its author's data, once, as a draft (docs/product/imports.md#moving-from-another-site).
 *
 * @throws AppError ID_TAKEN if another person has a story with its id, PLAN_LIMIT, QUOTA_REACHED
 */
export async function restoreStory(ctx: RequestContext, viewer: Viewer, story: Restored) {
  const unplaced: string[] = [];
  const id = await createOnce(ctx, story._id, {
    isSame: (chosen) => isStoryOf(ctx.db, chosen, viewer.id),
    async create() {
      if (exclusive.activeCount + exclusive.pendingCount >= maxWaiting) throw tooMany();
      try {
        // A long story takes longer than a request's statements may.
        return await exclusive(() => inBackground(() => saveStory(ctx, viewer, story, unplaced)));
      } catch (error) {
        if (error instanceof AppError && error.code === 'ID_TAKEN') return undefined;
        throw error;
      }
    },
  });
  const { _id, coverImage } = await getStory(ctx, viewer, id);
  return { _id, coverImage, unplaced };
}
