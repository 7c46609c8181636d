import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse } from './page.ts';
import { story } from './stories.ts';
import { id } from './text.ts';

export const rankingPeriod = z.enum(['week', 'month']);
export type RankingPeriod = z.output<typeof rankingPeriod>;

/**
 * A story with its rank, from 1, and the activity that it is ranked by (docs/product/rankings.md#figure), with those of the
 * period before; null if it had no activity then. Descriptions are shortened like summaries (docs/product/contract.md#lists-and-paging).
 */
export const rankedStory = story.extend({
  rank: z.int(),
  previousRank: z.int().nullable(),
  activity: z.int(),
  previousActivity: z.int().nullable(),
});
export type RankedStory = z.output<typeof rankedStory>;

export const getRanking = defineCall('GET /rankings', {
  summary: 'List the stories with the most activity in the last 7 or 30 days, of all genres or of one',
  access: 'public',
  query: z.object({
    period: rankingPeriod.default('week'),
    /** The id of a genre. */
    genre: id.optional(),
  }),
  response: dataResponse(z.array(rankedStory)),
});
