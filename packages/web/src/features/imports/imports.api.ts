import type { RestoredStory } from '@inkling/contract/imports';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { type UploadOptions, upload } from '../../lib/upload.ts';

export const importQuery = (id: string) => ({
  ...callQuery('GET /imports/{id}', { params: { id } }),
  staleTime: 0,
});

/** The import that is running or waits for review. */
export const importsQuery = { ...callQuery('GET /imports', {}), staleTime: 0 };

/** The pieces of a book in review. They change only when the file is read again. */
export const planQuery = (id: string) => ({
  ...callQuery('GET /imports/{id}/plan', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A page of a piece's paragraphs. */
export const paragraphsQuery = (id: string, piece: number, page: number) =>
  callQuery('GET /imports/{id}/pieces/{piece}/paragraphs', {
    params: { id, piece: String(piece) },
    query: { page },
  });

export const startImport = async (file: File, options: UploadOptions) =>
  (await upload('POST /imports', { file }, options)).data;

/** Creates the story. The import is `writing` at once, since its plan can no longer be fetched. */
export function useConfirmImport(id: string) {
  const client = useQueryClient();
  return useCall('POST /imports/{id}/confirm', { errors: 'inline' }, (response) =>
    client.setQueryData(importQuery(id).queryKey, response),
  );
}

/** Reads the file again. The import is `reading` at once, and has another plan afterwards. */
export function useReadAgain(id: string) {
  const client = useQueryClient();
  const fallback = 'The file couldn’t be read again. Please try again.';
  return useCall('POST /imports/{id}/encoding', { fallback }, (response) => {
    client.removeQueries({ queryKey: planQuery(id).queryKey });
    client.setQueryData(importQuery(id).queryKey, response);
  });
}

export const cancelImport = (id: string) => call('DELETE /imports/{id}', { params: { id } });

/** Adds a story of a file with one's data. */
export const restoreStory = (body: RestoredStory) => call('POST /imports/stories', { body });
