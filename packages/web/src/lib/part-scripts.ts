/** A new version of the site was deployed, and this script no longer exists. */
export class OutdatedScript extends Error {}

/** URLs of files that are in the browser's cache. */
const fetched = new Set<string>();
const fetching = new Map<string, Promise<void>>();

/** Whether the document has already loaded this file. */
const isLoaded = (url: string): boolean =>
  performance
    .getEntriesByName(location.origin + url)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200);

async function fetchIntoCache(url: string): Promise<void> {
  const response = await fetch(url);
  if (response.status === 404) throw new OutdatedScript();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Read the whole body: a truncated response is not cached.
  await response.arrayBuffer();
  fetched.add(url);
}

/** Puts a file into the browser cache for a year (docs/product/http.md#caching); concurrent callers share one fetch. */
export async function fetchFile(url: string): Promise<void> {
  if (fetched.has(url) || isLoaded(url)) return;
  const pending = fetching.get(url) ?? fetchIntoCache(url).finally(() => fetching.delete(url));
  fetching.set(url, pending);
  await pending;
}

/** Adds a style sheet unless the document has it, and waits until it applies. */
async function applyStyles(url: string): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const existing = sheets.find((sheet) => sheet.getAttribute('href') === url);
  if (existing?.sheet) return;
  const link = existing ?? document.createElement('link');
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    if (existing !== undefined) return;
    link.rel = 'stylesheet';
    link.href = url;
    document.head.append(link);
  }).catch((error: unknown) => {
    link.remove();
    throw error;
  });
}

/**
 * Runs a dynamic import after all its files have been fetched. By the HTML standard a failed import stays failed
 * until the page is reloaded, and Chromium treats preloads the same; a fetch can be retried.
 * The build uses this instead of Vite's helper around each `import()` (packages/web/replace-script-loaders.ts).
 */
export async function importPart<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  const urls = files.map((file) => import.meta.env.BASE_URL + file);
  await Promise.all(urls.map(fetchFile));
  await Promise.all(urls.filter((url) => url.endsWith('.css')).map(applyStyles));
  return load();
}
