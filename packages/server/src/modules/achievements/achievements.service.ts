import type { AchievementEntry } from '@inkling/contract/achievements';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockEarning } from '../rewards/index.ts';
import { personExists } from '../users/index.ts';
import { presentAchievement } from './achievements.present.ts';
import * as queries from './achievements.queries.ts';
import { type Achievement, catalogue, findAchievement } from './catalogue.ts';
import { measure } from './measures.queries.ts';

/** Some achievements as one person has them. */
async function presentOwn(
  db: Db,
  userId: string,
  achievements: readonly Achievement[],
): Promise<AchievementEntry[]> {
  const names = [...new Set(achievements.map((one) => one.measure))];
  const [measured, held, shares] = await Promise.all([
    measure(db, names, [userId], 'all'),
    queries.listOwned(db, userId),
    queries.listShares(db),
  ]);
  const values = measured[0]?.values ?? {};
  return achievements.map((one) =>
    presentAchievement(
      one,
      values[one.measure] ?? 0,
      held.find((row) => row.achievement_id === one.id),
      shares.find((row) => row.achievement_id === one.id)?.share,
    ),
  );
}

/** All achievements with the viewer's progress; those of authors for authors. */
export async function listAchievements(ctx: RequestContext, viewer: Viewer): Promise<AchievementEntry[]> {
  const isAuthor = await queries.isAuthor(ctx.db, viewer.id);
  return presentOwn(
    ctx.db,
    viewer.id,
    catalogue.filter((one) => !one.isForAuthors || isAuthor),
  );
}

/** The achievements that a person shows, in the order of the catalogue; none if they have switched rewards off. */
export async function listShownOf(db: Db, userId: string): Promise<AchievementEntry[]> {
  const [shown, shares] = await Promise.all([queries.listShown(db, userId), queries.listShares(db)]);
  return catalogue.flatMap((one) => {
    const held = shown.find((row) => row.achievement_id === one.id);
    const share = shares.find((row) => row.achievement_id === one.id)?.share;
    return held === undefined ? [] : [presentAchievement(one, one.target, held, share)];
  });
}

/** The same; NOT_FOUND for a person whom others do not see. */
export async function listAchievementsOf(ctx: RequestContext, userId: string): Promise<AchievementEntry[]> {
  if (!(await personExists(ctx.db, userId))) throw notFound('Person');
  return listShownOf(ctx.db, userId);
}

async function presentOne(db: Db, userId: string, achievement: Achievement): Promise<AchievementEntry> {
  const [entry] = await presentOwn(db, userId, [achievement]);
  if (entry === undefined) throw notFound('Achievement');
  return entry;
}

/**
 * Shows an achievement on the viewer's profile. Throws NOT_COMPLETED, ALREADY_CLAIMED, and REWARDS_HIDDEN for those who
 * have switched rewards off (docs/product/achievements.md#on-the-profile).
 */
export const claimAchievement = (ctx: RequestContext, viewer: Viewer, id: string) =>
  transaction(ctx.db, async (tx) => {
    const achievement = findAchievement(id);
    if (achievement === undefined) throw notFound('Achievement');
    await lockEarning(tx, viewer.id);
    const { isCompleted } = await presentOne(tx, viewer.id, achievement);
    if (!isCompleted) throw new AppError('NOT_COMPLETED', 'You haven’t completed this achievement yet.');
    const now = ctx.clock.now();
    // Not given yet if nothing has told of it, such as the last second of reading.
    const added = await queries.addGrants(tx, [{ userId: viewer.id, achievementId: id }], now, true);
    if (added.length === 0 && !(await queries.setClaimed(tx, viewer.id, id, now)))
      throw new AppError('ALREADY_CLAIMED', 'Your profile shows this achievement already.');
    return presentOne(tx, viewer.id, achievement);
  });

/** Takes an achievement off the viewer's profile; idempotent. */
export async function unclaimAchievement(ctx: RequestContext, viewer: Viewer, id: string) {
  const achievement = findAchievement(id);
  if (achievement === undefined) throw notFound('Achievement');
  await queries.setClaimed(ctx.db, viewer.id, id, null);
  return presentOne(ctx.db, viewer.id, achievement);
}
