import { defineModule } from '../../platform/module.ts';
import { handleContactEmails, sweepMessages } from './contact.service.ts';

import { personalPart } from './personal-data.queries.ts';
import { siteRoutes } from './site.routes.ts';

export const site = defineModule({
  name: 'site',
  routes: siteRoutes,
  jobs: [handleContactEmails, sweepMessages],
  personalData: personalPart,
});

export { deleteMessage, listMessages, type StoredMessage } from './contact.queries.ts';
export { changeSettings, getSettings } from './settings.service.ts';
export { testimonialsFile } from './testimonials.ts';
