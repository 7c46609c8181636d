import type { Chapter } from '@inkling/contract/chapters';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type CallResponse, call, type Input } from '../../lib/api.ts';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { callQuery } from '../../lib/query.ts';

/** A published chapter's text. */
export const chapterQuery = (id: string) => ({
  ...callQuery('GET /chapters/{id}', { params: { id } }),
  staleTime: 10_000,
});

/** Fetches a chapter that is probably opened next, unless that was done in the last five minutes. */
export const prefetchChapter = (client: QueryClient, id: string): Promise<void> =>
  client.prefetchQuery({ ...chapterQuery(id), staleTime: 5 * 60_000 });

type ListInput = Input<'GET /chapters/story/{storyId}'>['query'];

/** A page of a story's published chapters. */
export const chaptersQuery = (storyId: string, query: ListInput) =>
  callQuery('GET /chapters/story/{storyId}', { params: { storyId }, query });

/** Loads the first page of a story's published chapters, and its volumes. */
export const loadChapters = (args: LoaderArgs, storyId: string) =>
  load(args, 'GET /chapters/story/{storyId}', { params: { storyId } });

type OwnListInput = Input<'GET /chapters/story/{storyId}/author'>['query'];

/** A page of a story's chapters for its author, drafts included. */
export const ownChaptersQuery = (storyId: string, query?: OwnListInput) =>
  callQuery(
    'GET /chapters/story/{storyId}/author',
    { params: { storyId }, ...(query !== undefined && { query }) },
    { tags: ['ownChapters'] },
  );

/** A page of an author's list, with the volumes and counts of the whole story. */
export type OwnChapters = CallResponse<'GET /chapters/story/{storyId}/author'>;

/** For a chapter that is fetched on request: a failure is a toast. */
const toastErrors = { meta: { errors: 'toast', fallback: 'Failed to fetch chapters' } } as const;

/** Finds a chapter by its number, with a toast if that fails. */
export function useFindChapter() {
  const client = useQueryClient();
  return async (storyId: string, number: number) => {
    const query = chaptersQuery(storyId, { page: number, limit: 1 });
    const found = client.fetchQuery({ ...query, ...toastErrors, staleTime: 0, retry: false });
    return (await found.catch(() => undefined))?.data[0];
  };
}

/** A chapter for its author, with its latest text. */
export const ownChapterQuery = (id: string) => callQuery('GET /chapters/{id}/author', { params: { id } });

export const readOwnChapter = async (id: string): Promise<Chapter> =>
  (await call('GET /chapters/{id}/author', { params: { id } })).data;
