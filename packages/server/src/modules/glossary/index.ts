import { defineModule } from '../../platform/module.ts';
import { eraseGlossary, personalPart } from './glossary.queries.ts';
import { glossaryRoutes } from './glossary.routes.ts';
import { restoreGlossary } from './glossary.service.ts';

export const glossary = defineModule({
  name: 'glossary',
  routes: glossaryRoutes,
  personalData: personalPart,
  erasures: [eraseGlossary],
});

export { listEntries as findGlossary, listRecaps as findRecaps } from './glossary.queries.ts';
export { restoreGlossary };
