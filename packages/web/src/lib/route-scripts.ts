import { nextRetry } from './next-retry.ts';
import { fetchFile, OutdatedScript } from './part-scripts.ts';

/** A route as the table of routes has it, with the files that it needs. */
export interface RouteFiles {
  id: string;
  path?: string;
  module: string;
  imports?: string[];
  css?: string[];
}

/** Where the router keeps its table of routes and itself. */
declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, RouteFiles> };
    __reactRouterDataRouter?: { state: { navigation: Navigation } };
  }
}

type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;
interface Navigation {
  location?: Address;
  matches?: { route: { id: string } }[];
}
type Listener = () => void;
type Modules = Record<string, unknown>;

const listeners = new Set<Listener>();
/** Routes whose scripts cannot be fetched just now, each with how to try again at once. */
const waiting = new Map<string, Listener>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Tells when pages begin or cease to wait for their scripts. */
export function onWaiting(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page that is gone to just now is one that waits. */
export const isWaiting = (): boolean => [...waiting.keys()].some(isWanted);

export function tryAgain(): void {
  for (const retry of waiting.values()) retry();
}

/** Has the browser keep what a route needs, which lasts a year (docs/product.md §1.9). */
export async function fetchRoute({ module, imports = [], css = [] }: RouteFiles): Promise<void> {
  await Promise.all([module, ...imports, ...css].map(fetchFile));
}

function nextTry(id: string): Promise<void> {
  const { comes, now } = nextRetry();
  waiting.set(id, now);
  tell();
  return comes;
}

/** Never comes to an end: the document is loaded anew meanwhile. */
const forever = () => new Promise<never>(() => undefined);

/**
 * Loads a route's script, and stands where the router has its own way of doing it, which loads the whole page anew when
 * a script fails to come: without a network the browser then shows its own page, and everything is gone. Here the page
 * stays, says what it waits for (features/layout/scripts-pending.tsx), and opens the other when it can. Scripts
 * are fetched before they are imported, since browsers may keep in mind that an import has failed.
 */
export async function loadRouteModule(route: RouteFiles, loaded: Modules): Promise<unknown> {
  for (;;) {
    if (route.id in loaded) return loaded[route.id];
    try {
      await fetchRoute(route);
      const module: unknown = await import(/* @vite-ignore */ route.module);
      loaded[route.id] = module;
      if (waiting.delete(route.id)) tell();
      return module;
    } catch (error) {
      // Whoever has gone elsewhere meanwhile stays there.
      if (error instanceof OutdatedScript && isWanted(route.id)) {
        loadAnew(addressOf(navigation().location ?? location));
        return forever();
      }
      await nextTry(route.id);
    }
  }
}

const navigation = (): Navigation => window.__reactRouterDataRouter?.state.navigation ?? {};

const isWanted = (id: string): boolean => navigation().matches?.some(({ route }) => route.id === id) ?? false;

const addressOf = ({ pathname, search, hash }: Address): string => pathname + search + hash;

/** Loads the document of an address. Who goes back has that address already, and going there may load nothing. */
function loadAnew(address: string): void {
  if (address === addressOf(location)) location.reload();
  else location.assign(address);
}
