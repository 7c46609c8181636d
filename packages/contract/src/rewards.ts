import { z } from 'zod';
import { defineCall, fileResponse } from './call.ts';
import { serverEvent } from './live.ts';
import { dataResponse, pageQuery, pagination } from './page.ts';
import { id, isoDate } from './text.ts';

/** Currencies with a ledger. Pages (chapters finished) and bookmarks (saved stories) are only counted. */
export const currency = z.enum(['ink', 'coins', 'gems']);
export type Currency = z.output<typeof currency>;

/** What something is worth, such as `{ ink: 30 }`. */
export const reward = z.partialRecord(currency, z.int());
export type Reward = z.output<typeof reward>;

/** A change of a balance: what was earned, or spent if negative. */
export const ledgerEntry = z.object({
  _id: id,
  currency,
  amount: z.int(),
  /** A sentence in plain text: what it was for. */
  reason: z.string(),
  createdAt: isoDate,
  /** Of `createdAt`, in my time zone. */
  day: z.iso.date(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** The balances and the newest changes. */
export const wallet = z.object({
  ink: z.int(),
  coins: z.int(),
  gems: z.int(),
  /** Chapters that I finished. */
  pages: z.int(),
  /** Stories that I saved. */
  bookmarks: z.int(),
  entries: z.array(ledgerEntry),
  pagination,
});
export type Wallet = z.output<typeof wallet>;

export const getWallet = defineCall('GET /gamification/currency', {
  summary: 'Get my balances and what changed them, newest first',
  access: 'user',
  query: pageQuery(20),
  response: dataResponse(wallet),
});

export const exportLedger = defineCall('GET /gamification/currency/export', {
  summary: 'Download everything that changed my balances, as a CSV file',
  access: 'user',
  limit: 'storyExport',
  response: fileResponse('text/csv; charset=utf-8', 'inkling-rewards.csv'),
});

/** The daily reward: a row of seven steps, which a missed day pauses. */
export const dailyReward = z.object({
  canClaim: z.boolean(),
  /** The step that is next, or was claimed today, from 1. */
  step: z.int().min(1).max(7),
  steps: z.array(z.object({ step: z.int(), coins: z.int(), isClaimed: z.boolean() })),
  /** When the next reward can be claimed; null if it can be now. */
  nextAt: isoDate.nullable(),
});
export type DailyReward = z.output<typeof dailyReward>;

export const getDailyReward = defineCall('GET /gamification/daily-rewards', {
  summary: 'Get the row of my daily rewards',
  access: 'user',
  response: dataResponse(dailyReward),
});

export const claimDailyReward = defineCall('POST /gamification/daily-rewards/claim', {
  summary: 'Claim the reward of my day',
  access: 'user',
  errors: ['ALREADY_CLAIMED', 'REWARDS_HIDDEN'],
  response: dataResponse(dailyReward),
});

/** Something was earned: sent to my open pages, which tell of it when it does not interrupt reading. */
export const rewardEarned = serverEvent(
  'reward:earned',
  z.object({
    /** A short sentence in plain text. */
    text: z.string(),
    /** A path of this site. */
    link: z.string(),
  }),
);
