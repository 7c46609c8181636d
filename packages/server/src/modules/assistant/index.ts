import { defineModule } from '../../platform/module.ts';
import { personalPart } from './assistant.queries.ts';
import { assistantRoutes } from './assistant.routes.ts';

/** The writing assistant (docs/product/assistant.md). */
export const assistant = defineModule({
  name: 'assistant',
  routes: assistantRoutes,
  personalData: personalPart,
});
