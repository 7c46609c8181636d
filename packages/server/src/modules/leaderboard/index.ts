import { defineModule } from '../../platform/module.ts';
import { leaderboardRoutes } from './leaderboard.routes.ts';
import { updateLeaderboardRegularly } from './leaderboard-job.ts';
import { personalPart } from './personal-data.queries.ts';

export const leaderboard = defineModule({
  name: 'leaderboard',
  routes: leaderboardRoutes,
  jobs: [updateLeaderboardRegularly],
  personalData: personalPart,
});

export { updateLeaderboard } from './leaderboard-job.ts';
