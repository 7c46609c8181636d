import type { Chapter, SavedChapter } from '@inkling/contract/chapters';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import { call, type Input } from '../../lib/api.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';

// What authors do with their chapters; apart from chapters.api.ts, so that readers do not load it.

export const versionsQuery = (id: string) => ({
  ...callQuery('GET /chapters/{id}/versions', { params: { id } }, { tags: ['versions'] }),
  staleTime: 0,
});

/** A version never changes. */
export const versionQuery = (id: string, version: number) => ({
  ...callQuery('GET /chapters/{id}/versions/{version}', { params: { id, version: String(version) } }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useNameVersion = () =>
  useCall('PUT /chapters/{id}/versions/{version}', {
    success: 'Name saved',
    errors: 'inline',
    touches: ['versions'],
  });

/** The response has a text only if an earlier request created the chapter: it may have another one. */
export const createChapter = async (
  body: Input<'POST /chapters'>['body'],
): Promise<SavedChapter & Partial<Chapter>> =>
  (await call('POST /chapters', { body }, { minimal: true })).data;

export const updateChapter = async (
  id: string,
  body: Input<'PUT /chapters/{id}'>['body'],
): Promise<SavedChapter> =>
  (await call('PUT /chapters/{id}', { params: { id }, body }, { minimal: true })).data;

const touches = ['story', 'storyLists', 'ownChapters', 'schedules', 'glossary', 'recaps'] as const;

/** To call after one of the author's chapters has been saved. */
export const markChapterStale = (client: QueryClient): Promise<void> => markStale(client, touches);

/** Publishes, unpublishes and deletes chapters. */
export function useOwnChapters() {
  return {
    publish: useMutation({
      mutationFn: ({ id, announce }: { id: string; announce?: false }) =>
        updateChapter(id, { isPublished: true, ...(announce === false && { announce }) }),
      meta: { success: 'Chapter published successfully!', fallback: 'Failed to publish chapter.', touches },
    }),
    publishWithStory: useMutation({
      mutationFn: (id: string) => updateChapter(id, { isPublished: true, publishStory: true }),
      meta: { success: 'Story published successfully!', fallback: 'Failed to publish story.', touches },
    }),
    unpublish: useMutation({
      mutationFn: ({ id }: { id: string }) => updateChapter(id, { isPublished: false }),
      meta: {
        success: 'Chapter unpublished successfully!',
        fallback: 'Failed to unpublish chapter.',
        touches,
      },
    }),
    announce: useMutation({
      mutationFn: ({ id }: { id: string }) => updateChapter(id, { announce: true }),
      meta: {
        success: 'Chapter announced. Followers will be notified.',
        fallback: 'Failed to announce the chapter.',
        touches,
      },
    }),
    delete: useMutation({
      mutationFn: ({ id }: { id: string }) => call('DELETE /chapters/{id}', { params: { id } }),
      meta: { fallback: 'Failed to delete chapter.', touches: [...touches, 'trash'] },
    }),
  };
}

/** Publishes, unpublishes, moves or deletes many chapters. The caller says what was done, since some may be refused. */
export const useChangeChapters = () =>
  useCall('POST /stories/{id}/chapters/bulk', {
    fallback: 'Failed to change the chapters.',
    touches: [...touches, 'trash'],
  });

/** Splits a chapter at a paragraph. The dialog shows its errors. */
export const useSplitChapter = () =>
  useCall('POST /chapters/{id}/split', { success: 'Chapter split in two.', errors: 'inline', touches });

/** Adds the text of the next draft, which goes to the trash. */
export const useMergeChapter = () =>
  useCall('POST /chapters/{id}/merge', {
    fallback: 'Failed to merge the chapters.',
    touches: [...touches, 'trash'],
    rechecks: [...touches],
  });

/** Sets a chapter's status and the author's private note on it. */
export const usePlanChapter = () =>
  useCall('PUT /chapters/{id}/plan', { success: 'Saved.', errors: 'inline', touches: ['ownChapters'] });

/** Marks the chapters of a story from a position on for Premium readers; null marks none. */
export const useSetExclusive = () =>
  useCall('PUT /stories/{id}/exclusive', {
    fallback: 'Failed to change who can read the chapters.',
    touches,
  });

/** Adds, renames, moves and deletes volumes. Forms show the errors of the first two. */
export const useOwnVolumes = () => ({
  create: useCall('POST /stories/{id}/volumes', {
    success: 'Volume added.',
    errors: 'inline',
    touches,
  }),
  rename: useCall('PUT /stories/{id}/volumes/{volumeId}', { errors: 'inline', touches }),
  update: useCall('PUT /stories/{id}/volumes/{volumeId}', {
    fallback: 'Failed to change the volume.',
    touches,
  }),
  remove: useCall('DELETE /stories/{id}/volumes/{volumeId}', {
    success: 'Volume deleted. Its chapters are still here.',
    fallback: 'Failed to delete the volume.',
    touches,
  }),
});

export const useReorderChapters = () =>
  useCall('PUT /stories/{id}/chapters/reorder', {
    fallback: 'Failed to reorder chapters.',
    touches: ['glossary', 'recaps'],
  });

type DraftParams = Input<'PUT /stories/{id}/drafts/{chapterId}'>['params'];

export const listDrafts = async (params: DraftParams) =>
  (await call('GET /stories/{id}/drafts/{chapterId}', { params })).data;

/** Saves a draft; with `keepalive` the request outlives the page. */
export const saveDraft = (
  params: DraftParams,
  body: Input<'PUT /stories/{id}/drafts/{chapterId}'>['body'],
  keepalive: boolean,
) => call('PUT /stories/{id}/drafts/{chapterId}', { params, body }, { keepalive });

export const deleteDraft = (params: DraftParams, draft: { device: string; updatedAt: string }) =>
  call('DELETE /stories/{id}/drafts/{chapterId}', { params, query: draft });
