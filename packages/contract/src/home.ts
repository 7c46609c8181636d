import { z } from 'zod';
import { defineCall } from './call.ts';
import { readableEntry } from './library.ts';
import { dataResponse } from './page.ts';
import { story } from './stories.ts';

const stories = z.array(story);

/** Everything that the home page shows. */
export const home = z.object({
  continueReading: z.array(readableEntry),
  recentlyUpdated: stories,
  popular: stories,
  newReleases: stories,
  completed: stories,
  short: stories,
  long: stories,
});

export const getHome = defineCall('GET /home', {
  summary: 'Get all lists of the home page in one call',
  access: 'user',
  response: dataResponse(home),
});
