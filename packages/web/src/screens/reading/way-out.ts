import { paths } from '../../lib/paths.ts';
import { pendingScreens } from '../../pending-screens.ts';

/** Where the reading screen leads back to: Discover, or My Library while Discover is not built. */
export const wayOut =
  'discover' in pendingScreens
    ? { path: paths.library, label: 'Back to My Library' }
    : { path: paths.discover, label: 'Back to Discover' };
