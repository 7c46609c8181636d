import type { ReactionCounts, ReactionType } from '@inkling/contract/reactions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { callQuery } from '../../lib/query.ts';

/** What is reacted to: a chapter, or a story if there is no `chapterId`. */
export interface Subject {
  storyId: string;
  chapterId: string | undefined;
}

/** How many readers chose each reaction, and the viewer's own. */
export const reactionsQuery = ({ storyId, chapterId }: Subject) =>
  chapterId === undefined
    ? callQuery('GET /reactions/story/{id}', { params: { id: storyId } })
    : callQuery('GET /reactions/chapter/{id}', { params: { id: chapterId } });

/** Stores a reaction, or takes the reader's own back with null; the counts come from the server's response. */
export function useReact(subject: Subject, mine: ReactionCounts['mine']) {
  const client = useQueryClient();
  const { queryKey } = reactionsQuery(subject);
  const { storyId, chapterId } = subject;
  return useMutation({
    mutationFn: async (type: ReactionType | null): Promise<ReactionCounts> => {
      if (type === null) {
        const { counts } = await call('DELETE /reactions/{id}', { params: { id: mine?._id ?? '' } });
        return { counts, mine: null };
      }
      const body = { type };
      const sent =
        chapterId === undefined
          ? call('POST /reactions/story/{id}', { params: { id: storyId }, body })
          : call('POST /reactions/chapter/{id}', { params: { id: chapterId }, body });
      return (await sent).data;
    },
    meta: { fallback: 'Failed to save your reaction.' },
    // The counts of an earlier request must not replace those of this one.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (data) => client.setQueryData(queryKey, { success: true, data }),
    // It may have been changed on another device. Without a connection the counts are fetched much later, so what was
    // stored is shown until then.
    onError: () => void client.refetchQueries({ queryKey }),
  });
}
