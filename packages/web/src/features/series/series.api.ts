import { pluralize } from '../../lib/format.ts';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { showSuccess } from '../../lib/notify.ts';
import { callQuery, useCall } from '../../lib/query.ts';

/** What lists show of an author's stories decides what a series shows. */
const shownTags = ['series', 'storyLists', 'hiddenStories'];

/** A series with its stories. */
export const seriesQuery = (id: string) =>
  callQuery('GET /series/{id}', { params: { id } }, { tags: shownTags });

/** The same from a loader, as for a visitor. */
export const loadSeries = (args: LoaderArgs, id: string) =>
  load(args, 'GET /series/{id}', { params: { id } });

/** The place of a story in its series. */
export const seriesOfStoryQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/series', { params: { id: storyId } }, { tags: shownTags });

export const loadSeriesOfStory = (args: LoaderArgs, storyId: string) =>
  load(args, 'GET /stories/{id}/series', { params: { id: storyId } });

/** An author's series. */
export const seriesByQuery = (username: string, page: number, limit: number) =>
  callQuery(
    'GET /users/{username}/series',
    { params: { username }, query: { page, limit } },
    { tags: shownTags },
  );

/** Follows all stories that are in a series now. */
export const useFollowSeries = () =>
  useCall(
    'POST /series/{id}/follow',
    { fallback: 'Failed to follow the series.', touches: ['notifications', 'following', 'storyFollow'] },
    ({ followed }) =>
      showSuccess(
        `You follow ${followed === 1 ? 'the story' : `all ${pluralize(followed, 'story', 'stories')}`} in this series. You’ll be notified of new chapters.`,
      ),
  );
