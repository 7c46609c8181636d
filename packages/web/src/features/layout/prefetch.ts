import { matchPath } from 'react-router';
import { fetchToasts } from '../../lib/notify.ts';
import { startOfflineSync } from '../../lib/offline/start-sync.ts';
import { onNetworkIdle } from '../../lib/on-network-idle.ts';
import { paths } from '../../lib/paths.ts';
import { fetchRoute } from '../../lib/route-scripts.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';
import { loadMemberLayout } from './lazy-member-layout.tsx';
import { wantSearchBox } from './search-box.ts';

/** The likely next pages: those of the bottom bar, a story, its text, and the landing page after signing out. */
const prefetchedPaths = [
  paths.landing,
  paths.home,
  paths.discover,
  paths.library,
  paths.write,
  paths.profile,
  paths.story('any'),
  paths.reading('any'),
];

declare global {
  interface Navigator {
    /** Not in every browser. */
    connection?: { saveData: boolean };
  }
}

async function prefetchForMembers(): Promise<void> {
  if (readToken() === null || navigator.connection?.saveData) return;
  await loadMemberLayout();
  wantSearchBox();
  for (const route of Object.values(window.__reactRouterManifest?.routes ?? {})) {
    const { path = '' } = route;
    if (path !== '*' && prefetchedPaths.some((wanted) => matchPath(path, wanted))) await fetchRoute(route);
  }
}

/**
 * Loads the scripts that must be available offline: the toasts that show errors and, for signed-in users, the pages they
 * visit most. Call it once the network is idle.
 */
export async function prefetchScripts(): Promise<void> {
  const prefetch = () => void prefetchForMembers().catch(() => undefined);
  onTokenChange(() => onNetworkIdle(prefetch));
  await fetchToasts();
  prefetch();
  startOfflineSync();
}
