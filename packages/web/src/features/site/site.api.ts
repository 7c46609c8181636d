import { type LoaderArgs, load } from '../../lib/load.ts';
import { callQuery, useCall } from '../../lib/query.ts';

/** The operator, the testimonials, the lifetimes of sessions, and where selected words are looked up and translated. */
export const siteQuery = { ...callQuery('GET /site', {}), staleTime: 'static' as const };

/** The same from a loader. */
export const loadSite = async (args: LoaderArgs) => (await load(args, 'GET /site', {})).data;

export const useSendMessage = () => useCall('POST /site/contact', { errors: 'inline' });
