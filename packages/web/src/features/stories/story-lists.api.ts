import { callQuery } from '../../lib/query.ts';
import { storiesPerPage } from './stories.api.ts';

const storiesPerShelf = 10;

/** The public lists, by the name in their page's path. */
const listCalls = {
  all: 'GET /stories',
  recent: 'GET /stories/recent',
  trending: 'GET /stories/trending',
  popular: 'GET /stories/popular',
  'new-releases': 'GET /stories/new-releases',
  'top-rated': 'GET /stories/top-rated',
  completed: 'GET /stories/completed',
  short: 'GET /stories/short',
  long: 'GET /stories/long',
  'most-commented': 'GET /stories/most-commented',
  'editors-picks': 'GET /stories/editors-picks',
} as const;
export type StoryList = keyof typeof listCalls;

export const isStoryList = (name: string | undefined): name is StoryList =>
  name !== undefined && Object.hasOwn(listCalls, name);

export const storyListQuery = (list: StoryList, page: number) =>
  callQuery(listCalls[list], { query: { page, limit: storiesPerPage } });

/** The stories of a list for one shelf. */
export const shelfQuery = (list: StoryList) =>
  callQuery(listCalls[list], { query: { limit: storiesPerShelf } });
