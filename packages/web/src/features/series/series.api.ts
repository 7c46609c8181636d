import type { Series } from '@inkling/contract/series';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { useToggle } from '../../lib/use-toggle.ts';

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

/** Follows and unfollows a series with all of its stories, also later ones. */
export function useSeriesFollow({ _id: id, isFollowing }: Series) {
  const touches = ['series', 'notifications', 'following', 'storyFollow'];
  const follow = useCall('POST /series/{id}/follow', { fallback: 'Failed to follow the series.', touches });
  const unfollow = useCall('DELETE /series/{id}/follow', {
    fallback: 'Failed to unfollow the series.',
    touches,
  });
  return useToggle(
    isFollowing,
    async (wanted) => (await (wanted ? follow : unfollow).mutateAsync({ params: { id } })).isFollowing,
  );
}
