import type { TrashItem } from '@inkling/contract/trash';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { showNotice, showSuccess, showUndo } from '../../lib/notify.ts';
import { callQuery, useCall } from '../../lib/query.ts';

/** A page of what the author has deleted and can restore. */
export const trashQuery = (page: number) =>
  callQuery('GET /trash', { query: { page, limit: 20 } }, { tags: ['trash'] });

type Deleted = Pick<TrashItem, '_id' | 'kind'>;

const names = { story: 'Story', chapter: 'Chapter' };

/** Restores a deleted story or chapter. A message says so, and why it is a draft now if it was published. */
export const useRestore = () =>
  useMutation({
    mutationFn: async ({ _id: id, kind }: Deleted) => {
      const input = { params: { id } };
      const { data } =
        kind === 'story'
          ? await call('POST /stories/{id}/restore', input)
          : await call('POST /chapters/{id}/restore', input);
      return data.draftBecause;
    },
    onSuccess: (draftBecause, { kind }) =>
      draftBecause === null
        ? showSuccess(`${names[kind]} restored.`)
        : showNotice(`${names[kind]} restored as a draft. ${draftBecause}`),
    meta: {
      fallback: 'Failed to restore.',
      touches: ['trash', 'story', 'storyLists', 'ownChapters', 'schedules'],
    },
  });

/** Returns a function that says that something was deleted, and offers to restore it. */
export function useOfferUndo(kind: TrashItem['kind']) {
  const { mutate: restore } = useRestore();
  return (_id: string): void =>
    showUndo(`${names[kind]} deleted successfully!`, () => restore({ _id, kind }));
}

/** Removes something from the trash for good. */
export const useErase = () =>
  useCall('DELETE /trash/{kind}/{id}', {
    success: 'Deleted for good.',
    fallback: 'Failed to delete for good.',
    touches: ['trash'],
  });
