import type { Browser, Page, Request } from '@playwright/test';
import { type Site, startSite } from './support/server.ts';
import {
  callAs,
  createStory,
  expect,
  expectLoaded,
  signUpViaApi,
  skipOnboarding,
  test,
} from './support/test.ts';

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
  const countView = async () => {
    const { token } = await signUpViaApi(page, site);
    const view = await page.request.post(`${site.url}/api/v1/stories/${story}/view`, {
      // Views of automated browsers do not count.
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      },
    });
    return Number((await view.json()).views);
  };
  const views = await Promise.all(Array.from({ length: featured.views }, countView));
  expect(Math.max(...views)).toBe(featured.views);
  const { description } = featured;
  await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { coverImage: cover, description });
  await callAs(page, site, author.token, 'PUT', `/stories/${story}/bookmark`);
  return { story, author };
}

/** The only one of these pages without a story. */
const pageWithoutStory = '/profile';

/** Opens pages that show the story, as its author or a visitor, and returns the requests to other sites by page. */
async function openPages(
  browser: Browser,
  site: Site,
  paths: string[],
  token: string | null,
  shows: 'cover' | 'no cover',
): Promise<Map<string, RecordedRequest[]>> {
  const requestsByPage = new Map<string, RecordedRequest[]>();
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 3000 } });
  await skipOnboarding(context);
  if (token !== null) await context.addInitScript((value) => localStorage.setItem('token', value), token);
  const page = await context.newPage();
  await page.route('https://**', (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
  for (const path of paths) {
    const requests: Request[] = [];
    const own: Request[] = [];
    const note = (request: Request) => {
      (request.url().startsWith('https:') ? requests : own).push(request);
    };
    page.on('request', note);
    await page.goto(path);
    await expectLoaded(page, path);
    if (path !== pageWithoutStory)
      await expect(page.getByText('The Far Lamp').filter({ visible: true }).first()).toBeVisible();
    if (path.startsWith('/write/')) {
      await page.getByRole('button', { name: 'Edit Story' }).click();
      await expect(page.getByRole('dialog').getByText('Cover', { exact: true })).toBeVisible();
    }
    if (shows === 'cover' && path !== pageWithoutStory)
      await expect.poll(() => requests.length, { message: path }).toBeGreaterThan(0);
    page.off('request', note);
    // Requests to our own site do have a referrer, so a missing one is meaningful.
    const script = own.find((request) => request.resourceType() === 'script');
    expect(await script?.allHeaders(), path).toHaveProperty('referer');
    const recorded = requests.map(async (request) => ({
      url: request.url(),
      headers: await request.allHeaders(),
    }));
    requestsByPage.set(path, await Promise.all(recorded));
  }
  await context.close();
  return requestsByPage;
}

/** Every page that shows the story. */
function pagesOf({ story, author }: StoryWithCover) {
  const both = [`/story/${story}`, `/profile/${author.username}`];
  return {
    forVisitors: ['/', ...both],
    forMembers: [
      ...both,
      ...['/home', '/library?tab=bookmarks', pageWithoutStory, '/write', `/write/${story}`],
    ],
  };
}

test('an external cover is requested without a referrer or origin, and not when such covers are turned off [P09]', async ({
  page,
  browser,
}) => {
  const site = await startSite();
  try {
    const shown = await createStoryWithCover(page, site);
    const { forVisitors, forMembers } = pagesOf(shown);
    const requested = [
      ...(await openPages(browser, site, forVisitors, null, 'cover')),
      ...(await openPages(browser, site, forMembers, shown.author.token, 'cover')),
    ];
    expect(requested.length).toBe(10);
    for (const [path, requests] of requested) {
      if (path !== pageWithoutStory) expect(requests.length, path).toBeGreaterThan(0);
      for (const { url, headers } of requests) {
        expect(url).toBe(cover);
        expect(headers, path).not.toHaveProperty('referer');
        expect(headers, path).not.toHaveProperty('origin');
      }
    }
    await site.kill();
    await site.restart({ EXTERNAL_COVERS: 'off' });
    // That no call names the cover is shown on the server; here, that no page gets it another way.
    for (const path of forVisitors) {
      const html = await (await page.request.get(`${site.url}${path}`)).text();
      expect(html, path).toContain('The Far Lamp');
      expect(html, path).not.toContain('covers.example');
    }
    const html = await (await page.request.get(`${site.url}/story/${shown.story}`)).text();
    expect(html).toMatch(/<meta property="og:image" content="[^"]+\/preview\.jpg\?v=\w+"/);
    const withForm = [`/story/${shown.story}`, `/write/${shown.story}`];
    const without = await openPages(browser, site, withForm, shown.author.token, 'no cover');
    expect([...without.values()]).toEqual([[], []]);
  } finally {
    await site.stop();
  }
});
