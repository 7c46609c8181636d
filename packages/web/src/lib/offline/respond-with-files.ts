import { responseInTime } from './in-time.ts';
import { cachedResponses } from './offline-store.ts';
import { siteFile } from './site-files.ts';

/** A kept cover for any width and format of the image. */
export const cover = (request: Request, { pathname }: URL): Promise<Response> =>
  responseInTime(
    fetch(request).catch(() => null),
    async () => {
      const stem = pathname.replace(/-\d+\.\w+$/, '');
      const cache = await cachedResponses();
      const kept = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(stem));
      return kept && cache.match(kept, { ignoreVary: true });
    },
  );

/** A file of the site: its scripts, styles and fonts, and the sound of rain. */
export const file = async (request: Request): Promise<Response> =>
  (await siteFile(request.url)) ?? fetch(request);
