import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CallResponse, call } from '../../lib/api.ts';
import { CreateOnce } from '../../lib/create-once.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { inputKey } from '../../lib/stored-input.ts';

// What authors do with their series; apart from series.api.ts, so that readers do not load it.

/** The author's own series with all of their stories, and the stories that are in none. */
export const mySeriesQuery = callQuery('GET /series', {}, { tags: ['series', 'storyLists', 'myStories'] });

export interface SeriesValues {
  name: string;
  description: string;
}

const same = (one: SeriesValues, other: SeriesValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Creates a series once, however often the request is repeated. The form shows its errors. */
export function useCreateSeries(userId: string) {
  const client = useQueryClient();
  const creation = useMemo(
    () => new CreateOnce<SeriesValues>({ storageKey: inputKey(userId, 'sent-series'), isSame: same }),
    [userId],
  );
  return useMutation({
    mutationFn: async (body: SeriesValues) => {
      const send = (_id: string) => call('POST /series', { body: { _id, ...body } });
      const { created, repeated } = await creation.create(body, send);
      // An earlier request has created it, perhaps from what was typed before.
      return repeated ? call('PUT /series/{id}', { params: { id: created.data._id }, body }) : created;
    },
    meta: { errors: 'inline' },
    onSuccess: () => markStale(client, ['series']),
  });
}

/** The form shows its errors. */
export const useUpdateSeries = () => useCall('PUT /series/{id}', { errors: 'inline', touches: ['series'] });

export const useDeleteSeries = () =>
  useCall('DELETE /series/{id}', {
    success: 'Series deleted.',
    fallback: 'Failed to delete the series.',
    touches: ['series'],
  });

type Mine = CallResponse<'GET /series'>;

/** Sets the stories of a series: those sent while another order is on its way wait for it, and begin with its version. */
export function useArrangeSeries(id: string) {
  const client = useQueryClient();
  const { queryKey } = mySeriesQuery;
  return useMutation({
    scope: { id: `series ${id}` },
    mutationFn: async (stories: string[]) => {
      const version = client.getQueryData<Mine>(queryKey)?.data.find(({ _id }) => _id === id)?.version ?? 0;
      return (await call('PUT /series/{id}/stories', { params: { id }, body: { stories, version } })).data;
    },
    meta: { fallback: 'Failed to save the order of the series.' },
    onSuccess: (changed) =>
      client.setQueryData<Mine>(
        queryKey,
        (cached) => cached && { ...cached, data: cached.data.map((one) => (one._id === id ? changed : one)) },
      ),
    onSettled: () => {
      // Not between two orders, so that the list does not jump back.
      if (client.isMutating({ predicate: ({ options }) => options.scope?.id === `series ${id}` }) <= 1)
        return markStale(client, ['series']);
    },
  });
}
