import { defineModule } from '../../platform/module.ts';
import { counters } from './counters.queries.ts';
import { handleErasedFollows } from './erase-follows.ts';
import { followNewPartsOf, handleNewParts, storyFollowListener } from './new-parts.ts';
import { personalPart } from './personal-data.queries.ts';
import { eraseFollows } from './story-follows.queries.ts';
import { storyFollowRoutes } from './story-follows.routes.ts';

export const storyFollows = defineModule({
  name: 'story-follows',
  routes: storyFollowRoutes,
  jobs: [handleErasedFollows, handleNewParts],
  listeners: [storyFollowListener],
  personalData: personalPart,
  counters,
  erasures: [eraseFollows],
});

export { storyFollowed } from './story-follows.events.ts';
export {
  endFollowsBetween as endStoryFollowsBetween,
  removeSeriesFollow,
} from './story-follows.queries.ts';
export { followSeries } from './story-follows.service.ts';
export { followNewPartsOf };
