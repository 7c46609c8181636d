import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineListener, type Listener, on, together } from '../../platform/events/listener.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { annotationCreated } from '../annotations/index.ts';
import { chapterPublished } from '../chapters/index.ts';
import { commentAdded } from '../comments/index.ts';
import { fixApplied } from '../fixes/index.ts';
import { chapterFinished, libraryAdded, wordsRead } from '../library/index.ts';
import { storyCompleted, storyPublished } from '../stories/index.ts';
import { personFollowed } from '../users/index.ts';
import { countHolders, type Measure } from './achievements.queries.ts';
import { grant, grantPast, type Progress } from './achievements.service.ts';
import { catalogue } from './catalogue.ts';

/** Gives achievements for what people do; a job gives those for the past. New words come with a finished chapter. */
export function achievementListener(ctx: AppContext): Listener {
  const grantAll = together<Progress>((changed, tx) => grant(ctx, tx, changed));
  const changes = (tx: Db, userId: string, at: Date, ...measures: Measure[]) =>
    grantAll({ userId, measures, at }, tx);
  return defineListener(
    'achievements',
    [
      on(chapterFinished, ({ payload: { readerId }, createdAt }, tx) =>
        changes(tx, readerId, createdAt, 'books', 'chapters'),
      ),
      on(wordsRead, ({ payload: { readerId }, createdAt }, tx) =>
        changes(tx, readerId, createdAt, 'streak', 'wordsInADay'),
      ),
      on(libraryAdded, ({ payload: { readerId }, createdAt }, tx) =>
        changes(tx, readerId, createdAt, 'books'),
      ),
      on(commentAdded, ({ payload: { writerId }, createdAt }, tx) =>
        changes(tx, writerId, createdAt, 'comments'),
      ),
      on(annotationCreated, ({ payload: { readerId }, createdAt }, tx) =>
        changes(tx, readerId, createdAt, 'highlights'),
      ),
      on(fixApplied, ({ payload: { readerId }, createdAt }, tx) => changes(tx, readerId, createdAt, 'fixes')),
      on(personFollowed, async ({ payload: { followerId, followedId }, createdAt }, tx) => {
        await changes(tx, followerId, createdAt, 'following');
        await changes(tx, followedId, createdAt, 'followers');
      }),
      on(chapterPublished, ({ payload: { authorId }, createdAt }, tx) =>
        changes(tx, authorId, createdAt, 'published'),
      ),
      on(storyPublished, ({ payload: { authorId }, createdAt }, tx) =>
        changes(tx, authorId, createdAt, 'published'),
      ),
      on(storyCompleted, ({ payload: { authorId }, createdAt }, tx) =>
        changes(tx, authorId, createdAt, 'completed'),
      ),
    ],
    { startAt: 'now' },
  );
}

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

export const refreshAchievementsHourly = scheduledJob('achievements', '15 * * * *', refreshAchievements, {
  atStart: true,
  timeout: 3000,
  once: true,
});
