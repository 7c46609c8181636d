import type { AchievementEntry } from '@inkling/contract/achievements';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockEarning, publishEarned } from '../rewards/index.ts';
import { personExists } from '../users/index.ts';
import * as queries from './achievements.queries.ts';
import { allMeasures, type Measure, type Measured, measure, type OwnedRow } from './achievements.queries.ts';
import { type Achievement, catalogue, findAchievement } from './catalogue.ts';

/** The path of an achievement's picture, in the web app's public files. */
export const imageOf = ({ family, level }: Achievement): string => `/badges/${family}-${level}.svg`;

/** What is held stays complete, even if what it counts has become less. */
function presentAchievement(
  achievement: Achievement,
  value: number,
  held: OwnedRow | undefined,
  heldBy: number | undefined,
): AchievementEntry {
  const { id, name, description, family, level, target } = achievement;
  const isCompleted = held !== undefined || value >= target;
  return {
    _id: id,
    name,
    description,
    image: imageOf(achievement),
    family,
    level,
    progress: isCompleted ? target : value,
    target,
    isCompleted,
    isClaimed: held !== undefined && held.claimed_at !== null,
    completedAt: held?.completed_at.toISOString() ?? null,
    heldBy: heldBy ?? null,
  };
}

/** Some achievements as one person has them. */
async function presentOwn(
  db: Db,
  userId: string,
  achievements: readonly Achievement[],
): Promise<AchievementEntry[]> {
  const names = [...new Set(achievements.map((one) => one.measure))];
  const [measured, held, shares] = await Promise.all([
    measure(db, names, [userId], 'all'),
    queries.listOwned(db, [userId]),
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
    const achievement = requireFound(findAchievement(id), 'Achievement');
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
  const achievement = requireFound(findAchievement(id), 'Achievement');
  await queries.setClaimed(ctx.db, viewer.id, id, null);
  return presentOne(ctx.db, viewer.id, achievement);
}

const isReached = ({ measure: name, target }: (typeof catalogue)[number], values: Measured): boolean =>
  (values[name] ?? 0) >= target;

/** Measures of a person that something has changed. */
export interface Progress {
  userId: string;
  measures: readonly Measure[];
  /** When it happened. */
  at: Date;
}

/**
 * Gives people what they have reached by these measures, and tells them. Only what they lack is measured, and once for
 * all of them. Nothing for those who cannot earn (docs/product/achievements.md#granting).
 */
export async function grant(ctx: AppContext, tx: Db, changed: readonly Progress[]): Promise<void> {
  const owned = await queries.listOwned(tx, [...new Set(changed.map(({ userId }) => userId))]);
  const held = new Set(owned.map((row) => `${row.user_id} ${row.achievement_id}`));
  const lacking = changed.map(({ userId, measures, at }) => {
    const missing = catalogue.filter(
      ({ id, measure: name }) => measures.includes(name) && !held.has(`${userId} ${id}`),
    );
    return { userId, missing, at, names: [...new Set(missing.map((one) => one.measure))] };
  });
  for (const same of Map.groupBy(lacking, ({ names }) => names.join()).values()) {
    const names = same[0]?.names ?? [];
    if (names.length === 0) continue;
    const people = new Map(same.toReversed().map((one) => [one.userId, one]));
    for (const { userId, values } of await measure(tx, names, [...people.keys()], 'earning')) {
      const { missing = [], at = ctx.clock.now() } = people.get(userId) ?? {};
      const reached = missing.filter((one) => isReached(one, values));
      const grants = reached.map(({ id }) => ({ userId, achievementId: id }));
      const added = new Set(
        (await queries.addGrants(tx, grants, at, false)).map(({ achievementId }) => achievementId),
      );
      for (const { id, name } of reached)
        if (added.has(id))
          publishEarned(ctx, tx, userId, { text: `Achievement: ${name}`, link: '/achievements', at });
    }
  }
}

/** People per step. */
const peoplePerStep = 200;

/**
 * Gives what is new in the catalogue to everybody who has reached it, silently, and shown on their profiles. On the first
 * start that is all of it.
 */
export async function grantPast({ db, clock }: Pick<AppContext, 'db' | 'clock'>, signal?: AbortSignal) {
  const ungranted = await queries.listUngranted(
    db,
    catalogue.map(({ id }) => id),
  );
  const added = catalogue.filter(({ id }) => ungranted.has(id));
  const names = allMeasures.filter((name) => added.some((one) => one.measure === name));
  for (let after: string | null = null; added.length > 0; ) {
    signal?.throwIfAborted();
    const people = await queries.listPeople(db, after, peoplePerStep);
    const measured = await measure(db, names, people, 'earning');
    const grants = measured.flatMap(({ userId, values }) =>
      added.filter((one) => isReached(one, values)).map(({ id }) => ({ userId, achievementId: id })),
    );
    await queries.addGrants(db, grants, clock.now(), true);
    after = people.at(-1) ?? null;
    if (people.length < peoplePerStep) break;
  }
}
