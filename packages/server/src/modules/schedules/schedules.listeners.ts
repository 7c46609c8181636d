import type { ErrorCode } from '@inkling/contract/errors';
import type { ScheduleProblem } from '@inkling/contract/schedules';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { chapterPublished, findChapter, publishChapters, requirePublishable } from '../chapters/index.ts';
import { lockStory } from '../stories/index.ts';
import { scheduleFailed } from './schedules.events.ts';
import * as queries from './schedules.queries.ts';
import { endSchedule } from './schedules.queries.ts';

/** What prevents a publication that the chapters' own rule does not know of: an author could still publish a draft story's chapter. */
function problemOf(due: queries.DueChapter): ScheduleProblem | null {
  if (due.isDeleted) return 'deleted';
  if (due.isSuspended) return 'author_suspended';
  if (due.storyTakenDown) return 'story_taken_down';
  if (!due.storyPublished) return 'story_unpublished';
  return due.chapterTakenDown ? 'chapter_taken_down' : null;
}

const problemsByCode: Partial<Record<ErrorCode, ScheduleProblem>> = {
  TOO_SHORT_TO_PUBLISH: 'too_short',
  VERIFY_EMAIL_FIRST: 'unverified',
};

/**
 * Publishes a chapter that is due, or records why it cannot be. Every change of a chapter locks its story first, so
 * another process that publishes the same chapter finds it published.
 */
const publishOne = (ctx: AppContext, chapterId: string, storyId: string, now: Date): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const story = await lockStory(tx, storyId);
    const due = await queries.lockDue(tx, storyId, chapterId, now);
    if (due === undefined) return;
    const chapter = await findChapter(tx, chapterId);
    const problem = chapter === undefined ? 'deleted' : problemOf(due);
    const fail = async (why: ScheduleProblem) => {
      await queries.setProblem(tx, storyId, chapterId, why);
      if (story === undefined) return;
      await emit(ctx, tx, scheduleFailed, { chapterId, storyId, authorId: story.author_id });
    };
    if (story === undefined || chapter === undefined || problem !== null) return fail(problem ?? 'deleted');
    try {
      await requirePublishable(ctx, tx, chapter, chapter.word_count);
      await publishChapters(ctx, tx, story, [chapter], due.announce);
      await queries.deleteSchedules(tx, storyId, [chapterId]);
    } catch (error) {
      const refusal = error instanceof AppError ? problemsByCode[error.code] : undefined;
      if (refusal === undefined) throw error;
      await fail(refusal);
    }
  });

/** Publishes every chapter that is due (docs/product/schedules.md#publication). What fails is tried again a minute later. */
export async function publishDue(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  for (const { chapter_id: chapter, story_id: story } of await queries.listDue(ctx.db, now)) {
    if (signal?.aborted) return;
    try {
      await publishOne(ctx, chapter, story, now);
    } catch (err) {
      ctx.log.error({ err, chapter }, 'a scheduled chapter was not published; it will be tried again');
    }
  }
}

export const schedulePublication = scheduledJob('publish-due', '* * * * *', publishDue, {
  retries: 0,
  timeout: 600,
});

/** A published chapter has no schedule, however it was published; until this has run, queries ignore it. */
export const scheduleListener = (): Listener =>
  defineListener('schedules', [
    on(chapterPublished, ({ payload: { storyId, chapterId }, createdAt }, tx) =>
      endSchedule(tx, storyId, chapterId, createdAt),
    ),
  ]);
