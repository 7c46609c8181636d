import type { Page } from '@playwright/test';
import { callAs, createStory, expect, signUpViaApi, test, textOf } from './support/test.ts';

const max = 12;
/** How long requests are recorded after the network is idle, to include late ones. */
const watchMs = 2500;

/** Opens a URL and records its requests from then on, as `script GET /assets/main.js`. */
async function requestsOf(page: Page, path: string): Promise<string[]> {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol !== 'data:') requests.push(`${request.resourceType()} ${request.method()} ${pathname}`);
  });
  page.on('websocket', (socket) => requests.push(`websocket GET ${new URL(socket.url()).pathname}`));
  await page.goto(path, { waitUntil: 'networkidle' });
  return requests;
}

async function waitForLateRequests(page: Page): Promise<void> {
  await page.waitForTimeout(watchMs);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

/** Script imports that came from the cache, because packages/web/src/lib/part-scripts.ts had fetched them. */
const cachedImports = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => 'deliveryType' in entry && entry.deliveryType === 'cache')
      .map(({ name }) => `script GET ${new URL(name).pathname}`),
  );

/** A story that needs the italic font, with one chapter so short that opening it counts as reading it. */
async function storyWithItalics(page: Page, site: Parameters<typeof createStory>[1], token: string) {
  const created = await createStory(page, site, token, { title: 'The Count', chapters: 3, paragraphs: 12 });
  const change = (id: string | undefined, content: string) =>
    callAs(page, site, token, 'PUT', `/chapters/${id}`, { content });
  await change(created.chapters[0], `*Listen,* she said, **listen.**\n${textOf(12)}`);
  await change(created.chapters[1], `*Listen.*\n${textOf(5)}`);
  return created;
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

for (const [role, pages] of [
  ['visitor', visitorsPages],
  ['member', membersPages],
] as const) {
  test(`a ${role} opens each page with at most ${max} requests`, async ({ browser, site, page }) => {
    test.setTimeout(180_000);
    const watches: Promise<{ path: string; requests: string[] }>[] = [];
    for (const path of pages) {
      const author = await signUpViaApi(page, site, 'author');
      const created = await storyWithItalics(page, site, author.token);
      // Each page has an empty browser cache and is recorded while the next ones open.
      const context = await browser.newContext({ baseURL: site.url });
      if (role === 'member') {
        await context.addInitScript((token) => localStorage.setItem('token', token), author.token);
      }
      const fresh = await context.newPage();
      const url = path
        .replace(':story', created.story)
        .replace(':author', author.username)
        .replace(':chapter', created.chapters[0] ?? '')
        .replace(':short', created.chapters[1] ?? '');
      const requests = await requestsOf(fresh, url);
      const watch = async () => {
        await waitForLateRequests(fresh);
        const cached = await cachedImports(fresh);
        await context.close();
        // On a slow machine the page may already have started to prefetch, which does not count.
        const prefetchStart = requests.findIndex((request) => request.includes('/prefetch-'));
        const opening = prefetchStart < 0 ? requests : requests.slice(0, prefetchStart);
        return { path, requests: opening.filter((request) => !cached.includes(request)) };
      };
      watches.push(watch());
    }
    for (const { path, requests } of await Promise.all(watches)) {
      const all = `${path}:\n${requests.join('\n')}`;
      expect.soft(requests.length, all).toBeLessThanOrEqual(max);
      expect
        .soft(requests.length, `the document, its style sheet, script and fonts: ${all}`)
        .toBeGreaterThanOrEqual(6);
      expect.soft(new Set(requests).size, `no duplicates: ${all}`).toBe(requests.length);
    }
  });
}

test('the chapter editor makes two more requests when the author starts editing, for the live connection', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const created = await storyWithItalics(page, site, author.token);
  const requests = await requestsOf(page, `/write/${created.story}/chapter/${created.chapters[0]}`);
  await waitForLateRequests(page);
  const before = requests.length;
  await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
  await expect.poll(() => requests.slice(before)).toContain('websocket GET /socket.io/');
  await page.waitForTimeout(watchMs);
  const cached = await cachedImports(page);
  expect(requests.slice(before).filter((request) => !cached.includes(request))).toEqual([
    expect.stringMatching(/^fetch GET \/assets\/.+\.js$/),
    'websocket GET /socket.io/',
  ]);
});
