import { z } from 'zod';
import { defineCall } from './call.ts';
import { pageQuery, pagination, topResponse } from './page.ts';
import { author } from './users.ts';

export const leaderboardEntry = z.object({
  /** From 1; equal values have equal ranks. */
  rank: z.int(),
  user: author,
  value: z.int(),
});
export type LeaderboardEntry = z.output<typeof leaderboardEntry>;

export const leaderboardBoard = z.enum(['minutes', 'words', 'ink']);
export type LeaderboardBoard = z.output<typeof leaderboardBoard>;
export const leaderboardPeriod = z.enum(['week', 'month', 'all']);
export type LeaderboardPeriod = z.output<typeof leaderboardPeriod>;
export const leaderboardScope = z.enum(['everybody', 'following']);

export const getLeaderboard = defineCall('GET /leaderboard', {
  summary: 'List those who read most, of the people who asked to be listed',
  access: 'public',
  query: pageQuery(20).extend({
    board: leaderboardBoard.default('minutes'),
    /** Words and ink are counted for the week only. */
    period: leaderboardPeriod.default('week'),
    /** Visitors follow nobody. */
    scope: leaderboardScope.default('everybody'),
  }),
  /** `me`: my own entry, also if others do not see it; null if I have none. `isListed`: whether others see it. */
  response: topResponse({
    data: z.array(leaderboardEntry),
    pagination,
    me: leaderboardEntry.nullable(),
    isListed: z.boolean(),
  }),
});
