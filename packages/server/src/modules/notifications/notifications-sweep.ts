import { notificationLimits } from '@inkling/contract/limits';
import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import * as queries from './notifications.queries.ts';

const batchSize = 1000;

/** Every night, deletes notifications that are too old or too many (docs/product/notifications.md#how-long). */
export const sweepNotifications = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'sweep-notifications', '50 3 * * *', [
    async (now) => {
      const before = new Date(now.getTime() - notificationLimits.days * day);
      while ((await queries.deleteOld(ctx.db, before, batchSize)) === batchSize);
      await queries.deleteOldMarks(ctx.db, before);
    },
    async () => {
      for (const userId of await queries.listOverfull(ctx.db)) await queries.deleteOldest(ctx.db, userId);
    },
  ]);
