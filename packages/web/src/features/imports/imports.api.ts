import { highlightColor } from '@inkling/contract/annotations';
import type { RestoredStory } from '@inkling/contract/imports';
import { newId } from '@inkling/contract/new-id';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { type UploadOptions, upload } from '../../lib/upload.ts';
import { createAnnotation } from '../annotations/annotations.api.ts';
import { ownChaptersQuery } from '../chapters/chapters.api.ts';
import type { ExportedAnnotation } from './exported-data.ts';

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

/** The ids of a story's chapters, in order. */
export async function chapterIdsOf(client: QueryClient, storyId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await client.fetchQuery(ownChaptersQuery(storyId, { page }));
    ids.push(...data.map(({ _id }) => _id));
    if (!pagination.hasMore) return ids;
  }
}

/** Adds a highlight or passage bookmark of a file with one's data, once; false if its words are not in the chapter. */
export async function restoreAnnotation(
  client: QueryClient,
  storyId: string,
  chapterId: string,
  { id: _id, kind, selectedText, startOffset, endOffset, color, title, tags, note }: ExportedAnnotation,
): Promise<boolean> {
  const passage = { _id, storyId, chapterId, selectedText, startOffset, endOffset, note };
  const chosen = highlightColor.safeParse(color);
  const send = (body: typeof passage) =>
    createAnnotation(
      client,
      kind === 'highlight'
        ? { kind, ...body, ...(chosen.success && { color: chosen.data }) }
        : { kind, ...body, title: title ?? '', tags: tags ?? [] },
    );
  for (let body = passage; ; ) {
    try {
      await send(body);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Another person has imported the same file here.
      if (error.code === 'ID_TAKEN' && body._id === _id) body = { ...body, _id: newId(serverNow()) };
      else if (error.status === 429) await wait((error.retryAfterSeconds ?? 5) * 1000);
      else if (['TEXT_CHANGED', 'QUOTA_REACHED', 'BAD_INPUT'].includes(error.code)) return false;
      else throw error;
    }
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Adds a story of a file with one's data. */
export const restoreStory = (body: RestoredStory) => call('POST /imports/stories', { body });
