import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { defineModule } from '../../platform/module.ts';
import { insertLogEntry, personalPart, removedImageUse } from './measures.queries.ts';
import { measureRoutes } from './measures.routes.ts';
import { endDue } from './measures.service.ts';

const dueMeasures = defineQueue<Record<string, never>>('end-measures', { retries: 0 });

export const measures = defineModule({
  name: 'measures',
  routes: measureRoutes,
  jobs: [
    (ctx: AppContext) => {
      ctx.jobs.work(dueMeasures, () => endDue(ctx));
      ctx.jobs.schedule(dueMeasures, '* * * * *');
    },
  ],
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
