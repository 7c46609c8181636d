import type { Story } from '@inkling/contract/stories';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type CallResponse, call } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/notify.ts';
import { callQuery, keyOf } from '../../../lib/query.ts';
import { hasConflict, type StoryValues, valuesOf } from './story-values.ts';

export const ownStoryQuery = (id: string) => callQuery('GET /stories/{id}', { params: { id } });
/** A page of a story's chapters. Invalidating the key of the first page invalidates all pages. */
export const ownChaptersQuery = (storyId: string, page?: number) =>
  callQuery('GET /chapters/story/{storyId}/author', {
    params: { storyId },
    ...(page !== undefined && { query: { page } }),
  });

/** Invalidates every query that shows the story or its chapters. */
export function useInvalidateStory(storyId: string) {
  const client = useQueryClient();
  return async (story?: Story): Promise<void> => {
    const key = keyOf('GET /stories/{id}', { params: { id: storyId } });
    if (story) client.setQueryData<CallResponse<'GET /stories/{id}'>>(key, { success: true, data: story });
    await Promise.all([
      story === undefined && client.invalidateQueries({ queryKey: key }),
      client.invalidateQueries({ queryKey: ['GET /stories/my-stories'] }),
      client.invalidateQueries({ queryKey: ownChaptersQuery(storyId).queryKey }),
      client.invalidateQueries({ queryKey: ['GET /stories/{id}/reading'] }),
      client.invalidateQueries({ queryKey: ['GET /home'] }),
    ]);
  };
}

const changedElsewhere =
  'This story was changed somewhere else in the meantime. Compare the versions, then save again.';

/** Edits, publishes, unpublishes and deletes one of the author's own stories; each shows its result. */
export function useOwnStory(storyId: string) {
  const params = { id: storyId };
  const client = useQueryClient();
  const invalidate = useInvalidateStory(storyId);
  const edit = useMutation({
    /** Sends the changes to `before`; fails if one of the fields was also changed somewhere else. */
    mutationFn: async ({ before, changes: body }: { before: Story; changes: Partial<StoryValues> }) => {
      const { data: current } = await client.fetchQuery({ ...ownStoryQuery(storyId), staleTime: 0 });
      if (hasConflict(valuesOf(current), valuesOf(before), body))
        throw new ApiError(409, 'TEXT_CHANGED', changedElsewhere);
      return call('PUT /stories/{id}', { params, body });
    },
    meta: { fallback: 'Failed to update story.' },
    onSuccess: async ({ data }) => {
      showSuccess('Story updated!');
      await invalidate(data);
    },
  });
  const publish = useMutation({
    mutationFn: () => call('PUT /stories/{id}', { params, body: { isPublished: true } }),
    meta: { fallback: 'Failed to publish story.' },
    onSuccess: async ({ data }) => {
      showSuccess('Story published successfully!');
      await invalidate(data);
    },
  });
  const unpublish = useMutation({
    mutationFn: () => call('PUT /stories/{id}', { params, body: { isPublished: false } }),
    meta: { fallback: 'Failed to unpublish story.' },
    onSuccess: async ({ data }) => {
      showSuccess('Story unpublished successfully!');
      await invalidate(data);
    },
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE /stories/{id}', { params }),
    meta: { fallback: 'Failed to delete story.' },
    onSuccess: async () => {
      showSuccess('Story deleted successfully!');
      client.removeQueries({ queryKey: keyOf('GET /stories/{id}', { params }) });
      await client.invalidateQueries({ queryKey: ['GET /stories/my-stories'] });
    },
  });
  return { edit, publish, unpublish, remove };
}

/** Publishes, unpublishes and deletes chapters of one story; each shows its result. */
export function useOwnChapters(storyId: string) {
  const invalidate = useInvalidateStory(storyId);
  const publish = useMutation({
    mutationFn: (id: string) => call('PUT /chapters/{id}', { params: { id }, body: { isPublished: true } }),
    meta: { fallback: 'Failed to publish chapter.' },
    onSuccess: async () => {
      showSuccess('Chapter published successfully!');
      await invalidate();
    },
  });
  const unpublish = useMutation({
    mutationFn: (id: string) => call('PUT /chapters/{id}', { params: { id }, body: { isPublished: false } }),
    meta: { fallback: 'Failed to unpublish chapter.' },
    onSuccess: async () => {
      showSuccess('Chapter unpublished successfully!');
      await invalidate();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /chapters/{id}', { params: { id } }),
    meta: { fallback: 'Failed to delete chapter.' },
    onSuccess: async () => {
      showSuccess('Chapter deleted successfully!');
      await invalidate();
    },
  });
  return { publish, unpublish, remove };
}
