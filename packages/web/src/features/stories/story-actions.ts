import type { Story } from '@inkling/contract/stories';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type CallResponse, call, messageOf } from '../../lib/api.ts';
import { showError } from '../../lib/notify.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { readingKey, storyPageQuery } from './story-page.ts';

/** Lists that show whether a story is liked or saved. */
const listsOfStories = ['GET /home', 'GET /stories/bookmarks', 'GET /stories/library/me'];

function tell(error: unknown, fallback: string): void {
  if (error instanceof ApiError && error.status === 401) return;
  showError(messageOf(error, fallback));
}

function useStoryCache(storyId: string) {
  const client = useQueryClient();
  return (changes: (story: Story) => Partial<Story>): void => {
    for (const queryKey of [storyPageQuery(storyId).queryKey, readingKey(storyId)]) {
      client.setQueriesData<CallResponse<'GET /stories/{id}/reading'>>({ queryKey }, (kept) => {
        if (kept === undefined) return undefined;
        const story = { ...kept.data.story, ...changes(kept.data.story) };
        return { ...kept, data: { ...kept.data, story } };
      });
    }
    for (const list of listsOfStories) void client.invalidateQueries({ queryKey: [list] });
  };
}

/** Like and unlike; the count follows the server's answer. */
export function useLike(story: Story) {
  const change = useStoryCache(story._id);
  return useToggle(story.isLiked, async (wish) => {
    try {
      const input = { params: { id: story._id } };
      const response = wish
        ? await call('POST /stories/{id}/like', input)
        : await call('DELETE /stories/{id}/like', input);
      change((kept) => ({
        isLiked: response.liked,
        likes: response.likes,
        stats: { ...kept.stats, likes: response.likes },
      }));
      return response.liked;
    } catch (error) {
      tell(error, 'Failed to like story');
      throw error;
    }
  });
}

/** Save a story, and take it off again. */
export function useBookmark(story: Pick<Story, '_id' | 'isBookmarked'>) {
  const change = useStoryCache(story._id);
  return useToggle(story.isBookmarked, async (wish) => {
    try {
      const toggle = () => call('PUT /stories/{id}/bookmark', { params: { id: story._id } });
      let { isBookmarked } = await toggle();
      // It was saved or taken off elsewhere meanwhile, and the call only ever turns it over.
      if (isBookmarked !== wish) ({ isBookmarked } = await toggle());
      change(() => ({ isBookmarked }));
      return isBookmarked;
    } catch (error) {
      tell(error, 'Failed to toggle bookmark');
      throw error;
    }
  });
}
