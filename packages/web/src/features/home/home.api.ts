import type { HomeList } from '@inkling/contract/home';
import { callQuery } from '../../lib/query.ts';
import { type StoryList, shelfQuery } from '../stories/list/story-lists.api.ts';

/** The shelves of the home page and the stories in progress. */
export const homeQuery = callQuery('GET /home', {});

/** Under the key of the whole page, so that whatever makes the page stale makes its lists stale too. */
const keyOf = (list: HomeList) => [homeQuery.queryKey[0], list];

/** One list of the home page, requested by its own call after it failed in the call for the whole page. */
export const homeListQuery = (list: HomeList, name: StoryList) => ({
  ...shelfQuery(name),
  queryKey: keyOf(list),
});

export const continueReadingQuery = {
  ...callQuery('GET /stories/continue-reading', {}),
  queryKey: keyOf('continueReading'),
};

export const recommendedQuery = {
  ...callQuery('GET /stories/recommended', {}),
  queryKey: keyOf('recommended'),
};

export const personalShelvesQuery = {
  ...callQuery('GET /categories/personalized', {}),
  queryKey: keyOf('personalizedCategories'),
};
