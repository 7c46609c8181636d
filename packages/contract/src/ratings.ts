import { z } from 'zod';
import { defineCall } from './call.ts';
import { reviewLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, pagination, topResponse } from './page.ts';
import { id, isoDate, prose } from './text.ts';
import { usernameInPath } from './usernames.ts';
import { author } from './users.ts';

const stars = z.int().min(1).max(5);
export const reviewSort = z.enum(['newest', 'highest', 'lowest', 'helpful']);
export type ReviewSort = z.output<typeof reviewSort>;

/**
 * A rating with a text. `review` and `reply` are null where `isFolded`: a spoiler for a viewer who has not finished the
 * story (docs/product/ratings.md). `progress` is the reviewer's progress in percent when the text was written.
 */
export const review = z.object({
  _id: id,
  user: author,
  rating: stars,
  review: z.string().nullable(),
  isSpoiler: z.boolean(),
  isFolded: z.boolean(),
  progress: z.int().min(0).max(100),
  helpful: z.int(),
  isHelpful: z.boolean(),
  createdAt: isoDate,
  editedAt: isoDate.nullable(),
  reply: z.object({ text: z.string(), at: isoDate }).nullable(),
});
export type Review = z.output<typeof review>;

/**
 * The reader's own rating; `review` is '' for a rating without a text. `isHeld`: only they see the text until it was reviewed
 * (docs/product/spam.md).
 */
export const ownRating = z.object({
  _id: id,
  rating: stars,
  review: z.string(),
  isSpoiler: z.boolean(),
  isHeld: z.boolean(),
  updatedAt: isoDate,
});
export type OwnRating = z.output<typeof ownRating>;

/** `distribution`: the number of ratings of one to five stars, in this order. */
export const ratingSummary = z.object({
  averageRating: z.number().nullable(),
  ratingsCount: z.int(),
  reviewsCount: z.int(),
  distribution: z.array(z.int()).length(5),
});
export type RatingSummary = z.output<typeof ratingSummary>;

/** Why the viewer cannot rate the story, if so; `not-allowed` as for comments. */
export const ratingRefusal = z.enum(['signed-out', 'author', 'not-read', 'not-allowed']);
export type RatingRefusal = z.output<typeof ratingRefusal>;

export const listReviews = defineCall('GET /stories/{id}/reviews', {
  summary: 'List the reviews of a story, with the summary of its ratings and my own rating',
  access: 'public',
  query: pageQuery(10).extend({ sort: reviewSort.default('newest') }),
  response: topResponse({
    data: z.array(review),
    pagination,
    summary: ratingSummary,
    mine: ownRating.nullable(),
    /** Null for a viewer who may rate. */
    refusal: ratingRefusal.nullable(),
  }),
});

/** A review on its writer's profile; a spoiler is folded for everyone else: `review` is null. */
export const reviewOfPerson = review
  .pick({ _id: true, rating: true, review: true, isSpoiler: true, createdAt: true })
  .extend({ story: z.object({ _id: id, title: z.string() }) });
export type ReviewOfPerson = z.output<typeof reviewOfPerson>;

export const listReviewsBy = defineCall('GET /users/{username}/reviews', {
  summary: 'List a person’s reviews, newest first',
  access: 'public',
  params: { username: usernameInPath },
  query: pageQuery(10),
  response: listResponse(reviewOfPerson),
});

export const getReview = defineCall('GET /reviews/{id}', {
  summary: 'Get one review with its text, even if it is a spoiler',
  access: 'public',
  response: dataResponse(review),
});

const rated = topResponse({ data: ownRating.nullable(), summary: ratingSummary });

export const rateStory = defineCall('PUT /stories/{id}/rating', {
  withdraws: true,
  summary:
    'Rate a story that I have read a chapter of, with an optional review; fields left out stay as they are',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  limit: 'write',
  body: z.object({
    rating: z.int('Please choose one to five stars.').min(1).max(5),
    /** An empty text removes the review and keeps the stars. */
    review: prose(reviewLimits.text).optional(),
    isSpoiler: z.boolean().optional(),
  }),
  response: rated,
});

export const removeRating = defineCall('DELETE /stories/{id}/rating', {
  withdraws: true,
  summary: 'Remove my rating and review of a story',
  access: 'user',
  response: rated,
});

const helpfulResponse = topResponse({ helpful: z.int(), isHelpful: z.boolean() });
export const markHelpful = defineCall('POST /reviews/{id}/helpful', {
  summary: 'Mark another reader’s review as helpful',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  response: helpfulResponse,
});
export const unmarkHelpful = defineCall('DELETE /reviews/{id}/helpful', {
  summary: 'Take back that a review is helpful',
  access: 'user',
  response: helpfulResponse,
});

export const replyToReview = defineCall('PUT /reviews/{id}/reply', {
  withdraws: true,
  summary: 'Reply to a review of my story, or change my reply',
  access: 'owner',
  limit: 'write',
  body: z.object({ text: prose(reviewLimits.text, 'Please write a reply.') }),
  response: dataResponse(review),
});
export const removeReply = defineCall('DELETE /reviews/{id}/reply', {
  withdraws: true,
  summary: 'Remove my reply to a review',
  access: 'owner',
  response: emptyResponse,
});
