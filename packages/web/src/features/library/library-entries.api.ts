import type { LibraryEntry, ReadingStatus } from '@inkling/contract/library';
import { type QueryKey, type UseQueryOptions, useMutation } from '@tanstack/react-query';
import { type CallResponse, call } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { showSuccess, showUndo } from '../../lib/notify.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { type LibraryTab, type LibraryView, queryOf } from './library-view.ts';

type EntriesPage = CallResponse<'GET /stories/library/me'>;
/** A page of a view of a tab. */
export const entriesQuery = (
  tab: LibraryTab,
  view: LibraryView,
  page: number,
): UseQueryOptions<EntriesPage, Error, EntriesPage, QueryKey> =>
  tab === 'bookmarks'
    ? callQuery(
        'GET /stories/bookmarks',
        { query: { ...queryOf(tab, view), page } },
        { tags: ['library', 'completion', 'readingTime', 'libraryEntry', 'notes', 'reviews'] },
      )
    : callQuery(
        'GET /stories/library/me',
        { query: { ...queryOf(tab, view), page } },
        { tags: ['library', 'progress', 'completion', 'readingTime', 'libraryEntry', 'notes', 'reviews'] },
      );

/** What was removed from the library and can be restored. */
export const removedQuery = callQuery('GET /stories/library/removed', {}, { tags: ['libraryEntry'] });

/** Puts a removed story back. */
export const useRestoreEntry = () =>
  useCall('POST /stories/{id}/library/restore', {
    success: 'Back in your library.',
    fallback: 'Failed to restore the story.',
    touches: ['libraryEntry'],
  });

/** Removes a story from the library, even one that is no longer available. A toast offers to undo it. */
export function useRemoveEntry() {
  const restore = useRestoreEntry();
  return useCall(
    'DELETE /stories/{id}/library',
    { fallback: 'Failed to remove the story from your library.', touches: ['libraryEntry'] },
    // A callback of the mutation, not of the call, because the card is unmounted.
    (_response, input) => showUndo('Removed from your library.', () => restore.mutate(input)),
  );
}

type NewStatus = Exclude<ReadingStatus, 'none'>;

const statusMessages: Record<NewStatus, string> = {
  reading: 'Back in Currently Reading.',
  completed: 'Marked as completed. You’ll find it in your library.',
  on_hold: 'Put on hold. Find it in your library under “On hold”.',
  dropped: 'Dropped. Find it in your library under “Dropped”.',
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
  const meta = { fallback: 'Failed to update your library.', touches: ['libraryEntry'] } as const;
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

/** Removes several stories from the library in one request. A toast offers to undo it. */
export function useRemoveSeveral(): (entries: LibraryEntry[]) => void {
  const restore = useCall('POST /stories/library/restore', {
    success: 'Back in your library.',
    fallback: 'Failed to restore the stories.',
    touches: ['libraryEntry'],
  });
  const remove = useCall(
    'POST /stories/library/remove',
    { fallback: 'Failed to remove the stories from your library.', touches: ['libraryEntry'] },
    (_response, input) =>
      showUndo(`Removed ${storiesLabel(input.body.stories)} from your library.`, () => restore.mutate(input)),
  );
  return (entries) => remove.mutate({ body: { stories: entries.map(({ storyId }) => storyId) } });
}

const storiesLabel = (stories: unknown[]) => pluralize(stories.length, 'story', 'stories');

/** Sets the status of several stories in one request. A toast offers to undo what takes them out of a list. */
export function useSetStatuses(): (entries: LibraryEntry[], to: NewStatus) => void {
  const set = (stories: string[], status: NewStatus) =>
    call('POST /stories/library/status', { body: { stories, status } });
  const meta = { fallback: 'Failed to update your library.', touches: ['libraryEntry'] } as const;
  const back = useMutation({
    /** One request for each status that the stories had. */
    mutationFn: (before: [NewStatus, string[]][]) =>
      Promise.all(before.map(([status, stories]) => set(stories, status))),
    meta,
  });
  const change = useMutation({
    mutationFn: ({ entries, to }: { entries: LibraryEntry[]; to: NewStatus }) =>
      set(
        entries.map(({ storyId }) => storyId),
        to,
      ),
    meta,
    onSuccess: (_response, { entries, to }) => {
      const message = `${storiesLabel(entries)}: ${severalMessages[to]}`;
      if (to === 'completed') return showSuccess(message);
      const before = new Map<NewStatus, string[]>();
      for (const { storyId, status } of entries) {
        // A completed story is completed again by reading on; what was in no list was only saved.
        const was = status === 'completed' || status === 'none' ? 'reading' : status;
        before.set(was, [...(before.get(was) ?? []), storyId]);
      }
      return showUndo(message, () => back.mutate([...before]));
    },
  });
  return (entries, to) => change.mutate({ entries, to });
}

const severalMessages: Record<NewStatus, string> = {
  reading: 'back in Currently Reading.',
  completed: 'marked as completed.',
  on_hold: 'put on hold.',
  dropped: 'dropped.',
};

/** Sets the private note on a story in the library. */
export const useSetNote = () =>
  useCall('PUT /stories/{id}/library/note', { errors: 'inline', touches: ['notes'] });
