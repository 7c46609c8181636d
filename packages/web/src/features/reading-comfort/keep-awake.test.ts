import { expect, test } from 'vitest';
import { keepAwake } from './reading-comfort.tsx';

/** A screen whose requests wait until the test grants or refuses them, as a browser would. */
function fakeScreen() {
  const locks: { released: boolean }[] = [];
  const requests: PromiseWithResolvers<WakeLockSentinel>[] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return {
    page,
    screen: {
      request: () => {
        const request = Promise.withResolvers<WakeLockSentinel>();
        requests.push(request);
        return request.promise;
      },
    },
    requests,
    /** How many locks are held. */
    held: () => locks.filter(({ released }) => !released).length,
    async grant(request = requests.at(-1)) {
      const lock = {
        released: false,
        release: async () => {
          lock.released = true;
        },
      };
      locks.push(lock);
      request?.resolve(lock as unknown as WakeLockSentinel);
      await settled();
    },
    async refuse(request = requests.at(-1)) {
      request?.reject(new DOMException('', 'NotAllowedError'));
      await settled();
    },
    async show(visibilityState: DocumentVisibilityState) {
      // Browsers release all locks of a page that is hidden.
      if (visibilityState === 'hidden') for (const lock of locks) lock.released = true;
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
      await settled();
    },
  };
}

test('the screen stays on until the end, and again after each return to the page', async () => {
  const { page, screen, requests, held, grant, show } = fakeScreen();
  const stop = keepAwake(page, screen);
  await grant();
  expect(held()).toBe(1);
  await show('hidden');
  expect([held(), requests.length]).toEqual([0, 1]);
  await show('visible');
  await grant();
  expect([held(), requests.length]).toEqual([1, 2]);
  stop();
  expect(held()).toBe(0);
  await show('hidden');
  await show('visible');
  expect(requests).toHaveLength(2);
});

test('a page that is opened in the background requests nothing until it is shown', async () => {
  const { page, screen, requests, held, grant, show } = fakeScreen();
  page.visibilityState = 'hidden';
  const stop = keepAwake(page, screen);
  expect(requests).toEqual([]);
  await show('visible');
  await grant();
  expect(held()).toBe(1);
  stop();
});

test('a page that is hidden and shown during a request holds one lock, whether it was granted or refused', async () => {
  for (const firstIsGranted of [true, false]) {
    const { page, screen, requests, held, grant, refuse, show } = fakeScreen();
    const stop = keepAwake(page, screen);
    const [first] = requests;
    await show('hidden');
    await show('visible');
    await show('hidden');
    await show('visible');
    expect(requests).toHaveLength(1);
    await (firstIsGranted ? grant(first) : refuse(first));
    expect(requests).toHaveLength(firstIsGranted ? 1 : 2);
    if (!firstIsGranted) await grant();
    expect(held()).toBe(1);
    stop();
    expect(held()).toBe(0);
  }
});

test('a lock that is granted after the end is released at once', async () => {
  const { page, screen, held, grant, show } = fakeScreen();
  const stop = keepAwake(page, screen);
  await show('visible');
  stop();
  await grant();
  expect(held()).toBe(0);
});

test('a refusal is quiet, and the next return to the page requests again', async () => {
  const { page, screen, requests, held, refuse, grant, show } = fakeScreen();
  const stop = keepAwake(page, screen);
  await refuse();
  expect([held(), requests.length]).toEqual([0, 1]);
  await show('hidden');
  await show('visible');
  await grant();
  expect([held(), requests.length]).toEqual([1, 2]);
  stop();
});
