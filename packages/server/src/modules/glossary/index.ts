import { defineModule } from '../../platform/module.ts';
import { eraseGlossary, personalPart, restoreGlossary } from './glossary.queries.ts';
import { glossaryRoutes } from './glossary.routes.ts';

export const glossary = defineModule({
  name: 'glossary',
  routes: glossaryRoutes,
  personalData: personalPart,
  erasures: [eraseGlossary],
});

export { restoreGlossary };
