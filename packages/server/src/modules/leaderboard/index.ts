import { defineModule } from '../../platform/module.ts';
import { personalPart } from './leaderboard.queries.ts';
import { leaderboardRoutes } from './leaderboard.routes.ts';
import { updateLeaderboardRegularly } from './leaderboard.service.ts';

export const leaderboard = defineModule({
  name: 'leaderboard',
  routes: leaderboardRoutes,
  jobs: [updateLeaderboardRegularly],
  personalData: personalPart,
});

export { updateLeaderboard } from './leaderboard.service.ts';
