import type { ParsedInput, ResponseOf } from '@inkling/contract/call';
import type { getLeaderboard, LeaderboardEntry } from '@inkling/contract/leaderboard';
import { paginate } from '@inkling/contract/page';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import * as queries from './leaderboard.queries.ts';
import { rankings, updateRanking } from './leaderboard.queries.ts';

/** The viewer's own entry as it is now, also if others do not see it; null without a value. */
async function findMine(
  { db, clock }: RequestContext,
  viewer: Viewer,
  ranking: queries.Ranking,
  isAmongFollowed: boolean,
): Promise<{ me: LeaderboardEntry | null; isListed: boolean }> {
  const own = await queries.findOwn(db, viewer.id, ranking, clock.now());
  if (own === undefined) return { me: null, isListed: false };
  const { value, user, is_listed: isListed } = own;
  if (value <= 0) return { me: null, isListed };
  const rank = await queries.findRank(db, viewer.id, ranking, value, isAmongFollowed);
  return { me: { rank, value, user }, isListed };
}

/** A page of a ranking with the viewer's own entry. Throws BAD_INPUT for a period that a board does not have. */
export async function readLeaderboard(
  ctx: RequestContext,
  viewer: Viewer | null,
  { board, period, scope, page, limit }: ParsedInput<typeof getLeaderboard>['query'],
): Promise<Omit<ResponseOf<typeof getLeaderboard>, 'success'>> {
  const ranking = { board, period };
  if (!queries.rankings.some((one) => one.board === board && one.period === period)) {
    const message = 'Words and ink are counted for the week only.';
    throw new AppError('BAD_INPUT', message, { fields: [{ path: 'period', message }] });
  }
  const part = { ...ranking, viewerId: viewer?.id ?? null, offset: (page - 1) * limit, limit };
  const isAmongFollowed = scope === 'following';
  const mine =
    viewer === null ? { me: null, isListed: false } : await findMine(ctx, viewer, ranking, isAmongFollowed);
  if (!isAmongFollowed) {
    const rows = await queries.listEveryone(ctx.db, part);
    const total = await queries.countEveryone(ctx.db, part);
    return { data: rows, pagination: paginate(page, limit, total), ...mine };
  }
  const rows = viewer === null ? [] : await queries.listFollowed(ctx.db, viewer.id, part);
  return { data: rows, pagination: paginate(page, limit, rows[0]?.total ?? 0), ...mine };
}

/** Ranks everybody again in one transaction. */
export const updateLeaderboard = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> =>
  transaction(db, async (tx) => {
    for (const ranking of rankings) await updateRanking(tx, ranking, clock.now());
  });

export const updateLeaderboardRegularly = scheduledJob('leaderboard', '*/10 * * * *', updateLeaderboard, {
  timeout: 500,
  once: true,
});
