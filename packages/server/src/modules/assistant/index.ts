import { defineModule } from '../../platform/module.ts';
import './assistant.table.ts';
import { assistantRoutes } from './assistant.routes.ts';
import { personalPart } from './assistant.queries.ts';

/** The writing assistant (docs/product/assistant.md). */
export const assistant = defineModule({
  name: 'assistant',
  routes: assistantRoutes,
  personalData: personalPart,
});
