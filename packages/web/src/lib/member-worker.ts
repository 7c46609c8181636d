// The service worker of members who keep nothing offline. Its navigations send the session (page-session.ts): pages come written.

interface NavigationEvent extends Event {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
declare const self: {
  addEventListener(name: 'fetch', listener: (event: NavigationEvent) => void): void;
  addEventListener(name: 'install', listener: () => void): void;
  skipWaiting(): Promise<void>;
};

export {};

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const preloaded = event.preloadResponse.catch(() => undefined);
  event.respondWith(preloaded.then((response) => response ?? fetch(event.request)));
});
