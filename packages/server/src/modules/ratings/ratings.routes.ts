import * as calls from '@inkling/contract/ratings';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withId, withIdAndBody, withParamAndQuery } from '../../platform/http/handlers.ts';
import * as ratings from './ratings.service.ts';
import * as reviews from './reviews.service.ts';
import { readReviews } from './reviews.service.ts';

export function ratingRoutes(api: Api): void {
  bind(api, calls.listReviews, (ctx, viewer, { params, query }) =>
    readReviews(ctx, viewer, params.id.toLowerCase(), query),
  );
  bind(api, calls.listReviewsBy, withParamAndQuery('username', reviews.listReviewsBy));
  bind(api, calls.rateStory, withIdAndBody(ratings.rateStory));
  bind(api, calls.removeRating, withId(ratings.removeRating));
  bind(api, calls.getReview, data(withId(reviews.readReview)));
  bind(api, calls.markHelpful, (ctx, viewer, { params }) => reviews.setHelpful(ctx, viewer, params.id, true));
  bind(api, calls.unmarkHelpful, (ctx, viewer, { params }) =>
    reviews.setHelpful(ctx, viewer, params.id, false),
  );
  bind(api, calls.replyToReview, async (ctx, viewer, { params, body }) => ({
    data: await reviews.replyToReview(ctx, viewer, params.id, body.text),
  }));
  bind(api, calls.removeReply, message('Reply removed', withId(reviews.removeReply)));
}
