import { defineModule } from '../../platform/module.ts';
import { personalPart } from './personal-data.queries.ts';
import { readingAnalyticsRoutes } from './reading-analytics.routes.ts';
import { computeMeansDaily } from './reading-means-job.ts';

export const readingAnalytics = defineModule({
  name: 'reading-analytics',
  routes: readingAnalyticsRoutes,
  jobs: [computeMeansDaily],
  personalData: personalPart,
});

export { favoriteGenres, findReadingTotals, streaksAt } from './reading-figures.queries.ts';
export { lastDays, minutesRead } from './reading-figures.ts';
