import { defineModule } from '../../platform/module.ts';
import { personalPart } from './story-bible.queries.ts';
import { storyBibleRoutes } from './story-bible.routes.ts';

export const storyBible = defineModule({
  name: 'story-bible',
  routes: storyBibleRoutes,
  personalData: personalPart,
});
