import { defineModule } from '../../platform/module.ts';
import { betaLinkRoutes } from './beta-links.routes.ts';
import { sweepBetaLinks } from './beta-links.service.ts';
import { personalPart } from './personal-data.queries.ts';

export { betaCommented } from './beta-links.events.ts';

export const betaLinks = defineModule({
  name: 'beta-links',
  routes: betaLinkRoutes,
  jobs: [sweepBetaLinks],
  personalData: personalPart,
});
