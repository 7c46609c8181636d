import { defineModule } from '../../platform/module.ts';
import { counters } from './counters.queries.ts';
import { handleErasedFollows } from './erase-follows.ts';
import { personalPart } from './personal-data.queries.ts';
import { eraseFollows } from './story-follows.queries.ts';
import { storyFollowRoutes } from './story-follows.routes.ts';

export const storyFollows = defineModule({
  name: 'story-follows',
  routes: storyFollowRoutes,
  jobs: [handleErasedFollows],
  personalData: personalPart,
  counters,
  erasures: [eraseFollows],
});

export { storyFollowed } from './story-follows.events.ts';
export { endFollowsBetween as endStoryFollowsBetween } from './story-follows.queries.ts';
export { followStories } from './story-follows.service.ts';
