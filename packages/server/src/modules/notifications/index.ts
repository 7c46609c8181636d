import { defineModule } from '../../platform/module.ts';
import { notificationListener } from './notifications.listeners.ts';
import { eraseNotifications } from './notifications.queries.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { sweepNotifications } from './notifications-sweep.ts';
import { personalPart } from './personal-data.queries.ts';

export const notifications = defineModule({
  name: 'notifications',
  routes: notificationRoutes,
  jobs: [sweepNotifications],
  listeners: [notificationListener],
  personalData: personalPart,
  erasures: [eraseNotifications],
});

export { isShownNow, withSubjects } from './notifications.policy.queries.ts';
