import type {
  AnnotationFormat,
  AnnotationKind,
  AnyAnnotation,
  Highlight,
  PassageBookmark,
} from '@inkling/contract/annotations';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallResponse, call, type Input } from '../../lib/api.ts';
import { useSavedDownload } from '../../lib/download.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';

const meta = { tags: ['annotations'] };

export const pageSize = 100;
/** Of a chapter, at most this many highlights and as many bookmarks are shown. */
export const maxShown = 3000;

interface Listed<Item> {
  data: Item[];
  pagination: { next?: string | undefined };
}

/** All pages of a chapter's list, up to `maxShown`. */
async function fetchAllPages<Item>(
  load: (after: string | undefined) => Promise<Listed<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const { data, pagination } = await load(after);
    items.push(...data);
    after = pagination.next;
  } while (after !== undefined && items.length < maxShown);
  return items;
}

/** Changes by another device or by the author appear when the window gets the focus. */
const fresh = { staleTime: 5000, refetchOnWindowFocus: true, meta } as const;

export const chapterHighlightsQuery = (storyId: string, chapterId: string) =>
  queryOptions({
    queryKey: ['GET /highlights', { storyId, chapterId }],
    queryFn: ({ signal }) =>
      fetchAllPages<Highlight>((after) =>
        call('GET /highlights', { query: { storyId, chapterId, limit: pageSize, after } }, { signal }),
      ),
    ...fresh,
  });

export const chapterBookmarksQuery = (storyId: string, chapterId: string) =>
  queryOptions({
    queryKey: ['GET /bookmarks', { storyId, chapterId }],
    queryFn: ({ signal }) =>
      fetchAllPages<PassageBookmark>((after) =>
        call('GET /bookmarks', { query: { storyId, chapterId, limit: pageSize, after } }, { signal }),
      ),
    ...fresh,
  });

export type AnnotationFilter = Omit<
  NonNullable<Input<'GET /annotations'>['query']>,
  'page' | 'limit' | 'after'
>;

/** A page of the annotations of all stories, the latest first. */
export const annotationsQuery = (filter: AnnotationFilter, page: number) => ({
  ...callQuery('GET /annotations', { query: { ...filter, page } }, meta),
  refetchOnWindowFocus: true,
});

export const annotatedStoriesQuery = () => callQuery('GET /annotations/stories', {}, meta);
export const bookmarkTagsQuery = () => callQuery('GET /bookmarks/tags', {}, meta);

type Creation = Input<'POST /highlights'>['body'];
type BookmarkCreation = Input<'POST /bookmarks'>['body'];

/** Creates a highlight or a passage bookmark under the id that the browser chose. */
export async function createAnnotation(
  client: QueryClient,
  creation: ({ kind: 'highlight' } & Creation) | ({ kind: 'bookmark' } & BookmarkCreation),
): Promise<void> {
  const { kind, ...body } = creation;
  const created: AnyAnnotation =
    kind === 'highlight'
      ? { kind, ...(await call('POST /highlights', { body: body as Creation })).data }
      : { kind, ...(await call('POST /bookmarks', { body: body as BookmarkCreation })).data };
  putInCaches(client, created);
}

const chapterKey = ({ kind, storyId, chapterId }: AnyAnnotation) => [
  kind === 'highlight' ? 'GET /highlights' : 'GET /bookmarks',
  { storyId, chapterId },
];

type ListPage = CallResponse<'GET /annotations'>;
type Cached = { _id: string }[];

const withoutKind = ({ kind: _, ...annotation }: AnyAnnotation) => annotation;

/** Shows a new or changed annotation at once. */
function putInCaches(client: QueryClient, annotation: AnyAnnotation): void {
  const { _id } = annotation;
  void client.cancelQueries({ queryKey: chapterKey(annotation) });
  client.setQueryData<Cached>(chapterKey(annotation), (list) =>
    list === undefined ? undefined : [...list.filter((one) => one._id !== _id), withoutKind(annotation)],
  );
  client.setQueriesData<ListPage>(
    { queryKey: ['GET /annotations'] },
    (page) => page && { ...page, data: page.data.map((one) => (one._id === _id ? annotation : one)) },
  );
  void markStale(client, ['annotations'], 'none');
}

/** Hides a deleted annotation at once. */
function removeFromCaches(client: QueryClient, annotation: AnyAnnotation): void {
  const { _id } = annotation;
  void client.cancelQueries({ queryKey: chapterKey(annotation) });
  client.setQueryData<Cached>(chapterKey(annotation), (list) => list?.filter((one) => one._id !== _id));
  client.setQueriesData<ListPage>(
    { queryKey: ['GET /annotations'] },
    (page) => page && { ...page, data: page.data.filter((one) => one._id !== _id) },
  );
}

/** Changes the note or color of a highlight; errors are shown in its form. */
export function useUpdateHighlight() {
  const client = useQueryClient();
  return useCall('PUT /highlights/{id}', { errors: 'inline' }, ({ data }) =>
    putInCaches(client, { kind: 'highlight', ...data }),
  );
}

/** Changes the title, note or tags of a passage bookmark; errors are shown in its form. */
export function useUpdateBookmark() {
  const client = useQueryClient();
  return useCall('PUT /bookmarks/{id}', { errors: 'inline' }, ({ data }) =>
    putInCaches(client, { kind: 'bookmark', ...data }),
  );
}

/** Deletes an annotation, which disappears at once and comes back if that fails. */
export function useDeleteAnnotation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, _id }: AnyAnnotation) =>
      kind === 'highlight'
        ? call('DELETE /highlights/{id}', { params: { id: _id } })
        : call('DELETE /bookmarks/{id}', { params: { id: _id } }),
    onMutate: (annotation) => removeFromCaches(client, annotation),
    onSettled: () => markStale(client, ['annotations']),
    meta: { fallback: 'Failed to delete the annotation.' },
  });
}

/** Undoes a deletion. */
export function useRestoreAnnotation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, _id }: AnyAnnotation): Promise<AnyAnnotation> =>
      kind === 'highlight'
        ? { kind, ...(await call('POST /highlights/{id}/restore', { params: { id: _id } })).data }
        : { kind, ...(await call('POST /bookmarks/{id}/restore', { params: { id: _id } })).data },
    onSuccess: (restored) => {
      putInCaches(client, restored);
      return markStale(client, ['annotations']);
    },
    meta: { fallback: 'Failed to restore the annotation.' },
  });
}

/** Deletes, restores or colors several annotations. */
export const useChangeAnnotations = () =>
  useCall('POST /annotations/several', {
    fallback: 'Failed to change the annotations.',
    touches: ['annotations'],
  });

export const deletedText = (kind: AnnotationKind): string =>
  kind === 'highlight' ? 'Highlight deleted.' : 'Bookmark deleted.';

type ExportChoice = { format: AnnotationFormat; storyId?: string | undefined; ids?: string | undefined };

const endings: Record<AnnotationFormat, string> = {
  markdown: '.md',
  json: '.json',
  csv: '.csv',
  readwise: '-readwise.csv',
};

/** Downloads the annotations of one story, some or all, and saves them on the device. */
export const useExportAnnotations = () =>
  useSavedDownload(
    'GET /annotations/export',
    'Failed to export the annotations.',
    (choice: ExportChoice) => ({
      input: { query: choice },
      name: `inkling-annotations${endings[choice.format]}`,
    }),
  );
