import { useQueryClient } from '@tanstack/react-query';
import { callQuery, markStale, useCall } from '../../lib/query.ts';

/** Whether the reader is suspended, and the measures against them, the newest first. */
export const myMeasuresQuery = callQuery('GET /users/me/standing', {}, { tags: ['myMeasures'] });

/** Appeals against a measure; its form shows errors. */
export const useAppeal = () =>
  useCall('POST /measures/{id}/appeal', { errors: 'inline', touches: ['myMeasures'] });

/** A page of the measures with an open appeal, for admins. */
export const appealsQuery = (page: number) =>
  callQuery('GET /admin/measures', { query: { appeals: 'true', page, limit: 20 } }, { tags: ['queue'] });

const touches = ['queue'];

/** What admins do with a measure. Answering shows errors in its form; after a conflict it calls `refresh`. */
export function useMeasureCalls() {
  const client = useQueryClient();
  const refresh = () => markStale(client, touches);
  const lift = useCall('POST /admin/measures/{id}/lift', {
    fallback: 'Failed to lift the measure.',
    success: 'Lifted.',
    touches,
  });
  return {
    lift: (id: string) => lift.mutate({ params: { id } }, { onError: () => void refresh() }),
    isLifting: lift.isPending,
    answer: useCall('POST /admin/measures/{id}/answer', { errors: 'inline', touches }),
    refresh,
  };
}
