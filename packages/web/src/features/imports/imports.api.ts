import type { RestoredStory } from '@inkling/contract/imports';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { type UploadOptions, upload } from '../../lib/upload.ts';
import { createAnnotation } from '../annotations/annotations.api.ts';
import { chaptersQuery } from '../chapters/chapters.api.ts';
import { findByTitle } from '../library-files/library-files.api.ts';
import type { ExportedAnnotation, ExportedNotes } from './exported-data.ts';

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

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Adds an annotation, once; false if its words are not in the chapter. */
async function annotate(
  client: QueryClient,
  place: { storyId: string; chapterId: string },
  { _id, kind, color, title, tags, chapterTitle: _, createdAt: __, ...passage }: ExportedAnnotation,
): Promise<boolean> {
  const body = { _id, ...place, ...passage };
  for (;;) {
    try {
      if (kind === 'highlight') await createAnnotation(client, { kind, ...body, color: color ?? 'yellow' });
      else await createAnnotation(client, { kind, ...body, title: title ?? '', tags });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 429) await wait(error.retryAfterSeconds ?? 5);
      // The id is taken if it was added before, and deleted.
      else if (['TEXT_CHANGED', 'BAD_INPUT', 'NOT_FOUND', 'ID_TAKEN'].includes(error.code)) return false;
      else throw error;
    }
  }
}

/**
 * Adds highlights and bookmarks in another person's story, if it is here: the only one of its title, with the words in a
 * chapter of the same title. Returns how many were added, or were there.
 */
export async function placeAnnotations(client: QueryClient, notes: ExportedNotes): Promise<number> {
  const storyId = notes.title === '' ? undefined : await findByTitle(notes.title);
  if (storyId === undefined) return 0;
  const chapterIds = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await client.fetchQuery(chaptersQuery(storyId, { page }));
    for (const { _id, title } of data) chapterIds.set(title, chapterIds.get(title) ?? _id);
    if (!pagination.hasMore) break;
  }
  let placed = 0;
  for (const annotation of notes.annotations) {
    const chapterId = chapterIds.get(annotation.chapterTitle);
    if (chapterId !== undefined && (await annotate(client, { storyId, chapterId }, annotation))) placed += 1;
  }
  return placed;
}
