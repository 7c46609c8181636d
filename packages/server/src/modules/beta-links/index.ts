import { defineModule } from '../../platform/module.ts';
import { personalPart } from './beta-links.queries.ts';
import { betaLinkRoutes } from './beta-links.routes.ts';
import { sweepBetaLinks } from './beta-links.service.ts';

export const betaLinks = defineModule({
  name: 'beta-links',
  routes: betaLinkRoutes,
  jobs: [sweepBetaLinks],
  personalData: personalPart,
});
