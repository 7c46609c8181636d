// The service worker of members who keep nothing offline. Its navigations send the session (page-session.ts): pages come written.

interface NavigationEvent extends Event {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
/** What a browser decides without the worker, where it can (https://w3c.github.io/ServiceWorker/#dictdef-routerrule). */
interface InstallEvent extends Event {
  addRoutes?(rules: { condition: object; source: 'network' | 'fetch-event' }[]): Promise<void>;
}
declare const self: {
  addEventListener(name: 'fetch', listener: (event: NavigationEvent) => void): void;
  addEventListener(name: 'install', listener: (event: InstallEvent) => void): void;
  skipWaiting(): Promise<void>;
};

export {};

self.addEventListener('install', (event) => {
  // Chromium loses what a page sends while it is left, if that has been to a worker first: a place, the end of a session.
  void event.addRoutes?.([
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    { condition: { urlPattern: new URLPattern({}) }, source: 'network' },
  ]);
  void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const preloaded = event.preloadResponse.catch(() => undefined);
  event.respondWith(preloaded.then((response) => response ?? fetch(event.request)));
});
