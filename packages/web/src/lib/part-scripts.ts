/** The site has been brought up to date, and has other scripts now. */
export class OutdatedScript extends Error {}

/** Addresses of files that the browser's cache has. */
const fetched = new Set<string>();
const fetching = new Map<string, Promise<void>>();

/** Whether the document has loaded this file already, such as with its first scripts. */
const isLoaded = (address: string): boolean =>
  performance
    .getEntriesByName(location.origin + address)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200);

async function fetchIntoCache(address: string): Promise<void> {
  const response = await fetch(address);
  if (response.status === 404) throw new OutdatedScript();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // Whole: one that breaks off is not there.
  await response.arrayBuffer();
  fetched.add(address);
}

/** Has the browser keep a file, which lasts a year (docs/product.md §1.9); those who ask together share one fetch. */
export async function fetchFile(address: string): Promise<void> {
  if (fetched.has(address) || isLoaded(address)) return;
  const pending = fetching.get(address) ?? fetchIntoCache(address).finally(() => fetching.delete(address));
  fetching.set(address, pending);
  await pending;
}

/** Adds a style sheet that the document does not have yet, and waits until it applies. */
async function applyStyles(address: string): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const known = sheets.find((sheet) => sheet.getAttribute('href') === address);
  if (known?.sheet) return;
  const link = known ?? document.createElement('link');
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    if (known !== undefined) return;
    link.rel = 'stylesheet';
    link.href = address;
    document.head.append(link);
  }).catch((error: unknown) => {
    link.remove();
    throw error;
  });
}

/**
 * Imports a part of a page once all its files have been fetched. By the HTML standard an import that failed stays
 * failed until the page is reloaded, and Chromium treats preloads the same; a fetch can be repeated.
 * The build puts this in the place of Vite's own helper around each `import()` (packages/web/replace-script-loaders.ts).
 */
export async function importPart<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  const addresses = files.map((file) => import.meta.env.BASE_URL + file);
  await Promise.all(addresses.map(fetchFile));
  await Promise.all(addresses.filter((address) => address.endsWith('.css')).map(applyStyles));
  return load();
}
