import { beforeAll, expect, test, vi } from 'vitest';

type Listener = (event: object) => void;
const listeners = new Map<string, Listener>();
const focused: string[] = [];
const tabs: string[] = [];
const openWindow = vi.fn(async (_url: string) => null);
const showNotification = vi.fn(async (_title: string, _options: object) => undefined);
const origin = 'https://stories.example';

beforeAll(async () => {
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: {
      matchAll: async () => tabs.map((url) => ({ url, focus: async () => focused.push(url) })),
      openWindow,
    },
    registration: { showNotification },
  });
  await import('./push-worker.ts');
});

/** Dispatches an event and waits for what it keeps the worker alive for. */
async function dispatch(name: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}
const click = async (link: string): Promise<void> => {
  const close = vi.fn();
  await dispatch('notificationclick', { notification: { data: link, close } });
  expect(close).toHaveBeenCalledOnce();
};

test('a message is shown as it comes, and a newer one replaces it', async () => {
  const text = { title: 'The Lamp', body: 'Ana replied to you.', link: '/notifications' };
  await dispatch('push', { data: { json: () => text } });
  const options = { body: text.body, data: text.link, tag: 'notifications', renotify: true };
  expect(showNotification.mock.calls).toEqual([[text.title, expect.objectContaining(options)]]);
  await dispatch('push', { data: null });
  expect(showNotification).toHaveBeenCalledOnce();
});

test('a click focuses the tab that shows the page, or opens one; never another site', async () => {
  tabs.push(`${origin}/write`, `${origin}/notifications`);
  await click('/notifications');
  expect([focused, openWindow.mock.calls]).toEqual([[`${origin}/notifications`], []]);
  await click('/story/1');
  expect(openWindow.mock.calls).toEqual([[`${origin}/story/1`]]);
  await click('https://elsewhere.example/');
  expect(openWindow).toHaveBeenCalledOnce();
});
