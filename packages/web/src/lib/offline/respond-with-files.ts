import { cachedResponses, readOwner } from './offline-store.ts';
import { siteFile } from './site-files.ts';

interface FileEvent {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
}

/** A kept cover for any width and format of the image. */
export async function cover(request: Request, { pathname }: URL): Promise<Response> {
  const response = await fetch(request).catch(() => null);
  if (response !== null) return response;
  const stem = pathname.replace(/-\d+\.\w+$/, '');
  const cache = await cachedResponses();
  const kept = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(stem));
  return (kept && (await cache.match(kept, { ignoreVary: true }))) ?? Response.error();
}

/** Fonts among the site's own files, also of the next version, whose pages this worker serves until it is replaced. */
const isSiteFont = /-latin-(wght|opsz|standard)-/;

/** Keeps a font as soon as a text needs it; others that kept stories need are fetched by pages (fonts.ts). */
async function keepFont(address: string, font: Response): Promise<void> {
  if ((await readOwner()) !== undefined) await (await cachedResponses()).put(address, font);
}

/** A file of the site: its scripts, styles and fonts. */
export async function asset(event: FileEvent, { href, pathname }: URL): Promise<Response> {
  const kept = await siteFile(href);
  if (kept !== undefined) return kept;
  const response = await fetch(event.request);
  // It is shown even if there is no room for it.
  if (response.ok && pathname.endsWith('.woff2') && !isSiteFont.test(pathname))
    event.waitUntil(keepFont(href, response.clone()).catch(() => undefined));
  return response;
}
