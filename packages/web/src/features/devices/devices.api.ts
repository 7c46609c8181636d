import { callQuery, useCall } from '../../lib/query.ts';

export const devicesQuery = callQuery('GET /devices', {}, { tags: ['devices'] });

/** Creates a token, which only this response contains. */
export const useCreateDevice = () => useCall('POST /devices', { errors: 'inline', touches: ['devices'] });

export const useRevokeDevice = () =>
  useCall('DELETE /devices/{id}', {
    success: 'The token no longer works.',
    fallback: 'Failed to revoke the token.',
    touches: ['devices'],
    rechecks: ['devices'],
  });
