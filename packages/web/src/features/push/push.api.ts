import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readPushDevice, subscribeDevice } from '../../lib/push-device.ts';
import { unsubscribeDevice } from '../../lib/push-registration.ts';
import { callQuery } from '../../lib/query.ts';

const pushQuery = callQuery('GET /push', {}, { tags: ['push'] });
const deviceQuery = queryOptions({
  queryKey: ['push on this device'],
  queryFn: readPushDevice,
  meta: { tags: ['push'] },
  // The person may come back from the browser's settings.
  refetchOnWindowFocus: 'always',
});

/** Whether push messages come to this browser. */
export function usePush() {
  const server = useQuery(pushQuery);
  const device = useQuery(deviceQuery);
  if (server.data === undefined || device.data === undefined) return { server, state: null };
  const { endpoint, publicKey } = server.data.data;
  if (device.data.permission === 'denied') return { server, state: 'blocked' as const };
  const isOn = device.data.permission === 'granted' && endpoint !== null && device.data.endpoint === endpoint;
  return { server, publicKey, state: isOn ? ('on' as const) : ('off' as const) };
}

/** Turns push messages on with the site's key, or off. */
export const useTurnPush = () =>
  useMutation({
    mutationFn: async (publicKey: string | null) => {
      if (publicKey === null) {
        await call('DELETE /push/subscription', {});
        return unsubscribeDevice();
      }
      const body = await subscribeDevice(publicKey);
      if (body !== null) await call('PUT /push/subscription', { body });
    },
    meta: {
      fallback: 'We couldn’t turn push notifications on or off in this browser. Please try again later.',
      touches: ['push'],
    },
  });
