import { defineModule } from '../../platform/module.ts';
import { personalPart } from './personal-data.queries.ts';
import { readingAnalyticsRoutes } from './reading-analytics.routes.ts';
import { computeMeansDaily } from './reading-analytics.service.ts';

export const readingAnalytics = defineModule({
  name: 'reading-analytics',
  routes: readingAnalyticsRoutes,
  jobs: [computeMeansDaily],
  personalData: personalPart,
});

export { favoriteGenres } from './reading-analytics.queries.ts';
export { lastDays, minutesRead, streaksAt } from './reading-figures.ts';
