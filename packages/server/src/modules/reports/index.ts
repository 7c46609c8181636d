import { reportLimits } from '@inkling/contract/limits';
import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { defineModule } from '../../platform/module.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { personalPart } from './personal-data.queries.ts';
import { copiedImageUse, deleteClosed } from './reports.queries.ts';
import { reportRoutes } from './reports.routes.ts';
import { deleteOldTexts } from './screening.queries.ts';
import { dropGone, spamScreening } from './screening.ts';

export { entryDecided, entryOpened, textAllowed } from './reports.events.ts';
export { findReporters, findStaff, isWaitingFor } from './reports.queries.ts';

export const reports = defineModule({
  name: 'reports',
  routes: reportRoutes,
  jobs: [
    (ctx: AppContext) =>
      scheduleSweep(ctx, 'sweep-reports', '55 3 * * *', [
        (now) => deleteClosed(ctx.db, new Date(now.getTime() - reportLimits.days * day)),
        (now) => deleteOldTexts(ctx.db, now),
        () => dropGone(ctx),
      ]),
  ],
  images: [copiedImageUse],
  screening: spamScreening,
  personalData: personalPart,
});
