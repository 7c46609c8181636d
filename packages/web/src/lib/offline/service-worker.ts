import { filesPath } from '@inkling/contract/files';
import { paths } from '../paths.ts';
import { keepSeen } from './cached-state.ts';
import { endSilence, isUnavailable, pageTimeoutMs, responseInTime } from './in-time.ts';
import { cachedResponses, readOwner } from './offline-store.ts';
import { fetchAsOwner, ownerOf, sendAs, sendFirst } from './owner-requests.ts';
import { cachedResponse } from './respond-offline.ts';
import {
  installFiles,
  isOfThisVersion,
  otherVersions,
  removeFilesBut,
  siteFile,
  sitePage,
} from './site-files.ts';
import { uncachedResponse } from './uncached-response.ts';
import { endSession, signOut, trimUnsent, unsentChangesOf } from './unsent-changes.ts';
import { write } from './write.ts';

/** A kept cover for any width and format of the image. */
const cover = (request: Request, { pathname }: URL): Promise<Response> =>
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
const file = async (request: Request): Promise<Response> => (await siteFile(request.url)) ?? fetch(request);

/**
 * The site without a network, for people who keep stories offline (docs/product/offline.md). With a network, pages and
 * responses always come from the server.
 */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  /** The page that the browser has requested with the session (page-session.ts). */
  readonly preloadResponse: Promise<Response | undefined>;
  /** Of the page that this navigation opens. */
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}
/** What a browser decides without the worker, where it can (https://w3c.github.io/ServiceWorker/#dictdef-routerrule). */
type InstallEvent = Parameters<typeof installFiles>[0] & {
  addRoutes?(rule: { condition: object; source: 'network' }): Promise<void>;
};
interface ServiceWorkerEvents {
  fetch: FetchEvent;
  install: InstallEvent;
  message: MessageEvent & WorkerEvent;
  activate: WorkerEvent;
}
declare const self: {
  addEventListener<Name extends keyof ServiceWorkerEvents>(
    name: Name,
    listener: (event: ServiceWorkerEvents[Name]) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<{ id: string }[]>;
  };
  registration: ServiceWorkerRegistration;
};

/** Written by the build: the address of the reading screen's page without a story. */
declare const readingShell: string;

const replaceMs = 3000;

const lists =
  /^\/api\/v1\/(auth\/me|stories\/(library\/me|library\/removed|bookmarks|continue-reading|in-progress))$/;
const cachedGets = /^\/api\/v1\/(chapters\/[\w-]+|stories\/[\w-]+\/(reading|search)|highlights|bookmarks)$/;
const isChapter = /^\/api\/v1\/chapters\//;
const maxLists = 40;

/** Keeps the library's lists as they were last seen. */
async function keepList(authorization: string, address: string, response: Response): Promise<void> {
  // Another person may have become the owner.
  if ((await ownerOf(authorization)) === undefined) return;
  const cache = await cachedResponses();
  await cache.put(address, response);
  const kept = (await cache.keys()).filter(({ url }) => lists.test(new URL(url).pathname));
  for (const old of kept.slice(0, Math.max(0, kept.length - maxLists))) await cache.delete(old);
}

/** Keeps what the server has just sent, for the next time without a connection. */
async function keepRead(
  authorization: string,
  url: URL,
  response: Response,
  requestedAt: number,
): Promise<void> {
  if (lists.test(url.pathname)) await keepList(authorization, url.href, response);
  else if ((await ownerOf(authorization)) !== undefined) await keepSeen(url, response, requestedAt);
}

async function read(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event;
  const authorization = request.headers.get('authorization');
  const owner = await ownerOf(authorization);
  if (owner === undefined || authorization === null) return fetch(request);
  let requestedAt = 0;
  const fetchLatest = async () => {
    if (navigator.onLine) await sendFirst(owner, authorization);
    requestedAt = Date.now();
    return fetchAsOwner(request, authorization);
  };
  const fetched = fetchLatest();
  event.waitUntil(
    fetched.then((response) => {
      // Changed chapters are fetched by the pages (sync.ts).
      if (response?.ok && !isChapter.test(url.pathname))
        return keepRead(authorization, url, response.clone(), requestedAt);
    }),
  );
  return uncachedResponse(await responseInTime(fetched, () => cachedResponse(url)), url);
}

const writes =
  /^\/api\/v1\/(chapters\/[\w-]+\/progress|stories\/[\w-]+\/like|(highlights|bookmarks)(\/[\w-]+(\/restore)?)?)$/;

function call(event: FetchEvent, url: URL): void {
  const { request } = event;
  const { method } = request;
  if (method === 'GET' && (cachedGets.test(url.pathname) || lists.test(url.pathname)))
    event.respondWith(read(event, url));
  else if (method !== 'GET' && writes.test(url.pathname))
    event.respondWith(write(request, url, (work) => event.waitUntil(work)));
}

