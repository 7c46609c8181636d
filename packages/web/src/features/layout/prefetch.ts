import { matchPath } from 'react-router';
import { fetchToasts } from '../../lib/notify.ts';
import { onNetworkIdle } from '../../lib/on-network-idle.ts';
import { paths } from '../../lib/paths.ts';
import { fetchRoute, type RouteFiles } from '../../lib/route-scripts.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';
import { loadMemberLayout } from './lazy-member-layout.tsx';

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

/** Whether the user has asked the browser to save data. */
const savesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true;

let prefetchedFor: 'visitors' | 'members' = 'visitors';

async function prefetchForMembers(): Promise<void> {
  if (prefetchedFor === 'members' || readToken() === null || savesData()) return;
  prefetchedFor = 'members';
  await loadMemberLayout();
  const routes: RouteFiles[] = Object.values(window.__reactRouterManifest?.routes ?? {});
  for (const route of routes) {
    const { path = '' } = route;
    if (path !== '*' && prefetchedPaths.some((wanted) => matchPath(path, wanted))) await fetchRoute(route);
  }
}

/**
 * Loads the scripts that must be available offline: the toasts that show errors and, for signed-in users, the pages they
 * visit most. Call it once the network is idle.
 */
export async function prefetchScripts(): Promise<void> {
  const prefetch = () => void prefetchForMembers().catch(() => (prefetchedFor = 'visitors'));
  onTokenChange(() => onNetworkIdle(prefetch));
  await fetchToasts();
  prefetch();
}
