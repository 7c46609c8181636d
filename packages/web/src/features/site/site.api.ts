import { type LoaderArgs, load } from '../../lib/load.ts';
import { useCall } from '../../lib/query.ts';

/** The operator, the testimonials and the lifetimes of sessions. */
export const loadSite = async (args: LoaderArgs) => (await load(args, 'GET /site', {})).data;

export const useSendMessage = () => useCall('POST /site/contact', { errors: 'inline' });
