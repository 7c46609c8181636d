import type { Story } from '@inkling/contract/stories';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type CallResponse, call, messageOf } from '../../lib/api.ts';
import { showError } from '../../lib/notify.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { readingKey, storyPageQuery } from './story-page.ts';

/** Queries that show whether a story is liked or saved. */
const affectedLists = ['GET /home', 'GET /stories/bookmarks', 'GET /stories/library/me'];

function showFailure(error: unknown, fallback: string): void {
  if (error instanceof ApiError && error.status === 401) return;
  showError(messageOf(error, fallback));
}

function useUpdateCachedStory(storyId: string) {
  const client = useQueryClient();
  return (changes: (story: Story) => Partial<Story>): void => {
    for (const queryKey of [storyPageQuery(storyId).queryKey, readingKey(storyId)]) {
      client.setQueriesData<CallResponse<'GET /stories/{id}/reading'>>({ queryKey }, (cached) => {
        if (cached === undefined) return undefined;
        const story = { ...cached.data.story, ...changes(cached.data.story) };
        return { ...cached, data: { ...cached.data, story } };
      });
    }
    for (const list of affectedLists) void client.invalidateQueries({ queryKey: [list] });
  };
}

/** Likes and unlikes a story; the count comes from the server's response. */
export function useLike(story: Story) {
  const change = useUpdateCachedStory(story._id);
  return useToggle(story.isLiked, async (wanted) => {
    try {
      const input = { params: { id: story._id } };
      const response = wanted
        ? await call('POST /stories/{id}/like', input)
        : await call('DELETE /stories/{id}/like', input);
      change((cached) => ({
        isLiked: response.liked,
        likes: response.likes,
        stats: { ...cached.stats, likes: response.likes },
      }));
      return response.liked;
    } catch (error) {
      showFailure(error, 'Failed to like story');
      throw error;
    }
  });
}

/** Saves a story to the library and removes it. */
export function useBookmark(story: Pick<Story, '_id' | 'isBookmarked'>) {
  const change = useUpdateCachedStory(story._id);
  return useToggle(story.isBookmarked, async (wanted) => {
    try {
      const toggle = () => call('PUT /stories/{id}/bookmark', { params: { id: story._id } });
      let { isBookmarked } = await toggle();
      // The call toggles; if the story was saved or removed somewhere else, toggle again.
      if (isBookmarked !== wanted) ({ isBookmarked } = await toggle());
      change(() => ({ isBookmarked }));
      return isBookmarked;
    } catch (error) {
      showFailure(error, 'Failed to toggle bookmark');
      throw error;
    }
  });
}
