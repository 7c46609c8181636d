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

export const ereaderEmailQuery = callQuery(
  'GET /ereader-email',
  {},
  { tags: ['ereader-email', 'following'] },
);

const touches = ['ereader-email'];
export const useSetEreaderAddress = () =>
  useCall('PUT /ereader-email/address', {
    success: 'The code is on its way to your e-reader.',
    errors: 'inline',
    touches,
  });
export const useConfirmEreader = () => useCall('POST /ereader-email/confirm', { errors: 'inline', touches });
export const useSetEreaderEmail = () =>
  useCall('PATCH /ereader-email', { fallback: 'Failed to save this.', touches, rechecks: touches });
export const useRemoveEreaderAddress = () =>
  useCall('DELETE /ereader-email/address', {
    success: 'The address was removed.',
    fallback: 'Failed to remove the address.',
    touches,
  });
