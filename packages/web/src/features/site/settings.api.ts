import { callQuery, useCall } from '../../lib/query.ts';

/** What admins can set, and what applies without that. */
export const settingsQuery = callQuery('GET /admin/settings', {}, { tags: ['site-settings'] });
export const useChangeSettings = () =>
  useCall('PATCH /admin/settings', { errors: 'inline', touches: ['site-settings'] });
