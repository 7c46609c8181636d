import type { PickList } from '@inkling/contract/picks';
import { useQueryClient } from '@tanstack/react-query';
import { callQuery, useCall } from '../../lib/query.ts';

/** What admins have picked for a list. */
export const picksQuery = (list: PickList) => callQuery('GET /picks/{list}', { params: { list } });

/** Picks a story for a list, at its end; errors are shown in the form. */
export function useAddPick(list: PickList) {
  const client = useQueryClient();
  return useCall('PUT /picks/{list}/{id}', { errors: 'inline', touches: ['storyLists'] }, (response) =>
    client.setQueryData(picksQuery(list).queryKey, response),
  );
}

/** Picks a story for a list, moves it in the list, and removes it. */
export function usePicks(list: PickList) {
  const client = useQueryClient();
  const { queryKey } = picksQuery(list);
  const meta = { fallback: 'Failed to update the picks.', touches: ['storyLists'] } as const;
  const put = useCall('PUT /picks/{list}/{id}', meta, (response) => client.setQueryData(queryKey, response));
  const remove = useCall('DELETE /picks/{list}/{id}', meta, () => client.refetchQueries({ queryKey }));
  return {
    busy: put.isPending || remove.isPending,
    /** Without a position, at the end of the list. */
    pick: (id: string, position?: number) =>
      put.mutate({ params: { list, id }, body: { ...(position !== undefined && { position }) } }),
    remove: (id: string) => remove.mutate({ params: { list, id } }),
  };
}
