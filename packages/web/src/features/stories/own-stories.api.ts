import type { OwnStorySort, Story } from '@inkling/contract/stories';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, type Input } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { hasConflict, type StoryValues, valuesOf } from './author/story-values.ts';
import { ownStoryQuery } from './stories.api.ts';

// What authors do with their stories; apart from stories.api.ts, so that readers do not load it.

const mine = 'GET /stories/my-stories';
const ofMine = { tags: ['storyLists', 'myStories'] };

/** Which of the author's stories are listed, and in which order. */
export interface OwnStoriesView {
  title: string;
  status: 'all' | 'published' | 'draft';
  sort: OwnStorySort;
  page: number;
}

/** A page of the author's stories. */
export const myStoriesQuery = ({ title, ...view }: OwnStoriesView) =>
  callQuery(mine, { query: { ...view, ...(title !== '' && { title }), limit: 10 } }, ofMine);

/** All stories of the author, to choose one from. */
export const allMyStoriesQuery = queryOptions({
  queryKey: [mine, 'all'],
  queryFn: async ({ signal }) => {
    const stories: Story[] = [];
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await call(mine, { query: { page, limit: 100 } }, { signal });
      stories.push(...data);
      if (!pagination.hasMore) return stories;
    }
  },
  meta: ofMine,
});

export const createStory = async (body: Input<'POST /stories'>['body']) =>
  (await call('POST /stories', { body })).data;

export const updateStory = async (id: string, body: Input<'PUT /stories/{id}'>['body']) =>
  (await call('PUT /stories/{id}', { params: { id }, body })).data;

const changedElsewhere =
  'This story was changed somewhere else in the meantime. Compare the versions, then save again.';

/** Edits, publishes, unpublishes and deletes one of the author's own stories. */
export function useOwnStory(id: string) {
  const client = useQueryClient();
  const { queryKey } = ownStoryQuery(id);
  const touches = ['storyLists', 'ownChapters'] as const;
  const update = async (body: Parameters<typeof updateStory>[1]): Promise<void> =>
    void client.setQueryData(queryKey, { success: true, data: await updateStory(id, body) });
  return {
    edit: useMutation({
      /** Sends the changes to `before`; fails if one of the fields was also changed somewhere else. */
      mutationFn: async ({ before, changes }: { before: Story; changes: Partial<StoryValues> }) => {
        const { data: current } = await client.fetchQuery({ ...ownStoryQuery(id), staleTime: 0 });
        if (hasConflict(valuesOf(current), valuesOf(before), changes))
          throw new ApiError(409, 'TEXT_CHANGED', changedElsewhere);
        return update(changes);
      },
      meta: { success: 'Story updated!', fallback: 'Failed to update story.', touches },
    }),
    setHiatus: useMutation({
      mutationFn: update,
      meta: { fallback: 'The hiatus couldn’t be saved.', errors: 'inline', touches },
    }),
    publish: useMutation({
      mutationFn: () => update({ isPublished: true }),
      meta: { success: 'Story published successfully!', fallback: 'Failed to publish story.', touches },
    }),
    unpublish: useMutation({
      mutationFn: () => update({ isPublished: false }),
      meta: { success: 'Story unpublished successfully!', fallback: 'Failed to unpublish story.', touches },
    }),
    remove: useCall(
      'DELETE /stories/{id}',
      { fallback: 'Failed to delete story.', touches: ['myStories', 'trash'] },
      () => client.removeQueries({ queryKey }),
    ),
  };
}
