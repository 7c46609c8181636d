import type { ChapterProgress, ReadingStatus } from '@inkling/contract/library';
import { type QueryClient, type QueryKey, type UseQueryOptions, useMutation } from '@tanstack/react-query';
import { type CallResponse, call, type Input, mayPass } from '../../lib/api.ts';
import { nextRetry } from '../../lib/next-retry.ts';
import { showSuccess, showUndo } from '../../lib/notify.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { readToken } from '../../lib/session-store.ts';
import { markStale } from '../../lib/stale.ts';
import { readingKey } from '../stories/stories.api.ts';
import { type LibraryTab, type LibraryView, queryOf } from './library-view.ts';

type EntriesPage = CallResponse<'GET /stories/library/me'>;
/** A page of a view of a tab. */
export const entriesQuery = (
  tab: LibraryTab,
  view: LibraryView,
  page: number,
): UseQueryOptions<EntriesPage, Error, EntriesPage, QueryKey> =>
  tab === 'bookmarks'
    ? callQuery('GET /stories/bookmarks', { query: { ...queryOf(tab, view), page } })
    : callQuery('GET /stories/library/me', { query: { ...queryOf(tab, view), page } });

/** What was removed from the library and can be restored. */
export const removedQuery = callQuery('GET /stories/library/removed', {});

/** The number of people who have opened a chapter of one's own story. */
export const readersQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/readers', { params: { id: storyId } });

/** Puts a removed story back. */
export const useRestoreEntry = () =>
  useCall('POST /stories/{id}/library/restore', {
    success: 'Back in your library.',
    fallback: 'Failed to restore the story.',
    stale: ['libraryEntry'],
  });

/** Removes a story from the library, even one that is no longer available. A toast offers to undo it. */
export function useRemoveEntry() {
  const restore = useRestoreEntry();
  return useMutation({
    mutationFn: (input: Input<'DELETE /stories/{id}/library'>) => call('DELETE /stories/{id}/library', input),
    meta: { fallback: 'Failed to remove the story from your library.', stale: ['libraryEntry'] },
    // A callback of the mutation, not of the call, because the card is unmounted.
    onSuccess: (_response, input) => showUndo('Removed from your library.', () => restore.mutate(input)),
  });
}

type NewStatus = 'reading' | 'completed' | 'on_hold' | 'dropped';

const statusMessages: Record<NewStatus, string> = {
  reading: 'Back in Currently Reading.',
  completed: 'Marked as completed. You’ll find it in your library.',
  on_hold: 'Put on hold. In your library, choose Show: On hold.',
  dropped: 'Dropped. In your library, choose Show: Dropped.',
};

interface StatusChange {
  storyId: string;
  from: ReadingStatus;
  to: NewStatus;
}

/** Sets the status of a story in the library. A toast offers to undo what takes the story out of a list. */
export function useSetStatus(): (change: StatusChange) => void {
  const set = ({ storyId, to: status }: Omit<StatusChange, 'from'>) =>
    call('POST /stories/{id}/library', { params: { id: storyId }, body: { status } });
  const meta = { fallback: 'Failed to update your library.', stale: ['libraryEntry'] } as const;
  const back = useMutation({ mutationFn: set, meta });
  const change = useMutation({
    mutationFn: set,
    meta,
    onSuccess: (_response, { storyId, from, to }: StatusChange) => {
      const isAside = to === 'on_hold' || to === 'dropped';
      if (!isAside || from === 'none') return showSuccess(statusMessages[to]);
      // A completed story is completed again by reading on.
      const before = from === 'completed' ? 'reading' : from;
      return showUndo(statusMessages[to], () => back.mutate({ storyId, to: before }));
    },
  });
  return (wanted) => change.mutate(wanted);
}

/** Sets the private note on a story in the library. */
export const useSetNote = () =>
  useCall('PUT /stories/{id}/library/note', { errors: 'inline', stale: ['notes'] });

export const useMarkCompleted = () =>
  useCall('POST /stories/{id}/mark-completed', {
    success: 'Marked as completed. You’ll find it in your library.',
    stale: ['completion'],
  });

/** Updates a chapter's progress in the story that the reading screen has cached. */
function cacheProgress(client: QueryClient, storyId: string, progress: ChapterProgress): void {
  const queryKey = readingKey(storyId);
  client.setQueriesData<CallResponse<'GET /stories/{id}/reading'>>({ queryKey }, (opening) => {
    if (opening === undefined) return undefined;
    const { chapters, places, opened } = opening.data;
    const lastChapterRead = progress.chapter;
    // In a long story, this chapter may not be loaded.
    if (!chapters.some(({ _id }) => _id === progress.chapter))
      return { ...opening, data: { ...opening.data, lastChapterRead } };
    const others = places.filter(({ chapter }) => chapter !== progress.chapter);
    const first = others.length === places.length ? 1 : 0;
    return {
      ...opening,
      data: { ...opening.data, lastChapterRead, opened: opened + first, places: [...others, progress] },
    };
  });
}

type ProgressBody = Required<Input<'POST /chapters/{id}/progress'>['body']>;

/** The newest progress of each chapter that the server does not have yet. */
const unsaved = new Map<string, ProgressBody>();

/**
 * Saves the progress in a chapter; with `keepalive` the request outlives the page. Without a connection it is sent again
 * until it succeeds or newer progress replaces it; other failures are thrown.
 */
export async function saveProgress(
  client: QueryClient,
  storyId: string,
  chapter: string,
  body: ProgressBody,
  keepalive: boolean,
): Promise<void> {
  cacheProgress(client, storyId, { chapter, ...body, updatedAt: null });
  const token = readToken();
  unsaved.set(chapter, body);
  // Not for the next person who signs in on this page.
  const isWanted = () => unsaved.get(chapter) === body && readToken() === token;
  while (isWanted()) {
    try {
      await call('POST /chapters/{id}/progress', { params: { id: chapter }, body }, { keepalive });
      void markStale(client, ['progress']);
      break;
    } catch (error) {
      if (!mayPass(error)) throw error;
      await nextRetry();
    }
  }
  if (unsaved.get(chapter) === body) unsaved.delete(chapter);
}
