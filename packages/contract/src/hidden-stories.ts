import { z } from 'zod';
import { defineCall } from './call.ts';
import { listResponse, pageQuery, topResponse } from './page.ts';
import { id, isoDate } from './text.ts';
import { author } from './users.ts';

/** `story` is null while the story is not available. */
export const hiddenStory = z.object({
  storyId: id,
  hiddenAt: isoDate,
  story: z.object({ title: z.string(), language: z.string(), author }).nullable(),
});
export type HiddenStory = z.output<typeof hiddenStory>;

const hidden = topResponse({ isHidden: z.boolean() });

export const hideStory = defineCall('POST /stories/{id}/hide', {
  summary: 'Hide a story from my lists, searches and recommendations',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  response: hidden,
});

export const unhideStory = defineCall('DELETE /stories/{id}/hide', {
  summary: 'Show a hidden story again',
  access: 'user',
  response: hidden,
});

export const listHiddenStories = defineCall('GET /stories/hidden', {
  summary: 'List the stories that I hide, last hidden first',
  access: 'user',
  query: pageQuery(20),
  response: listResponse(hiddenStory),
});
