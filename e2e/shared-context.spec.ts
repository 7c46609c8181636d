import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

/** What a page can store or read, and what the browser has been told to do for it. */
const stateOf = (page: Page) =>
  page.evaluate(async () => {
    const permission = async (name: PermissionName) => (await navigator.permissions.query({ name })).state;
    return {
      local: localStorage.length,
      session: sessionStorage.length,
      cookies: document.cookie,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      geolocation: await permission('geolocation'),
      name: window.name,
      history: history.length,
      online: navigator.onLine,
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      width: innerWidth,
      marked: 'marked' in window,
    };
  });

const opened: { context?: BrowserContext; state?: object } = {};

test.describe('tests that share a context', () => {
  test.use({ onboarded: false });

  test('one stores and sets what it can', async ({ page, context }) => {
    await page.goto('/about');
    opened.context = context;
    opened.state = await stateOf(page);
    await page.evaluate(async () => {
      localStorage.setItem('left', 'local');
      sessionStorage.setItem('left', 'session');
      await cookieStore.set('left', 'cookie');
      window.name = 'left';
      await caches.open('left');
      await new Promise((resolve) => {
        indexedDB.open('left').onsuccess = resolve;
      });
    });
    await context.grantPermissions(['geolocation']);
    await page.addInitScript(() => Object.assign(window, { marked: true }));
    await page.route('**/about', (route) => route.abort());
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await (await context.newPage()).goto('/terms');
    await context.setOffline(true);
  });

  test('and the next one finds nothing of it', async ({ page, context }) => {
    expect(context).toBe(opened.context);
    expect(context.pages()).toEqual([page]);
    await page.goto('/about');
    expect(await stateOf(page)).toEqual(opened.state);
    await expect(page.evaluate(() => localStorage.getItem('left'))).resolves.toBeNull();
  });

  test('what could not be undone is refused', async ({ page, context }) => {
    await expect(async () => page.clock.install()).rejects.toThrow('freshContext');
    await expect(async () => context.addInitScript(() => {})).rejects.toThrow('freshContext');
  });
});

test.describe('a test with a fresh context', () => {
  test.use({ freshContext: true });

  test('has one of its own', async ({ page, context }) => {
    expect(context).not.toBe(opened.context);
    await page.clock.install();
  });
});
