import { matchRoutes } from 'react-router';

/** A page's entry in React Router's manifest, with the files that it needs. */
interface PageFiles {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
}

declare global {
  interface Window {
    /** React Router's. */
    __reactRouterManifest?: { routes: Record<string, PageFiles> };
  }
}

/** A new version of the site was deployed, and this page's scripts no longer exist. */
export class OutdatedPage extends Error {}

/** The requests of pages' files that have not failed, by the id of their route, and the pages whose files are cached. */
const requests = new Map<string, Promise<void>>();
const cached = new Set<string>();

function pageAt(pathname: string): PageFiles | undefined {
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
  const pages = routes.filter(({ parentId }) => parentId !== undefined);
  return matchRoutes(pages, pathname)?.at(-1)?.route;
}

/** Reads the whole file: a truncated response is not cached. */
async function fetchFile(address: string): Promise<void> {
  const response = await fetch(address);
  if (response.status === 404) throw new OutdatedPage();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await response.arrayBuffer();
}

async function fetchFiles({ id, module, imports = [] }: PageFiles): Promise<void> {
  await Promise.all([module, ...imports].map(fetchFile));
  cached.add(id);
}

/**
 * Whether the page at a path can be opened from the page at another, which is open, without fetching scripts. Back to a
 * page that was open must not wait: React Router would take that navigation back first, and cancel one that follows.
 */
export function hasPage(pathname: string, from: string): boolean {
  const [page, open] = [pageAt(pathname), pageAt(from)];
  if (open !== undefined) cached.add(open.id);
  return page === undefined || cached.has(page.id);
}

/**
 * Puts the scripts of the page at a path into the browser's cache, for a year (docs/product/http.md#caching). React Router
 * reloads the document when a script fails, and browsers remember a failed import; a fetch can be repeated.
 */
export function fetchPage(pathname: string): Promise<void> {
  const page = pageAt(pathname);
  if (page === undefined) return Promise.resolve();
  const request = requests.get(page.id) ?? fetchFiles(page);
  requests.set(page.id, request);
  request.catch(() => requests.delete(page.id));
  return request;
}
