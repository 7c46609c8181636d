import type { Page } from '@playwright/test';
import { expect, signUpViaApi, test } from './support/test.ts';

test.use({ freshContext: true, expectedErrors: [/./] });

/** What a page reports while it is open. */
function reportsOf(page: Page): unknown[] {
  const reports: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/browser-failures') reports.push(request.postDataJSON());
  });
  return reports;
}

test('a page that fails while it is rendered is reported once, without its address or any text', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site);
  const reports = reportsOf(page);
  await page.route('**/api/v1/notifications?*', (route) =>
    route.fulfill({ json: { success: true, data: 'canary', pagination: 'canary' } }),
  );
  const answered = page.waitForResponse('**/browser-failures');
  await page.goto('/notifications?canary=yes');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect((await answered).status()).toBe(204);
  await page.evaluate(() => window.dispatchEvent(new ErrorEvent('error', { error: new Error('canary') })));
  expect(reports).toEqual([
    {
      page: expect.stringMatching(/screens\/notifications\/notifications$/),
      script: expect.stringMatching(/^\/assets\/[\w.-]+\.js$/),
      line: expect.any(Number),
      column: expect.any(Number),
      error: expect.stringMatching(/^[A-Z]\w+Error$/),
    },
  ]);
});

test('a page whose scripts do not arrive is reported', async ({ page }) => {
  const reports = reportsOf(page);
  await page.route(/\/assets\/about-.*\.js$/, (route) => route.fulfill({ status: 500, body: '' }));
  const sent = page.waitForRequest('**/browser-failures');
  await page.goto('/about');
  await sent;
  expect(reports).toMatchObject([{ page: expect.stringContaining('about'), error: 'NotLoaded' }]);
});
