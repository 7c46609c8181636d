import type { Browser, Page, Request } from '@playwright/test';
import { type Site, startSite } from './support/server.ts';
import { callAs, createStory, expect, signUpViaApi, skipOnboarding, test } from './support/test.ts';

const cover = 'https://covers.example/lamp.png';
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface RecordedRequest {
  url: string;
  headers: Record<string, string>;
}

interface StoryWithCover {
  story: string;
  author: { username: string; token: string };
}

/** What makes a story one of those that the landing page features. */
const featured = {
  description:
    'A lamp on the far side of the bay, the woman who lit it for forty years, and the night she did not.',
  views: 10,
};

/** Creates a featured story with an external cover, saved in its author's library. */
async function createStoryWithCover(page: Page, site: Site): Promise<StoryWithCover> {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { title: 'The Far Lamp' });
  for (let count = 0; count < featured.views; count += 1) {
    const { token } = await signUpViaApi(page, site);
    const view = await page.request.post(`${site.url}/api/v1/stories/${story}/view`, {
      // Views of automated browsers do not count.
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      },
    });
    expect((await view.json()).views).toBe(count + 1);
  }
  const { description } = featured;
  await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { coverImage: cover, description });
  await callAs(page, site, author.token, 'PUT', `/stories/${story}/bookmark`);
  return { story, author };
}

/** The only one of these pages without a story. */
const pageWithoutStory = 'member /profile';

/** Opens every page that shows the story, and returns the requests to other sites by page. */
async function openAll(
  browser: Browser,
  site: Site,
  { story, author }: StoryWithCover,
  shows: 'cover' | 'no cover',
): Promise<Map<string, RecordedRequest[]>> {
  const requestsByPage = new Map<string, RecordedRequest[]>();
  const visitors = ['/', `/story/${story}`, `/profile/${author.username}`];
  const members = [
    ...[`/story/${story}`, `/profile/${author.username}`, '/home', '/library?tab=bookmarks'],
    ...['/profile', '/write', `/write/${story}`],
  ];
  for (const [paths, token] of [
    [visitors, null],
    [members, author.token],
  ] as const) {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 3000 } });
    await skipOnboarding(context);
    if (token !== null) await context.addInitScript((value) => localStorage.setItem('token', value), token);
    const page = await context.newPage();
    await page.route('https://**', (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
    for (const path of paths) {
      const name = `${token === null ? 'visitor' : 'member'} ${path}`;
      const requests: Request[] = [];
      const own: Request[] = [];
      const note = (request: Request) => {
        (request.url().startsWith('https:') ? requests : own).push(request);
      };
      page.on('request', note);
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      if (name !== pageWithoutStory)
        await expect(page.getByText('The Far Lamp').filter({ visible: true }).first()).toBeVisible();
      if (path === `/write/${story}`) {
        await page.getByRole('button', { name: 'Edit Story' }).click();
        await expect(page.getByRole('dialog').getByText('Cover', { exact: true })).toBeVisible();
      }
      // networkidle may come before the image request, so wait for expected requests.
      if (shows === 'cover' && name !== pageWithoutStory)
        await expect.poll(() => requests.length, { message: name }).toBeGreaterThan(0);
      await page.waitForLoadState('networkidle');
      page.off('request', note);
      // Requests to our own site do have a referrer, so a missing one is meaningful.
      const style = own.find((request) => request.resourceType() === 'stylesheet');
      expect(await style?.allHeaders(), path).toHaveProperty('referer');
      const recorded = requests.map(async (request) => ({
        url: request.url(),
        headers: await request.allHeaders(),
      }));
      requestsByPage.set(name, await Promise.all(recorded));
    }
    await context.close();
  }
  return requestsByPage;
}

test('an external cover is requested without a referrer or origin [P09]', async ({ page, site, browser }) => {
  test.setTimeout(120_000);
  const shown = await createStoryWithCover(page, site);
  const requestsByPage = await openAll(browser, site, shown, 'cover');
  // Other tests on this site count requests.
  await callAs(page, site, shown.author.token, 'DELETE', `/stories/${shown.story}`);
  for (const [path, requests] of requestsByPage) {
    if (path !== pageWithoutStory) expect(requests.length, path).toBeGreaterThan(0);
    for (const { url, headers } of requests) {
      expect(url).toBe(cover);
      expect(headers, path).not.toHaveProperty('referer');
      expect(headers, path).not.toHaveProperty('origin');
    }
  }
});

test('with external covers turned off no page requests one [P09]', async ({ page, browser }) => {
  test.setTimeout(300_000);
  const site = await startSite();
  try {
    const shown = await createStoryWithCover(page, site);
    await site.kill();
    await site.restart({ EXTERNAL_COVERS: 'off' });
    const requestsByPage = await openAll(browser, site, shown, 'no cover');
    expect(requestsByPage.size).toBe(10);
    expect([...requestsByPage].filter(([, requests]) => requests.length > 0)).toEqual([]);
    const html = await (await page.request.get(`${site.url}/story/${shown.story}`)).text();
    expect(html).toContain('The Far Lamp');
    expect(html).not.toContain('covers.example');
    expect(html).toMatch(/<meta property="og:image" content="[^"]+\/preview\.jpg\?v=\w+"/);
  } finally {
    await site.stop();
  }
});
