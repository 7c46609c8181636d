import type { SiteSettings } from '@inkling/contract/site';
import { callQuery, useCall } from '../../lib/query.ts';

/** What admins can set, and what applies without that. */
export const settingsQuery = callQuery('GET /admin/settings', {}, { tags: ['site-settings'] });
export const useChangeSettings = () =>
  useCall('PATCH /admin/settings', { errors: 'inline', touches: ['site-settings'] });

/** Those of `next` that differ from `before`: an old page must not undo what a colleague has set since. */
export const changedSettings = <Values extends Partial<SiteSettings>>(
  before: SiteSettings,
  next: Values,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => JSON.stringify(before[name as keyof SiteSettings]) !== JSON.stringify(value),
    ),
  ) as Partial<Values>;
