import { keep } from './support/offline.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

// A service worker stays for the next test of a shared context.
test.use({
  freshContext: true,
  expectedErrors: [/cross-world service worker resource mismatch|using link preload but not used/],
});

const visits = 6;

test('what a page sends while it is left arrives, though the browser keeps stories offline', async ({
  page,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2, paragraphs: 30 });
  const reader = await signUpViaApi(page, site);
  await keep(page, story);
  // From then on, the worker answers navigations with preloaded pages.
  const preloads = () =>
    page.evaluate(async () => {
      const { navigationPreload } = await navigator.serviceWorker.ready;
      return (await navigationPreload.getState()).enabled;
    });
  await expect.poll(preloads).toBe(true);
  for (let visit = 1; visit <= visits; visit += 1) {
    const started = page.waitForResponse((response) => response.url().endsWith('/reacting-sessions/start'));
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await started;
    // So long a visit is worth a report.
    await page.waitForTimeout(1200);
    await page.mouse.wheel(0, visit % 2 === 0 ? -300 : 300);
    await page.goto('/library');
    await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
  }
  // One that was not ended would go on with the next visit.
  const sessions = async () => {
    const path = `/reacting-sessions/user-story/${story}`;
    const { data } = await callAs<{ data: { sessions: object[] } }>(page, site, reader.token, 'GET', path);
    return data.sessions.length;
  };
  await expect.poll(sessions).toBe(visits);
});
