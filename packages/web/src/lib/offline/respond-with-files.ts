import { cachedResponses } from './offline-store.ts';
import { siteFile } from './site-files.ts';

/** A kept cover for any width and format of the image. */
export async function cover(request: Request, { pathname }: URL): Promise<Response> {
  const response = await fetch(request).catch(() => null);
  if (response !== null) return response;
  const stem = pathname.replace(/-\d+\.\w+$/, '');
  const cache = await cachedResponses();
  const kept = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(stem));
  return (kept && (await cache.match(kept, { ignoreVary: true }))) ?? Response.error();
}

/** A file of the site: its scripts, styles and fonts. */
export const asset = async (request: Request): Promise<Response> =>
  (await siteFile(request.url)) ?? fetch(request);
