import { defineModule } from '../../platform/module.ts';
import { annotationListener, eraseDeletedHourly, handleCarryJobs } from './annotations.listeners.ts';
import { annotationRoutes } from './annotations.routes.ts';
import { counters } from './counters.queries.ts';
import { personalPart } from './personal-data.queries.ts';
import { restoreAnnotations } from './restore-annotations.ts';

export { annotationCreated, highlightChanged } from './annotations.events.ts';
export { findReadableText } from './annotations.queries.ts';
export { placeSelection } from './place-selection.ts';

export const annotations = defineModule({
  name: 'annotations',
  routes: annotationRoutes,
  jobs: [handleCarryJobs, eraseDeletedHourly],
  listeners: [annotationListener],
  personalData: personalPart,
  counters,
  restorations: [restoreAnnotations],
});
