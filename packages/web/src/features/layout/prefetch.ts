import { fetchToasts } from '../../lib/notify.ts';
import { onNetworkIdle } from '../../lib/on-network-idle.ts';
import { paths } from '../../lib/paths.ts';
import { fetchRoute, type RouteFiles } from '../../lib/route-scripts.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';
import { loadMemberLayout } from './lazy-member-layout.tsx';

/** Where a finger goes next: the bar at the bottom, a story and its text, and the page to which a log-out leads. */
const prefetchedPaths: string[] = [
  paths.landing,
  paths.home,
  paths.discover,
  paths.library,
  paths.write,
  paths.profile,
  paths.story(':storyId'),
  '/reading/:storyId/:chapterId?',
];

/** Whether the network is meant to be spared, as far as the browser says. */
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
    if (prefetchedPaths.includes(`/${route.path ?? ''}`)) await fetchRoute(route);
  }
}

/**
 * Fetches, once the page is quiet, what has to be there when the network is not: what says a failure, and for signed-in
 * people, whenever they sign in, the scripts of the pages that they go to most.
 */
export async function prefetchScripts(): Promise<void> {
  const prefetch = () => void prefetchForMembers().catch(() => (prefetchedFor = 'visitors'));
  onTokenChange(() => onNetworkIdle(prefetch));
  await fetchToasts();
  prefetch();
}
