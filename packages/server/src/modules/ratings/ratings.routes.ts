import * as calls from '@inkling/contract/ratings';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as ratings from './ratings.service.ts';
import * as reviews from './reviews.service.ts';
import { readReviews } from './reviews.service.ts';

export function ratingRoutes(api: Api): void {
  bind(api, calls.listReviews, (ctx, viewer, { params, query }) =>
    readReviews(ctx, viewer, params.id.toLowerCase(), query),
  );
  bind(api, calls.listReviewsBy, (ctx, viewer, { params, query }) =>
    reviews.listReviewsBy(ctx, viewer, params.username, query),
  );
  bind(api, calls.rateStory, (ctx, viewer, { params, body }) =>
    ratings.rateStory(ctx, viewer, params.id, body),
  );
  bind(api, calls.removeRating, (ctx, viewer, { params }) => ratings.removeRating(ctx, viewer, params.id));
  bind(api, calls.getReview, async (ctx, viewer, { params }) => ({
    data: await reviews.readReview(ctx, viewer, params.id),
  }));
  bind(api, calls.markHelpful, (ctx, viewer, { params }) => reviews.setHelpful(ctx, viewer, params.id, true));
  bind(api, calls.unmarkHelpful, (ctx, viewer, { params }) =>
    reviews.setHelpful(ctx, viewer, params.id, false),
  );
  bind(api, calls.replyToReview, async (ctx, viewer, { params, body }) => ({
    data: await reviews.replyToReview(ctx, viewer, params.id, body.text),
  }));
  bind(api, calls.removeReply, async (ctx, viewer, { params }) => {
    await reviews.removeReply(ctx, viewer, params.id);
    return { message: 'Reply removed' };
  });
}
