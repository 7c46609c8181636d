import type { Browser, Page, Request } from '@playwright/test';
import { type Site, startSite } from './support/server.ts';
import { callAs, createStory, expect, signUpViaApi, skipOnboarding, test } from './support/test.ts';

const cover = 'https://covers.example/lamp.png';
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Asked {
  url: string;
  headers: Record<string, string>;
}

interface Shown {
  story: string;
  author: { username: string; token: string };
}

/** A published story whose cover is on another site, and which its author has saved. */
async function withCover(page: Page, site: Site): Promise<Shown> {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { title: 'The Far Lamp' });
  await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { coverImage: cover });
  await callAs(page, site, author.token, 'PUT', `/stories/${story}/bookmark`);
  return { story, author };
}

/** The only one of these pages that shows no story. */
const withoutStory = 'member /profile';

/** Opens every page that shows the story, and its cover if `shows` says so; resolves to the requests to other sites. */
async function openAll(
  browser: Browser,
  site: Site,
  { story, author }: Shown,
  shows: 'cover' | 'no cover',
): Promise<Map<string, Asked[]>> {
  const asked = new Map<string, Asked[]>();
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
      if (name !== withoutStory)
        await expect(page.getByText('The Far Lamp').filter({ visible: true }).first()).toBeVisible();
      if (path === `/write/${story}`) {
        await page.getByRole('button', { name: 'Edit Story' }).click();
        await expect(page.getByRole('dialog').getByText('Cover', { exact: true })).toBeVisible();
      }
      // A quiet network may be one that has not been asked yet: what must come is waited for.
      if (shows === 'cover' && name !== withoutStory)
        await expect.poll(() => requests.length, { message: name }).toBeGreaterThan(0);
      await page.waitForLoadState('networkidle');
      page.off('request', note);
      // This site is told, so that a referrer would be seen here.
      const style = own.find((request) => request.resourceType() === 'stylesheet');
      expect(await style?.allHeaders(), path).toHaveProperty('referer');
      const noted = requests.map(async (one) => ({ url: one.url(), headers: await one.allHeaders() }));
      asked.set(name, await Promise.all(noted));
    }
    await context.close();
  }
  return asked;
}

test('a cover from another site is asked for without telling that site where it is shown', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(120_000);
  const asked = await openAll(browser, site, await withCover(page, site), 'cover');
  for (const [path, requests] of asked) {
    if (path !== withoutStory) expect(requests.length, path).toBeGreaterThan(0);
    for (const { url, headers } of requests) {
      expect(url).toBe(cover);
      expect(headers, path).not.toHaveProperty('referer');
      expect(headers, path).not.toHaveProperty('origin');
    }
  }
});

test('where the operator has turned covers from other sites off, no page asks for one', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const site = await startSite();
  try {
    const shown = await withCover(page, site);
    await site.kill();
    await site.restart({ EXTERNAL_COVERS: 'off' });
    const asked = await openAll(browser, site, shown, 'no cover');
    expect(asked.size).toBe(10);
    expect([...asked].filter(([, requests]) => requests.length > 0)).toEqual([]);
    const html = await (await page.request.get(`${site.url}/story/${shown.story}`)).text();
    expect(html).toContain('The Far Lamp');
    expect(html).not.toContain('covers.example');
    expect(html).toMatch(/<meta property="og:image" content="[^"]+\/og\.png"/);
  } finally {
    await site.stop();
  }
});
