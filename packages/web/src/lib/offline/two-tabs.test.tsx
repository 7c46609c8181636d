import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as Store from './offline-store.ts';
import type * as Sending from './send-changes.ts';

// Each frame loads the scripts for itself, like a tab: only the stored data and the locks are shared.

interface Tab {
  store: typeof Store;
  sending: typeof Sending;
  /** Ends its scripts, like closing the tab. */
  close(): void;
}
interface Sent {
  address: string;
  /** How many requests were on their way with it. */
  atOnce: number;
}
let sent: Sent[] = [];
let running = 0;
/** What the next response waits for. */
let delay: Promise<unknown> | null = null;
const tabs: Tab[] = [];

/** Records what the tabs send. Each response takes a while. */
async function respond(address: string | URL | Request): Promise<Response> {
  running += 1;
  sent.push({ address: String(address), atOnce: running });
  await (delay ?? new Promise((resolve) => setTimeout(resolve, 20)));
  running -= 1;
  return Response.json({ success: true });
}

const fileUrl = (name: string): string => new URL(name, import.meta.url).href;

async function openTab(): Promise<Tab> {
  const frame = document.createElement('iframe');
  // Any document of this site.
  frame.src = fileUrl('./offline-header.ts');
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const { contentWindow: view, contentDocument: page } = frame;
  if (view === null || page === null) throw new Error('The frame has no document.');
  view.fetch = respond;
  const script = page.createElement('script');
  script.type = 'module';
  const files = [fileUrl('./offline-store.ts'), fileUrl('./send-changes.ts')];
  script.textContent = `
    const [store, sending] = await Promise.all(${JSON.stringify(files)}.map((file) => import(file)));
    dispatchEvent(new CustomEvent('opened', { detail: { store, sending } }));`;
  const opened = new Promise<Omit<Tab, 'close'>>((resolve) =>
    view.addEventListener('opened', (event) => resolve((event as CustomEvent).detail), { once: true }),
  );
  page.documentElement.append(script);
  const tab = { ...(await opened), close: () => frame.remove() };
  tabs.push(tab);
  return tab;
}

const noteBy = (number: number): Store.Change => ({
  userId: 'ada',
  storyId: 's1',
  subject: `place c${number}`,
  method: 'POST',
  path: `/chapters/c${number}/progress`,
  body: { progress: 10 },
  at: '2026-03-02T10:00:00.000Z',
});
const addressOf = (number: number) => `/api/v1/chapters/c${number}/progress`;
const sendIn = ({ sending }: Tab) => sending.sendChanges(sending.storedQueue('ada', 'Bearer ada-token'));

beforeEach(async () => {
  sent = [];
  running = 0;
  const { store, close } = await openTab();
  for (const { id } of await store.allChanges()) if (id !== undefined) await store.deleteChange(id);
  await store.saveOwner({ userId: 'ada', tokenHash: '', clockAhead: 0 });
  close();
});
afterEach(() => {
  for (const { close } of tabs.splice(0)) close();
});

test('two tabs that send at once send each change once, one after the other, in the order in which they were made', async () => {
  const [first, second] = [await openTab(), await openTab()];
  for (let number = 1; number <= 6; number += 1)
    await (number % 2 === 0 ? second : first).store.replaceChanges([], noteBy(number));
  await Promise.all([sendIn(first), sendIn(second), sendIn(first)]);
  expect(sent).toEqual([1, 2, 3, 4, 5, 6].map((number) => ({ address: addressOf(number), atOnce: 1 })));
  expect(await first.store.allChanges()).toEqual([]);
});

test('what was made before and after a reload is sent in this order, by a tab that was opened later', async () => {
  const first = await openTab();
  await first.store.replaceChanges([], noteBy(1));
  await first.store.replaceChanges([], noteBy(2));
  first.close();
  const second = await openTab();
  await second.store.replaceChanges([], noteBy(3));
  // A number that was used before is not used again.
  const [oldest] = await second.store.allChanges();
  await second.store.replaceChanges(oldest ? [oldest] : [], noteBy(4));
  second.close();
  await sendIn(await openTab());
  expect(sent.map(({ address }) => address)).toEqual([2, 3, 4].map(addressOf));
});

test('a tab that is closed while it sends leaves the rest to another one', async () => {
  const [first, second] = [await openTab(), await openTab()];
  for (const number of [1, 2, 3]) await first.store.replaceChanges([], noteBy(number));
  delay = new Promise(() => undefined);
  void sendIn(first).catch(() => undefined);
  await expect.poll(() => sent.length).toBe(1);
  delay = null;
  first.close();
  await sendIn(second);
  // The first may have arrived or not, so it is sent again.
  expect(sent.map(({ address }) => address)).toEqual([1, 1, 2, 3].map(addressOf));
  expect(await second.store.allChanges()).toEqual([]);
});
