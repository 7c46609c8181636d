import { z } from 'zod';
import { defineCall } from './call.ts';
import { recommendationLimits } from './limits.ts';
import { dataResponse, wholeNumber } from './page.ts';
import { story } from './stories.ts';

/** The icons of personalized shelves: names in the icon set Lucide. */
export const shelfIcon = z.enum(['book-open', 'sparkles', 'users', 'circle-check-big']);
export type ShelfIcon = z.output<typeof shelfIcon>;

/** A personalized shelf; the same subject, such as a genre, always has the same `id`. */
export const personalShelf = z.object({
  id: z.string(),
  title: z.string(),
  icon: shelfIcon,
  stories: z.array(story),
});
export type PersonalShelf = z.output<typeof personalShelf>;

export const listRecommended = defineCall('GET /stories/recommended', {
  summary: 'Recommend stories that are not in my library',
  access: 'user',
  query: z.object({
    limit: wholeNumber('A limit', 1, recommendationLimits.stories).default(10),
  }),
  response: dataResponse(z.array(story)),
});

export const listPersonalShelves = defineCall('GET /categories/personalized', {
  summary: 'List up to five shelves chosen for the reader',
  access: 'user',
  response: dataResponse(z.array(personalShelf).max(recommendationLimits.shelves)),
});
