/**
 * Shows push messages as they come. A worker of its own, apart from the one that keeps stories offline: people may want
 * either without the other (docs/product/push.md#browsers).
 */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushWorkerEvents {
  push: WorkerEvent & { readonly data: { json(): unknown } | null };
  notificationclick: WorkerEvent & { readonly notification: Notification };
}
declare const self: {
  addEventListener<Name extends keyof PushWorkerEvents>(
    name: Name,
    listener: (event: PushWorkerEvents[Name]) => void,
  ): void;
  clients: {
    matchAll(options: {
      type: 'window';
      includeUncontrolled: true;
    }): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
};

/** All messages have it, so that a newer one replaces the one before. */
const tag = 'notifications';

/** What the server has sent (packages/server/src/modules/push/push-text.ts). */
interface PushText {
  title: string;
  body: string;
  link: string;
}

self.addEventListener('push', (event) => {
  if (event.data === null) return;
  const { title, body, link } = event.data.json() as PushText;
  const shown = { body, tag, renotify: true, icon: '/icon-192.png', data: link };
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** Focuses a tab that already shows the page, or opens it in a new one: the others may have something unfinished. */
async function open({ href }: URL): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === href);
  await (tab === undefined ? self.clients.openWindow(href) : tab.focus());
}

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const url = new URL(String(notification.data), location.origin);
  if (url.origin === location.origin) event.waitUntil(open(url));
});

// Makes it a module, whose names are its own.
export {};
