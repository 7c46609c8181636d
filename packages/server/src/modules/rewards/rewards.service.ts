import type { ParsedInput } from '@inkling/contract/call';
import { paginate } from '@inkling/contract/page';
import type { DailyReward, getWallet as walletCall } from '@inkling/contract/rewards';
import { signInRequired } from '../../platform/access.ts';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { type Db, streamRows, transaction } from '../../platform/db/db.ts';
import { exportCsv } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { dailyRewardAt } from './daily-reward.ts';
import { findBalance, pay } from './ledger.queries.ts';
import * as queries from './rewards.queries.ts';

/** The viewer's balances with one page of the ledger, newest first. */
export async function getWallet(
  ctx: RequestContext,
  viewer: Viewer,
  { page, limit }: ParsedInput<typeof walletCall>['query'],
) {
  const [balance, shown, { rows, total }] = await Promise.all([
    findBalance(ctx.db, viewer.id),
    queries.findShown(ctx.db, viewer.id),
    queries.listEntries(ctx.db, viewer.id, { page, limit }),
  ]);
  const entries = rows.map((row) => ({
    _id: row.id,
    currency: row.currency,
    amount: row.amount,
    reason: queries.reasonOf(row),
    createdAt: row.created_at.toISOString(),
    day: dayIn(viewer.timeZone, row.created_at),
  }));
  return { ...balance, ...shown, entries, pagination: paginate(page, limit, total) };
}

/** The viewer's whole ledger as CSV, newest first. */
export const exportLedger = (ctx: RequestContext, viewer: Viewer): Promise<FileResponse> =>
  exportCsv(ctx, {
    name: 'inkling-rewards.csv',
    header: ['Date', 'Currency', 'Amount', 'Reason'],
    async *rows(tx) {
      for await (const entry of streamRows(tx, queries.allEntries(viewer.id)))
        yield [entry.created_at.toISOString(), entry.currency, entry.amount, queries.reasonOf(entry)];
    },
  });

/** Locks a person, so that what they earn, spend and use at the same time happens one after the other. */
export async function lockEarner(tx: Db, userId: string): Promise<queries.Earner> {
  const person = await queries.lockEarner(tx, userId);
  if (person === undefined) throw signInRequired();
  return person;
}

/** Throws REWARDS_HIDDEN for a person who has switched rewards off (docs/product/rewards.md#the-switch). */
export function refuseHidden({ hides_rewards }: queries.Earner): void {
  if (hides_rewards)
    throw new AppError('REWARDS_HIDDEN', 'Rewards are switched off. You can switch them on in Settings.');
}

/** Locks a person who earns or spends; throws REWARDS_HIDDEN. */
export async function lockEarning(tx: Db, userId: string): Promise<queries.Earner> {
  const person = await lockEarner(tx, userId);
  refuseHidden(person);
  return person;
}

export async function getDailyReward(ctx: RequestContext, viewer: Viewer): Promise<DailyReward> {
  const [person, claimed] = await Promise.all([
    queries.findEarner(ctx.db, viewer.id),
    queries.findClaimed(ctx.db, viewer.id),
  ]);
  if (person === undefined) throw signInRequired();
  return dailyRewardAt(claimed, person, ctx.clock.now()).reward;
}

/** Pays the viewer the next step of the row. Throws ALREADY_CLAIMED and REWARDS_HIDDEN. */
export const claimDailyReward = (ctx: RequestContext, viewer: Viewer): Promise<DailyReward> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const person = await lockEarning(tx, viewer.id);
    const claimed = await queries.findClaimed(tx, viewer.id);
    const { today, coins, reward } = dailyRewardAt(claimed, person, now);
    if (!reward.canClaim)
      throw new AppError('ALREADY_CLAIMED', 'You’ve already claimed the reward for this day.');
    const reason = `Daily reward, step ${reward.step} of ${reward.steps.length}`;
    await pay(tx, viewer.id, [{ currency: 'coins', amount: coins, reason, source: `daily:${today}` }], now);
    return dailyRewardAt({ times: claimed.times + 1, last: today }, person, now).reward;
  });