/** Files of the site whose names do not change while a version is in use. */
const isFile = /^\/(assets\/|ambient-rain\.mp3$)/;
const isHealth = /^\/livez$/;
const isReading = /^\/reading\/[^/]+(\/[^/]+)?$/;
const isStory = /^\/story\/[^/]+$/;

/** Pages ask whether the server is there. */
async function health(request: Request): Promise<Response> {
  const response = await fetch(request);
  endSilence();
  return response;
}

async function offlinePage({ pathname, href }: URL): Promise<Response | undefined> {
  if ((await readOwner()) === undefined) return undefined;
  if (isReading.test(pathname)) return sitePage(readingShell);
  if (pathname === paths.library) return sitePage(paths.library);
  if (!isStory.test(pathname)) return undefined;
  const story = await (await cachedResponses()).match(href, { ignoreSearch: true });
  // The scripts of a page of an earlier version are gone.
  return story !== undefined && (await isOfThisVersion(story)) ? story : undefined;
}

/** The page would hang if the next version took over before all of it has passed through this one. */
async function handOver(copy: Response): Promise<void> {
  await copy.arrayBuffer().catch(() => undefined);
  self.registration.waiting?.postMessage('take over');
}

/** Removes the files of the version before, unless another open page may use them, or a version is being installed. */
async function tidyUp({ resultingClientId }: FetchEvent): Promise<void> {
  if ((await otherVersions()).length === 0) return;
  // By then, the page that this one replaces is gone.
  await new Promise((resolve) => setTimeout(resolve, replaceMs));
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const { installing, waiting } = self.registration;
  if (installing || waiting || windows.some(({ id }) => id !== resultingClientId)) return;
  await removeFilesBut(0);
}

/** A chapter does not come written while the server does not know where its reader is. */
const comesWritten = async ({ pathname }: URL): Promise<boolean> => {
  const owner = isReading.test(pathname) ? await readOwner() : undefined;
  return owner === undefined || (await unsentChangesOf(owner.userId)).length === 0;
};

/** Pages come from the server. The next version of this worker takes over once it is there and the server has responded. */
async function page(event: FetchEvent, url: URL): Promise<Response> {
  event.waitUntil(trimUnsent(Date.now()));
  const fetched = Promise.all([event.preloadResponse, comesWritten(url)])
    .then(([preloaded, isWanted]) => (isWanted && preloaded) || fetch(event.request))
    .catch(() => null);
  event.waitUntil(
    fetched.then((response) => {
      if (response === null) return;
      return self.registration.waiting ? handOver(response.clone()) : tidyUp(event);
    }),
  );
  const response = await responseInTime(fetched, () => offlinePage(url), pageTimeoutMs);
  if (!isUnavailable(response) || url.pathname === paths.library) return response;
  return (await readOwner()) === undefined
    ? response
    : Response.redirect(paths.libraryInstead(url.pathname + url.search));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === 'navigate') return event.respondWith(page(event, url));
  if (url.pathname.startsWith('/api/v1/')) return call(event, url);
  if (url.pathname.startsWith(filesPath)) return event.respondWith(cover(request, url));
  if (isFile.test(url.pathname)) return event.respondWith(file(request));
  if (isHealth.test(url.pathname)) event.respondWith(health(request));
});

/** What pages send while they are left (`keepalive`) and this worker does not answer. */
const lastRequests = [
  '/api/v1/reacting-sessions/*',
  '/api/v1/users/preferences',
  '/api/v1/stories/*/drafts/*',
  '/api/v1/auth/logout',
];

self.addEventListener('install', (event) => {
  // Chromium loses most of what a page sends while it is left, if that has been to a worker first.
  // A browser without routes may have no URLPattern either, so it must not be asked for one.
  void event.addRoutes?.({
    condition: { or: lastRequests.map((pathname) => ({ urlPattern: new URLPattern({ pathname }) })) },
    source: 'network',
  });
  void installFiles(event);
});

/** Lets this worker control the page that installed it. Pages of the version before keep their files. */
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), removeFilesBut(1)])),
);

self.addEventListener('message', (event) => {
  const { data, ports } = event;
  const reply = (): void => ports[0]?.postMessage('done');
  if (data === 'take over') event.waitUntil(self.skipWaiting());
  else if (data === 'is there') reply();
  else if (typeof data?.signedOut === 'string') event.waitUntil(signOut(data.signedOut).then(reply));
  else if (data?.ended !== undefined) event.waitUntil(endSession(data.ended, Date.now()).then(reply));
  else if (typeof data?.send === 'string') event.waitUntil(sendAs(`Bearer ${data.send}`).then(reply, reply));
});
