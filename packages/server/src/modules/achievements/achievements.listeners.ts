import type { AppContext } from '../../platform/context.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { annotationCreated } from '../annotations/index.ts';
import { chapterPublished } from '../chapters/index.ts';
import { commentAdded } from '../comments/index.ts';
import { chapterFinished, libraryAdded, wordsRead } from '../library/index.ts';
import { storyCompleted, storyPublished } from '../stories/index.ts';
import { personFollowed } from '../users/index.ts';
import { countHolders } from './achievements.queries.ts';
import { grant, grantPast } from './achievements.service.ts';
import { catalogue } from './catalogue.ts';

/** Gives achievements for what people do; a job gives those for the past. New words come with a finished chapter. */
export const achievementListener = (ctx: AppContext): Listener =>
  defineListener(
    'achievements',
    [
      on(chapterFinished, ({ payload: { readerId }, createdAt }, tx) =>
        grant(ctx, tx, readerId, ['books', 'chapters'], createdAt),
      ),
      on(wordsRead, ({ payload: { readerId }, createdAt }, tx) =>
        grant(ctx, tx, readerId, ['streak', 'wordsInADay'], createdAt),
      ),
      on(libraryAdded, ({ payload: { readerId }, createdAt }, tx) =>
        grant(ctx, tx, readerId, ['books'], createdAt),
      ),
      on(commentAdded, ({ payload: { writerId }, createdAt }, tx) =>
        grant(ctx, tx, writerId, ['comments'], createdAt),
      ),
      on(annotationCreated, ({ payload: { readerId }, createdAt }, tx) =>
        grant(ctx, tx, readerId, ['highlights'], createdAt),
      ),
      on(personFollowed, async ({ payload: { followerId, followedId }, createdAt }, tx) => {
        await grant(ctx, tx, followerId, ['following'], createdAt);
        await grant(ctx, tx, followedId, ['followers'], createdAt);
      }),
      on(chapterPublished, ({ payload: { authorId }, createdAt }, tx) =>
        grant(ctx, tx, authorId, ['published'], createdAt),
      ),
      on(storyPublished, ({ payload: { authorId }, createdAt }, tx) =>
        grant(ctx, tx, authorId, ['published'], createdAt),
      ),
      on(storyCompleted, ({ payload: { authorId }, createdAt }, tx) =>
        grant(ctx, tx, authorId, ['completed'], createdAt),
      ),
    ],
    { startAt: 'now' },
  );

const queue = defineQueue<Record<string, never>>('achievements', { timeout: 3000, once: true });

/** Gives what is new in the catalogue for the past, and counts who holds what. */
export async function refreshAchievements(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  await grantPast(ctx, signal);
  await countHolders(
    ctx.db,
    catalogue.map(({ id }) => id),
  );
}

export function refreshAchievementsHourly(ctx: AppContext): void {
  ctx.jobs.work(queue, (_data, { signal }) => refreshAchievements(ctx, signal));
  ctx.jobs.schedule(queue, '15 * * * *', { atStart: true });
}
