import type { Page } from '@playwright/test';
import { callAs, createStory, expect, setToken, signUpViaApi, skipOnboarding, test } from './support/test.ts';

test.use({ freshContext: true });

test('the time of reading shows up in the profile after the tab was closed [U22]', async ({
  page,
  site,
  context,
}) => {
  const reader = await signUpViaApi(page, site, 'reader');
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2 });
  const tab = await context.newPage();
  await skipOnboarding(tab);
  await setToken(tab, reader.token);
  const started = tab.waitForResponse((response) => response.url().endsWith('/reacting-sessions/start'));
  await tab.goto(`/reading/${story}/${chapters[0]}`);
  await expect(tab.getByText('Paragraph 1:')).toBeVisible();
  await tab.mouse.wheel(0, 200);
  await started;
  // Until the time of reading is there, no report is due yet: it is sent when the tab closes.
  await tab.waitForTimeout(4000);
  await tab.close({ runBeforeUnload: true });
  const secondsRead = async () =>
    (await callAs<{ data: { seconds: number } }>(page, site, reader.token, 'GET', '/reacting-sessions/stats'))
      .data.seconds;
  await expect.poll(secondsRead).toBeGreaterThanOrEqual(3);
  expect(await secondsRead()).toBeLessThan(30);
  await page.goto('/profile?tab=reading');
  await page.getByRole('region', { name: 'Reading sessions' }).scrollIntoViewIfNeeded();
  await page.mouse.move(300, 300);
  await expect(
    page
      .getByRole('term')
      .filter({ hasText: /^Sessions$/ })
      .locator('xpath=../dd'),
  ).toHaveText('1');
});

test('time read without a connection is sent once, also if the tab is killed before it knows that it was', async ({
  page,
  site,
  context,
}) => {
  const reader = await signUpViaApi(page, site, 'reader');
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token);
  const openTab = async (prepare?: (tab: Page) => Promise<unknown>) => {
    const tab = await context.newPage();
    await skipOnboarding(tab);
    await setToken(tab, reader.token);
    await prepare?.(tab);
    const started = tab.waitForResponse((response) => response.url().endsWith('/reacting-sessions/start'));
    await tab.goto(`/reading/${story}/${chapters[0]}`);
    await started;
    return tab;
  };
  const track = '**/analytics/track/reading-session';
  const secondsRead = async () =>
    (await callAs<{ data: { seconds: number } }>(page, site, reader.token, 'GET', '/reacting-sessions/stats'))
      .data.seconds;

  await page.goto('/about');
  const offline = await openTab();
  await context.setOffline(true);
  // No report has failed when the tab closes, which stores the time at once.
  await offline.waitForTimeout(4000);
  await offline.close({ runBeforeUnload: true });
  await expect.poll(() => queuedIn(page)).toHaveLength(1);
  const [queued] = await queuedIn(page);
  await context.setOffline(false);
  expect(await secondsRead()).toBe(0);

  const arrived = Promise.withResolvers<unknown>();
  const killed = await openTab((tab) =>
    tab.route(track, async (route) => {
      // The server stores it, and the response is lost.
      await route.fetch();
      arrived.resolve(route.request().postDataJSON());
    }),
  );
  expect(await arrived.promise).toMatchObject({ _id: queued?._id });
  expect(await queuedIn(killed)).toHaveLength(1);
  await kill(killed);
  const counted = await secondsRead();
  expect(counted).toBeGreaterThanOrEqual(3);
  expect(counted).toBeLessThan(30);

  const sentAgain = Promise.withResolvers<unknown>();
  const last = await openTab(async (tab) => {
    tab.on('requestfinished', (request) => {
      if (request.url().endsWith('/analytics/track/reading-session'))
        sentAgain.resolve(request.postDataJSON());
    });
  });
  expect(await sentAgain.promise).toMatchObject({ _id: queued?._id });
  await expect.poll(() => queuedIn(last)).toEqual([]);
  expect(await secondsRead()).toBe(counted);
});

/** Ends the process of a tab, as a phone does when it needs memory. */
async function kill(tab: Page): Promise<void> {
  const crashed = tab.waitForEvent('crash');
  const session = await tab.context().newCDPSession(tab);
  session.send('Page.crash').catch(() => {});
  await crashed;
  await tab.close();
}

/** The sessions that wait in the browser. */
const queuedIn = (tab: Page): Promise<{ _id: string }[]> =>
  tab.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('inkling-reading', 1);
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onsuccess = () => {
          const all = opening.result.transaction('sessions').objectStore('sessions').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
  );
