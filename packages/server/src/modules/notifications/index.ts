import { defineModule } from '../../platform/module.ts';
import { notificationListener, sweepNotifications } from './notifications.listeners.ts';
import { eraseNotifications } from './notifications.queries.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { personalPart } from './personal-data.queries.ts';

export { listNewEntries } from './notifications.service.ts';

export const notifications = defineModule({
  name: 'notifications',
  routes: notificationRoutes,
  jobs: [sweepNotifications],
  listeners: [notificationListener],
  personalData: personalPart,
  erasures: [eraseNotifications],
});

export { announced } from './chapter-news.queries.ts';
export { listEntries } from './notification-lists.queries.ts';
export { isShownNow, topicOf, withSubjects } from './notifications.policy.queries.ts';
export { presentDetails, presentEntry } from './notifications.present.ts';
export { countUnreadOf, schedulesOf, stopEmails } from './notifications.service.ts';
export { findUnmailed, markMailed } from './unmailed.queries.ts';
