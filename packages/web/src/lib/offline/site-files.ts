import { PrecacheController } from 'workbox-precaching';

// The scripts, styles and pages of this version of the site, and for a while those of the version before it.

/** Written by the build: the files and pages to keep, their version, and the address of the page's main script. */
declare const precached: { url: string; revision: string | null }[];
declare const siteVersion: string;
declare const mainScript: string;

const prefix = 'inkling-site-';
const ownCache = prefix + siteVersion;

/** Whether a page belongs to this version: with scripts of another one it would not work without a network. */
export const isOfThisVersion = async (page: Response): Promise<boolean> =>
  (await page.clone().text()).includes(mainScript);

const controller = new PrecacheController({
  cacheName: ownCache,
  plugins: [
    {
      // Then the installation is tried again.
      cacheWillUpdate: async ({ response }) => {
        if (response.status !== 200) return null;
        const isPage = response.headers.get('content-type')?.includes('text/html') === true;
        return isPage && !(await isOfThisVersion(response)) ? null : response;
      },
    },
  ],
});
controller.addToCacheList(precached);

/** Fetches the files of this version; fails without all of them. */
export const installFiles = (event: Parameters<typeof controller.install>[0]): Promise<unknown> =>
  controller.install(event);

/** A page of this version. */
export const sitePage = (url: string): Promise<Response | undefined> => controller.matchPrecache(url);

/** A file of this version, or of the one before, which open pages may still use: names of files are never used again. */
export const siteFile = async (url: string): Promise<Response | undefined> =>
  (await controller.matchPrecache(url)) ?? (await caches.match(url));

/** The caches of other versions, in the order in which they were created. */
export const otherVersions = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownCache);

/** Removes the files of all versions but this one and the `earlier` latest others. */
export async function removeFilesBut(earlier: 0 | 1): Promise<void> {
  const others = await otherVersions();
  for (const name of others.slice(0, others.length - earlier)) await caches.delete(name);
}
