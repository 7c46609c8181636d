import { defineModule } from '../../platform/module.ts';
import { personalPart } from './personal-data.queries.ts';
import { reportableSeries } from './series.queries.ts';
import { seriesRoutes } from './series.routes.ts';
import { seriesPage } from './series-page.queries.ts';

export { addToSeries } from './series.service.ts';

export const series = defineModule({
  name: 'series',
  routes: seriesRoutes,
  personalData: personalPart,
  reportable: [reportableSeries],
  pages: [seriesPage],
});
