import { defineModule } from '../../platform/module.ts';
import { personalPart } from './personal-data.queries.ts';
import { counters, eraseFollows } from './story-follows.queries.ts';
import { storyFollowRoutes } from './story-follows.routes.ts';
import {
  followNewPartsOf,
  handleErasedFollows,
  handleNewParts,
  storyFollowListener,
} from './story-follows.service.ts';

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
