import { paths } from '../../lib/paths.ts';

/** Where the reading screen leads back to. */
export const wayOut = { path: paths.discover, label: 'Back to Discover' };
