import type { Page } from '@playwright/test';
import { faultyProxy } from './support/faulty-proxy.ts';
import { keep, storedIn } from './support/offline.ts';
import { secondMark, secondRelease } from './support/second-release.ts';
import { startSite } from './support/server.ts';
import { createStory, expect, joinViaApi, setToken, test } from './support/test.ts';

// A service worker stays for the next test of a shared context.
test.use({
  freshContext: true,
  // Preloads are not used while the server does not respond, and the proxy carries no live connections.
  expectedErrors: [
    /cross-world service worker resource mismatch|preloaded using link preload but not used|^WebSocket connection to/,
  ],
});

/** Whether the scripts of the page are those of the second release. */
const isSecond = (page: Page) =>
  page.evaluate(
    (mark) => [...document.scripts].some(({ textContent, src }) => `${src}${textContent}`.includes(mark)),
    secondMark,
  );
/** 'waiting' while there is a next version, otherwise the state of the only one. */
const stateOfWorkers = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.waiting ? 'waiting' : registration?.active?.state;
  });
const versionsKept = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('inkling-site-')).length);

/** A change that waits, of a person whose session ended before they had a connection. */
const addChangeOfAnother = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('inkling-offline');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction('changes', 'readwrite');
    const at = new Date().toISOString();
    transaction.objectStore('changes').add({ userId: 'another person', subject: 'like', at });
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  });

test('a release replaces the one before, whose open pages go on; without a response, what is kept opens; OFFLINE=off removes all of it', async ({
  page: old,
  context,
}) => {
  test.setTimeout(300_000);
  const [site, release] = await Promise.all([startSite(), secondRelease()]);
  const network = await faultyProxy(site.url);
  network.isUncached = true;
  const documents: string[] = [];
  try {
    const author = await joinViaApi(old, site, 'author');
    const { story, chapters } = await createStory(old, site, author.token, { chapters: 2 });
    const reading = `${network.url}/reading/${story}/${chapters[0]}`;
    await setToken(old, author.token);
    await keep(old, story, network.url);
    await old.goto(reading);
    await expect(old.getByRole('button', { name: 'Live Chat' })).toBeVisible();
    expect(await isSecond(old)).toBe(false);
    await site.shutDown();
    await site.restart({}, release.program);
    // The worker has noticed the restart.
    await context.request.get(`${site.url}/library`);
    await old.evaluate(async () => void (await fetch('/livez')));

    let isWaiting = true;
    const page = await context.newPage();
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        documents.push(new URL(request.url()).pathname);
    });
    await test.step('the next visit runs the new release, and the old page loads its parts', async () => {
      // A visit opens what is kept if the program, which has just started, is late.
      let visits = 0;
      await expect(async () => {
        visits += 1;
        await page.goto(`${network.url}/library`);
        await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
        expect(await isSecond(page)).toBe(true);
      }).toPass();
      // If there was a second visit, the new worker may have taken over as it arrived.
      const waiting = expect.poll(() => stateOfWorkers(page), { timeout: visits > 1 ? 10_000 : 30_000 });
      isWaiting = await waiting.toBe('waiting').then(
        () => true,
        (error) => {
          if (visits === 1) throw error;
          return false;
        },
      );
      await old.keyboard.press('?');
      await expect(old.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await old.keyboard.press('Escape');
    });

    await test.step('the new worker takes over without holding up a page that is still arriving', async () => {
      if (isWaiting) {
        const rest = Promise.withResolvers<void>();
        network.rest = rest.promise;
        await page.reload({ waitUntil: 'commit' });
        // While a worker is being replaced, what a page requests waits: the replacement must wait for the page.
        const arrived = () => page.evaluate(() => document.head?.childElementCount ?? 0);
        await expect.poll(arrived).toBeGreaterThan(0);
        rest.resolve();
        network.rest = undefined;
      }
      await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
      const takenOver = () =>
        expect
          .poll(() => stateOfWorkers(page), { timeout: 15_000 })
          .toBe('activated')
          .then(
            () => true,
            () => false,
          );
      // An event that comes while the worker before it stops starts that one again: it waits for another visit. Chromium
      // may lose a visit that comes just while one replaces the other.
      while (!(await takenOver())) await page.reload({ timeout: 10_000 }).catch(() => undefined);
      documents.splice(2);
      await page.getByRole('tab', { name: 'Completed' }).click();
      await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('the old page still loads parts that the server no longer has', async () => {
      await old.getByRole('button', { name: /^Chapter 1 of 2/ }).click();
      await expect(old.getByRole('dialog', { name: 'Chapters' })).toBeVisible();
      await old.keyboard.press('Escape');
      await old.keyboard.press('ArrowRight');
      await expect(old.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
      expect(await isSecond(old)).toBe(false);
    });

    await test.step('what neither the device nor the server has any more leads to a reload that the reader chooses', async () => {
      await old.getByRole('button', { name: 'Live Chat' }).click();
      const updated = old.getByRole('alert').filter({ hasText: 'This couldn’t be loaded.' });
      await expect(updated).toBeVisible();
      await expect(old.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
      expect(await isSecond(old)).toBe(false);
      await updated.getByRole('button', { name: 'Reload' }).click();
      await expect(old.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
      await expect.poll(() => isSecond(old)).toBe(true);
    });

    await test.step('the files of the old release leave with its last page', async () => {
      expect(await versionsKept(page)).toBe(2);
      await old.close();
      await page.goto(`${network.url}/library`);
      await expect.poll(() => versionsKept(page)).toBe(1);
    });

    await test.step('a kept chapter opens if the server does not respond', async () => {
      network.isSilent = true;
      await page.goto(reading);
      await expect(page.getByRole('heading', { name: 'Evening 1' })).toBeVisible();
      expect(await isSecond(page)).toBe(true);
      // No page was loaded again by itself.
      expect(documents).toEqual(['/library', '/library', '/library', new URL(reading).pathname]);
      network.endSilence();
    });

    await test.step('OFFLINE=off removes the service worker and what it kept at the next visit', async () => {
      await addChangeOfAnother(page);
      // A place that was saved during the silence leaves a moment after it.
      await expect
        .poll(() => storedIn(page), { timeout: 30_000 })
        .toEqual({ texts: true, stories: 1, changes: 1 });
      await site.shutDown();
      await site.restart({ OFFLINE: 'off' }, release.program);
      await page.goto(`${network.url}/library`);
      const left = () =>
        page.evaluate(async () => ({
          workers: (await navigator.serviceWorker.getRegistrations()).length,
          caches: (await caches.keys()).length,
        }));
      await expect.poll(left).toEqual({ workers: 0, caches: 0 });
      expect(await storedIn(page)).toEqual({ texts: false, stories: 0, changes: 1 });
      await page.reload();
      await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
    });
  } finally {
    await network.close();
    await site.stop();
    await release.remove();
  }
});
