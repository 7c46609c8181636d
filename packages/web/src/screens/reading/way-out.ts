import { paths } from '../../lib/paths.ts';

/** The target of the reading screen's back arrow. */
export const wayOut = { path: paths.discover, label: 'Back to Discover' };
