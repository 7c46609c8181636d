import { matchPath } from 'react-router';
import { nextRetry } from './next-retry.ts';
import { fetchFile, OutdatedScript } from './part-scripts.ts';

/** A route's entry in the router manifest, with the files that it needs. */
export interface RouteFiles {
  id: string;
  path?: string;
  module: string;
  imports?: string[];
}

/** The globals in which React Router stores its manifest and the router. */
declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, RouteFiles> };
    __reactRouterDataRouter?: { state: { navigation: Navigation } };
  }
}

type UrlParts = Pick<URL, 'pathname' | 'search' | 'hash'>;
interface Navigation {
  location?: UrlParts;
  matches?: { route: { id: string } }[];
}

const listeners = new Set<() => void>();
/** Routes whose scripts could not be fetched. */
const waiting = new Set<string>();

/** Subscribes to changes of the routes that wait for their scripts. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the current navigation waits for its scripts. */
export const isWaiting = (): boolean => [...waiting].some(isWanted);

function setWaiting(id: string, waits: boolean): void {
  if (waits) waiting.add(id);
  else waiting.delete(id);
  for (const listener of listeners) listener();
}

/** Puts a route's files into the browser cache for a year (docs/product/http.md#caching). */
async function fetchRoute({ module, imports = [] }: RouteFiles): Promise<void> {
  await Promise.all([module, ...imports].map(fetchFile));
}

/** Fetches the files of the pages at these paths, one page after another. */
export async function fetchRoutesOf(paths: readonly string[]): Promise<void> {
  for (const route of Object.values(window.__reactRouterManifest?.routes ?? {})) {
    const { path = '' } = route;
    if (path !== '*' && paths.some((wanted) => matchPath(path, wanted))) await fetchRoute(route);
  }
}

/**
 * Replaces React Router's module loader, which reloads the document when a script fails to load. Offline, that
 * reload shows the browser's error page and loses unsaved state. Here the current page stays, shows that it waits
 * (features/layout/scripts-pending.tsx), and navigates once the script arrives. Scripts are fetched before they are
 * imported, because browsers remember a failed import.
 */
export async function loadRouteModule(route: RouteFiles, loaded: Record<string, unknown>): Promise<unknown> {
  while (!(route.id in loaded)) {
    try {
      await fetchRoute(route);
      loaded[route.id] = await import(/* @vite-ignore */ route.module);
    } catch (error) {
      // If the user has navigated elsewhere, they stay there.
      if (error instanceof OutdatedScript && isWanted(route.id)) return loadDocument();
      setWaiting(route.id, true);
      await nextRetry();
    }
  }
  setWaiting(route.id, false);
  return loaded[route.id];
}

const navigation = (): Navigation => window.__reactRouterDataRouter?.state.navigation ?? {};

const isWanted = (id: string): boolean => navigation().matches?.some(({ route }) => route.id === id) ?? false;

const urlOf = ({ pathname, search, hash }: UrlParts): string => pathname + search + hash;

/** Loads the destination as a new document; never resolves. */
function loadDocument(): Promise<never> {
  const url = urlOf(navigation().location ?? location);
  // After going back the URL is already current, and assigning it may load nothing.
  if (url === urlOf(location)) location.reload();
  else location.assign(url);
  return new Promise(() => undefined);
}
