import type { Currency, Reward } from '@inkling/contract/rewards';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/db.ts';
import { correct, type Payment } from '../rewards/index.ts';
import type { DatedQuest } from './dated-quests.ts';
import type { MissionTemplate } from './mission-catalogue.ts';

const payments = (reward: Reward, reason: string, source: string): Payment[] =>
  Object.entries(reward).map(([currency, amount]) => ({
    currency: currency as Currency,
    amount,
    reason,
    source,
  }));

/** What a complete quest pays. */
export const paymentsOfQuest = ({ id, template: { reward, title } }: DatedQuest): Payment[] =>
  payments(reward, `Quest: ${title}`, `quest:${id}`);

/** What a complete mission pays. */
export const paymentsOfMission = ({ id, title, reward }: MissionTemplate): Payment[] =>
  payments(reward, `First step: ${title}`, `mission:${id}`);

/**
 * After a removal takes back what is no longer earned, and after anything else pays again what is. What could not be taken
 * back is not taken from what is earned later.
 */
export async function correctPaid(
  tx: Db,
  userId: string,
  all: readonly Payment[],
  { paid, isEarned, isRemoved }: { paid: number; isEarned: boolean; isRemoved: boolean },
  now: Date,
): Promise<void> {
  if (isEarned === isRemoved) return;
  for (const payment of all) {
    const amount = isEarned ? payment.amount : 0;
    if (amount === paid || (isRemoved && paid < payment.amount)) continue;
    const reason = `${payment.reason} (${isEarned ? 'counts again' : 'no longer counts'})`;
    await correct(tx, userId, { ...payment, amount, reason }, now);
  }
}

export const notCompleted = (what: string) =>
  new AppError('NOT_COMPLETED', `This ${what} isn’t complete yet.`);
export const alreadyClaimed = (what: string) =>
  new AppError('ALREADY_CLAIMED', `You’ve already claimed this ${what}.`);
