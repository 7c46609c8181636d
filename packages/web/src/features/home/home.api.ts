import type { HomeList } from '@inkling/contract/home';
import { callQuery } from '../../lib/query.ts';
import { type StoryList, shelfQuery } from '../stories/list/story-lists.api.ts';

const meta = {
  tags: [
    'library',
    'recommendations',
    'progress',
    'completion',
    'libraryEntry',
    'storyLists',
    'hiddenStories',
  ],
};

/** The shelves of the home page and the stories in progress. */
export const homeQuery = callQuery('GET /home', {}, meta);

/** Whatever makes the whole page stale makes its lists stale too. */
const partOfHome = (list: HomeList) => ({ queryKey: [homeQuery.queryKey[0], list], meta });

/** One list of the home page, requested by its own call after it failed in the call for the whole page. */
export const homeListQuery = (list: HomeList, name: StoryList) => ({
  ...shelfQuery(name),
  ...partOfHome(list),
});

export const continueReadingQuery = {
  ...callQuery('GET /stories/continue-reading', {}),
  ...partOfHome('continueReading'),
};

export const recommendedQuery = {
  ...callQuery('GET /stories/recommended', {}),
  ...partOfHome('recommended'),
};

export const personalShelvesQuery = {
  ...callQuery('GET /categories/personalized', {}),
  ...partOfHome('personalizedCategories'),
};
