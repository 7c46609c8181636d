import { paths } from '../../lib/paths.ts';

/** Where the reading screen leads back to: My Library, and Discover once it is built. */
export const wayOut = { path: paths.library, label: 'Back to My Library' };
