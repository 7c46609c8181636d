import { defineModule } from '../../platform/module.ts';
import { achievementListener, refreshAchievementsHourly } from './achievements.listeners.ts';
import { personalPart } from './achievements.queries.ts';
import { achievementRoutes } from './achievements.routes.ts';

export const achievements = defineModule({
  name: 'achievements',
  routes: achievementRoutes,
  jobs: [refreshAchievementsHourly],
  listeners: [achievementListener],
  personalData: personalPart,
});

export { refreshAchievements } from './achievements.listeners.ts';
export { listAchievements, listShownOf } from './achievements.service.ts';
