import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { defineModule } from '../../platform/module.ts';
import { insertLogEntry, personalPart, removedImageUse } from './measures.queries.ts';
import { measureRoutes } from './measures.routes.ts';
import { endDue } from './measures.service.ts';

export const measures = defineModule({
  name: 'measures',
  routes: measureRoutes,
  jobs: [scheduledJob('end-measures', '* * * * *', endDue, { retries: 0 })],
  images: [removedImageUse],
  logAction: insertLogEntry,
  personalData: personalPart,
});

export { reinstate, suspend, takeDown, unsuspend } from './command-line.ts';
export { measureChanged } from './measures.events.ts';
export {
  findMeasure,
  listTakedowns,
  type MeasureRow,
  type TakenDownText,
} from './measures.queries.ts';
export { historyOf, listLog, measureEmails, takeMeasure } from './measures.service.ts';
