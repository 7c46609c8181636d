import { defineModule } from '../../platform/module.ts';
import { achievementListener } from './achievements.listeners.ts';
import { achievementRoutes } from './achievements.routes.ts';
import { refreshAchievementsHourly } from './achievements.listeners.ts';
import { personalPart } from './achievements.queries.ts';

export const achievements = defineModule({
  name: 'achievements',
  routes: achievementRoutes,
  jobs: [refreshAchievementsHourly],
  listeners: [achievementListener],
  personalData: personalPart,
});

export { listAchievements, listShownOf } from './achievements.service.ts';
export { refreshAchievements } from './achievements.listeners.ts';
