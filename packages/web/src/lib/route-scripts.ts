import { nextRetry } from './next-retry.ts';
import { fetchFile, OutdatedScript } from './part-scripts.ts';

/** A route's entry in the router manifest, with the files that it needs. */
export interface RouteFiles {
  id: string;
  path?: string;
  module: string;
  imports?: string[];
  css?: string[];
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
type Listener = () => void;
type Modules = Record<string, unknown>;

const listeners = new Set<Listener>();
/** Routes whose scripts could not be fetched, each with a function that retries at once. */
const waiting = new Map<string, Listener>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Subscribes to changes of the routes that wait for their scripts. */
export function onWaiting(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the current navigation waits for its scripts. */
export const isWaiting = (): boolean => [...waiting.keys()].some(isWanted);

export function tryAgain(): void {
  for (const retry of waiting.values()) retry();
}

/** Puts a route's files into the browser cache for a year (docs/product/http.md#caching). */
export async function fetchRoute({ module, imports = [], css = [] }: RouteFiles): Promise<void> {
  await Promise.all([module, ...imports, ...css].map(fetchFile));
}

function waitForRetry(id: string): Promise<void> {
  const { due, now } = nextRetry();
  waiting.set(id, now);
  notify();
  return due;
}

/** Never resolves: the document is being reloaded. */
const forever = () => new Promise<never>(() => undefined);

/**
 * Replaces React Router's module loader, which reloads the document when a script fails to load. Offline, that
 * reload shows the browser's error page and loses unsaved state. Here the current page stays, shows that it waits
 * (features/layout/scripts-pending.tsx), and navigates once the script arrives. Scripts are fetched before they are
 * imported, because browsers may remember a failed import.
 */
export async function loadRouteModule(route: RouteFiles, loaded: Modules): Promise<unknown> {
  for (;;) {
    if (route.id in loaded) return loaded[route.id];
    try {
      await fetchRoute(route);
      const module: unknown = await import(/* @vite-ignore */ route.module);
      loaded[route.id] = module;
      if (waiting.delete(route.id)) notify();
      return module;
    } catch (error) {
      // If the user has navigated elsewhere, they stay there.
      if (error instanceof OutdatedScript && isWanted(route.id)) {
        loadDocument(urlOf(navigation().location ?? location));
        return forever();
      }
      await waitForRetry(route.id);
    }
  }
}

const navigation = (): Navigation => window.__reactRouterDataRouter?.state.navigation ?? {};

const isWanted = (id: string): boolean => navigation().matches?.some(({ route }) => route.id === id) ?? false;

const urlOf = ({ pathname, search, hash }: UrlParts): string => pathname + search + hash;

/** Loads a URL as a new document. After going back the URL is already current, and assigning it may load nothing. */
function loadDocument(url: string): void {
  if (url === urlOf(location)) location.reload();
  else location.assign(url);
}
