/** A new version of the site was deployed, and this script no longer exists. */
export class OutdatedScript extends Error {}

/** Requests of files by URL, without those that failed. */
const requests = new Map<string, Promise<void>>();

/** Whether the document has already loaded this file. */
const isLoaded = (url: string): boolean =>
  performance
    .getEntriesByName(location.origin + url)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200);

async function fetchIntoCache(url: string): Promise<void> {
  if (isLoaded(url)) return;
  const response = await fetch(url);
  if (response.status === 404) throw new OutdatedScript();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Read the whole body: a truncated response is not cached.
  await response.arrayBuffer();
}

/** Puts a file into the browser cache for a year (docs/product/http.md#caching); concurrent callers share one request. */
export function fetchFile(url: string): Promise<void> {
  const request = requests.get(url) ?? fetchIntoCache(url);
  requests.set(url, request);
  request.catch(() => requests.delete(url));
  return request;
}

/**
 * Runs a dynamic import after its scripts have been fetched: a failed import stays failed until the page is reloaded, a
 * fetch can be retried. In the build it replaces Vite's helper around each `import()` (packages/web/vite.config.ts).
 */
export async function importPart<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(files.map((file) => fetchFile(import.meta.env.BASE_URL + file)));
  return load();
}

export { importPart as __vitePreload };
