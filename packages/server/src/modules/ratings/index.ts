import { defineModule } from '../../platform/module.ts';
import { counters } from './rating-scores.queries.ts';
import { personalPart } from './ratings.queries.ts';
import { ratingRoutes } from './ratings.routes.ts';
import { refreshRatingScoresHourly } from './ratings.service.ts';
import { reportableReply, reportableReview } from './reviews.queries.ts';

export const ratings = defineModule({
  name: 'ratings',
  routes: ratingRoutes,
  jobs: [refreshRatingScoresHourly],
  personalData: personalPart,
  counters,
  reportable: [reportableReview, reportableReply],
});

export { ratingSaved } from './ratings.events.ts';
export { isListedReviewer } from './ratings.policy.queries.ts';
export { presentReview } from './ratings.present.ts';
export { type ReviewRow, reviewColumns } from './reviews.queries.ts';
