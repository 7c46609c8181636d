import { z } from 'zod';
import { defineCall } from './call.ts';
import { readableEntry } from './library.ts';
import { dataResponse } from './page.ts';
import { personalShelf } from './recommendations.ts';
import { story } from './stories.ts';

const stories = z.array(story);

const lists = {
  continueReading: z.array(readableEntry),
  recommended: stories,
  personalizedCategories: z.array(personalShelf),
  trending: stories,
  recentlyUpdated: stories,
  popular: stories,
  newReleases: stories,
  topRated: stories,
  completed: stories,
  short: stories,
  long: stories,
  mostCommented: stories,
  editorsPicks: stories,
};
export type HomeList = keyof typeof lists;

const listNames = Object.keys(lists) as [HomeList, ...HomeList[]];

/**
 * Everything that the home page shows. `failed` names the lists that could not be loaded; they are empty, and each has a
 * call of its own. `folded` names the lists whose stories all stand in lists above, on a site with few stories; a page
 * shows them as a line (docs/product/home.md#home). Descriptions are shortened like summaries (docs/product/contract.md#lists-and-paging).
 */
export const home = z.object({
  ...lists,
  failed: z.array(z.enum(listNames)),
  folded: z.array(z.enum(listNames)),
});
export type Home = z.output<typeof home>;

export const getHome = defineCall('GET /home', {
  summary: 'Get all lists of the home page in one call',
  access: 'user',
  response: dataResponse(home),
});
