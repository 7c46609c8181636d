import type { Story } from '@inkling/contract/stories';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { showUndo } from '../../../lib/notify.ts';
import { callQuery, useCall } from '../../../lib/query.ts';

/** Hides a story from the reader's lists; a toast offers to undo it. */
export function useHideStory(): (story: Pick<Story, '_id' | 'title'>) => void {
  const show = useShowStory();
  const hide = useMutation({
    mutationFn: ({ _id: id }: Pick<Story, '_id' | 'title'>) =>
      call('POST /stories/{id}/hide', { params: { id } }),
    meta: { fallback: 'Failed to hide story', touches: ['hiddenStories'] },
    // A callback of the mutation, not of the call, because the pressed card is unmounted.
    onSuccess: (_response, { _id: id, title }) =>
      showUndo(`“${title}” is hidden from your lists.`, () => show.mutate({ params: { id } })),
  });
  return (story) => hide.mutate(story);
}

/** Shows a hidden story again. */
export const useShowStory = () =>
  useCall('DELETE /stories/{id}/hide', {
    fallback: 'Failed to show story again',
    touches: ['hiddenStories'],
  });

/** A page of the stories that the reader hides. */
export const hiddenStoriesQuery = (page: number) =>
  callQuery('GET /stories/hidden', { query: { page, limit: 10 } }, { tags: ['hiddenStories'] });

/** Tags in use that begin with a text. */
export const tagsQuery = (q: string) => callQuery('GET /tags', { query: { q, limit: 8 } });
