import { z } from 'zod';
import { defineCall } from './call.ts';
import { seriesLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse } from './page.ts';
import { withheld } from './reports.ts';
import { story } from './stories.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';
import { usernameInPath } from './usernames.ts';
import { author } from './users.ts';

/**
 * A series with the stories that lists show to the viewer, in the author's order: all of them on its own page, in lists the
 * first ones. `storyCount` counts all that are shown.
 */
export const series = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  author,
  storyCount: z.int(),
  stories: z.array(story).max(seriesLimits.stories),
  /** Whether the viewer follows it: its stories, and those that are added later. */
  isFollowing: z.boolean(),
  withheld,
  updatedAt: isoDate,
});
export type Series = z.output<typeof series>;

/** A story as its author finds it in a series, or to add to one. */
export const ownPart = z.object({
  _id: id,
  title: z.string(),
  language: z.string(),
  state: z.enum(['published', 'draft', 'trash']),
});
export type OwnPart = z.output<typeof ownPart>;

/** `version` counts the changes of the stories; a new order names the one that it was made from. */
export const ownSeries = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  version: z.int(),
  withheld,
  stories: z.array(ownPart).max(seriesLimits.stories),
});
export type OwnSeries = z.output<typeof ownSeries>;

/** The place of a story in its series, counted among the stories that the viewer is shown. */
export const placeInSeries = z.object({
  _id: id,
  name: z.string(),
  part: z.int(),
  previous: ownPart.omit({ state: true }).nullable(),
  next: ownPart.omit({ state: true }).nullable(),
});
export type PlaceInSeries = z.output<typeof placeInSeries>;

const name = line(seriesLimits.name, 'Please enter a name.');
const description = prose(seriesLimits.description);

export const listMySeries = defineCall('GET /series', {
  summary: 'List my series by name with all their stories, and my newest stories that are in none',
  access: 'user',
  response: topResponse({ data: z.array(ownSeries), others: z.array(ownPart).max(seriesLimits.others) }),
});

export const createSeries = defineCall('POST /series', {
  summary: 'Create a series without stories',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({ _id: chosenId.optional(), name, description: description.default('') }),
  response: dataResponse(ownSeries),
  status: 201,
});

export const getSeries = defineCall('GET /series/{id}', {
  summary: 'Get a series with its stories; only its author finds one without stories for the viewer',
  access: 'public',
  response: dataResponse(series),
});

const followState = topResponse({ isFollowing: z.boolean() });

export const followSeries = defineCall('POST /series/{id}/follow', {
  summary: 'Follow all stories of a series, and those that are added later',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  response: followState,
});

export const unfollowSeries = defineCall('DELETE /series/{id}/follow', {
  summary: 'Unfollow a series and its stories, even if it is no longer available',
  access: 'user',
  response: followState,
});

export const updateSeries = defineCall('PUT /series/{id}', {
  withdraws: true,
  summary: 'Rename or describe my series; fields left out stay as they are',
  access: 'owner',
  limit: 'write',
  body: z.object({ name: name.optional(), description: description.optional() }),
  response: dataResponse(ownSeries),
});

export const arrangeSeries = defineCall('PUT /series/{id}/stories', {
  withdraws: true,
  summary: 'Set the stories of my series and their order: adds, moves and removes',
  access: 'owner',
  errors: ['CONFLICT'],
  limit: 'write',
  body: z.object({
    /** All of its stories in their order: my own, each only once, and none from another series. */
    stories: z
      .array(id)
      .max(seriesLimits.stories, `A series has at most ${seriesLimits.stories} stories.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Please list each story only once.'),
    /** The version that the order was made from. Another one is CONFLICT. */
    version: z.int().min(0).max(2_000_000_000),
  }),
  response: dataResponse(ownSeries),
});

export const deleteSeries = defineCall('DELETE /series/{id}', {
  withdraws: true,
  summary: 'Delete my series; its stories stay',
  access: 'owner',
  response: emptyResponse,
});

export const listSeriesOf = defineCall('GET /users/{username}/series', {
  summary: 'List an author’s series that have stories for the viewer, last changed first',
  access: 'public',
  params: { username: usernameInPath },
  query: pageQuery(20),
  response: listResponse(series),
});

export const getSeriesOfStory = defineCall('GET /stories/{id}/series', {
  summary: 'Get the place of a story in its series; null if it is in none',
  access: 'public',
  response: dataResponse(placeInSeries.nullable()),
});
