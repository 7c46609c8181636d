import { fetchToasts } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { fetchRoute, type RouteFiles } from '../../lib/route-scripts.ts';
import { readToken } from '../../lib/session-store.ts';
import { fetchMemberParts } from './lazy-member-layout.tsx';

/** Where a finger goes next: the bar at the bottom, a story, and its text. */
const likely: string[] = [
  paths.home,
  paths.discover,
  paths.library,
  paths.write,
  paths.profile,
  paths.story(':storyId'),
  '/reading/:storyId/:chapterId?',
];

/** Whether the network is meant to be spared, as far as the browser says. */
const sparing = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true;

/**
 * Fetches, once the page is quiet, what has to be there when the network is not: what says a failure, and for signed-in
 * people the scripts of the pages that they go to most.
 */
export async function fetchAhead(): Promise<void> {
  await fetchToasts();
  if (readToken() === null || sparing()) return;
  await fetchMemberParts();
  const routes: RouteFiles[] = Object.values(window.__reactRouterManifest?.routes ?? {});
  for (const route of routes) {
    if (likely.includes(`/${route.path}`)) await fetchRoute(route);
  }
}
