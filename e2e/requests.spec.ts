import type { Page } from '@playwright/test';
import { callAs, expect, madeStory, signedUp, test, textOf } from './support/test.ts';

const max = 12;
/** How long a page is watched after it has fallen quiet: what it does soon afterwards counts too. */
const watchedMs = 2500;

/** Opens an address; what the page asks of the server from then on, as `script /assets/main.js`. */
async function requestsOf(page: Page, path: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol !== 'data:') asked.push(`${request.resourceType()} ${request.method()} ${pathname}`);
  });
  page.on('websocket', (line) => asked.push(`websocket GET ${new URL(line.url()).pathname}`));
  await page.goto(path, { waitUntil: 'networkidle' });
  return asked;
}

async function watched(page: Page): Promise<void> {
  await page.waitForTimeout(watchedMs);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

/** Imports of scripts that were fetched just before (packages/web/src/lib/part-scripts.ts): the cache served them. */
const cachedImports = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => 'deliveryType' in entry && entry.deliveryType === 'cache')
      .map(({ name }) => `script GET ${new URL(name).pathname}`),
  );

/** A story whose chapters also need the italic letters, and one of them so short that it is read by being opened. */
async function story(page: Page, site: Parameters<typeof madeStory>[1], token: string) {
  const made = await madeStory(page, site, token, { title: 'The Count', chapters: 3, paragraphs: 12 });
  const change = (id: string | undefined, content: string) =>
    callAs(page, site, token, 'PUT', `/chapters/${id}`, { content });
  await change(made.chapters[0], `*Listen,* she said, **listen.**\n${textOf(12)}`);
  await change(made.chapters[1], `*Listen.*\n${textOf(5)}`);
  return made;
}

const visitorsPages = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password/some-secret',
  '/verify-email/some-secret',
  '/story/:story',
  '/about',
  '/terms',
  '/privacy',
  '/contact',
  '/profile/:author',
];
const membersPages = [
  '/verify-email',
  '/story/:story',
  '/about',
  '/contact',
  '/home',
  '/library',
  '/settings',
  '/profile',
  '/profile?tab=achievements',
  '/profile/:author',
  '/write',
  '/write?tab=create',
  '/write/:story',
  '/write/:story/chapter/:chapter',
  '/write/:story/chapter/new',
  '/reading/:story',
  '/reading/:story/:chapter',
  '/reading/:story/:short',
];

for (const [who, pages] of [
  ['visitor', visitorsPages],
  ['member', membersPages],
] as const) {
  test(`a ${who} opens each page with at most ${max} requests`, async ({ browser, site, page }) => {
    test.setTimeout(180_000);
    const watches: Promise<{ path: string; asked: string[] }>[] = [];
    for (const path of pages) {
      const author = await signedUp(page, site, 'author');
      const made = await story(page, site, author.token);
      // Each in a browser that has kept nothing, and each watched while the next ones are opened.
      const context = await browser.newContext({ baseURL: site.url });
      if (who === 'member') {
        await context.addInitScript((token) => localStorage.setItem('token', token), author.token);
      }
      const fresh = await context.newPage();
      const address = path
        .replace(':story', made.story)
        .replace(':author', author.username)
        .replace(':chapter', made.chapters[0] ?? '')
        .replace(':short', made.chapters[1] ?? '');
      const asked = await requestsOf(fresh, address);
      const watch = async () => {
        await watched(fresh);
        const cached = await cachedImports(fresh);
        await context.close();
        // On a busy machine the page may have been quiet so long that it has begun to fetch ahead: no part of opening it.
        const ahead = asked.findIndex((one) => one.includes('/prefetch-'));
        const opening = ahead < 0 ? asked : asked.slice(0, ahead);
        return { path, asked: opening.filter((one) => !cached.includes(one)) };
      };
      watches.push(watch());
    }
    for (const { path, asked } of await Promise.all(watches)) {
      const all = `${path}:\n${asked.join('\n')}`;
      expect.soft(asked.length, all).toBeLessThanOrEqual(max);
      expect
        .soft(asked.length, `the document, its style, script and letters: ${all}`)
        .toBeGreaterThanOrEqual(6);
      expect.soft(new Set(asked).size, `none twice: ${all}`).toBe(asked.length);
    }
  });
}

test('a chapter’s page makes two requests more when its author begins to use it, for the live connection', async ({
  page,
  site,
}) => {
  const author = await signedUp(page, site, 'author');
  const made = await story(page, site, author.token);
  const asked = await requestsOf(page, `/write/${made.story}/chapter/${made.chapters[0]}`);
  await watched(page);
  const before = asked.length;
  await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
  await expect.poll(() => asked.slice(before)).toContain('websocket GET /socket.io/');
  await page.waitForTimeout(watchedMs);
  const cached = await cachedImports(page);
  expect(asked.slice(before).filter((one) => !cached.includes(one))).toEqual([
    expect.stringMatching(/^fetch GET \/assets\/.+\.js$/),
    'websocket GET /socket.io/',
  ]);
});
