import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test.describe('markup injected into a page', () => {
  test.use({
    expectedErrors: [/Content Security Policy|violates the following|Refused to|Minified React error #418/],
  });

  test('runs no inline script, script file of this site or event handler [R22] [R23] [R62]', async ({
    page,
    site,
  }) => {
    const author = await signUpViaApi(page, site, 'author');
    const { story } = await createStory(page, site, author.token, { chapters: 1 });
    const html = await (await page.request.get(`/story/${story}`)).text();
    const file = /modulepreload" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(file).toContain('/assets/');
    const injected = [
      '<script>document.documentElement.dataset.ran = "inline"</script>',
      '<script type="module">document.documentElement.dataset.ran = "module"</script>',
      `<script id="file" src="/own-file.js"></script>`,
      '<img src="x:" onerror="document.documentElement.dataset.ran = \'handler\'">',
      '<svg onload="document.documentElement.dataset.ran = \'svg\'"></svg>',
      '<a id="link" href="javascript:document.documentElement.dataset.ran=\'link\'">a link</a>',
      '<iframe srcdoc="<script>parent.document.documentElement.dataset.ran = 1</script>"></iframe>',
      '<base href="https://elsewhere.example/">',
      '<form id="form" action="https://elsewhere.example/"><button id="send">Send</button></form>',
    ];
    const externalRequests: string[] = [];
    await page.route('https://elsewhere.example/**', (route) => {
      externalRequests.push(route.request().url());
      return route.fulfill({ body: '' });
    });
    await page.route('**/own-file.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'document.documentElement.dataset.ran = "file"',
      }),
    );
    await page.route(`**/story/${story}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</main>', `${injected.join('')}</main>`);
      await route.fulfill({ response, body });
    });
    await page.goto(`/story/${story}`, { waitUntil: 'load' });
    await page.evaluate(() => document.querySelector<HTMLElement>('#link')?.click());
    await page.evaluate(() => document.querySelector<HTMLElement>('#send')?.click());
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined();
    expect(externalRequests).toEqual([]);
  });
});

test('the landing page reserves space for the sign-in notice from the first frame', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto('/?open=/discover', { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  const before = await heading.boundingBox();
  await expect(page.getByText('Sign in to open Discover')).toBeVisible();
  const after = await heading.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 1000))).toBeLessThan(3);
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In', exact: true })).toHaveAttribute(
    'href',
    '/login?redirect=%2Fdiscover',
  );
});
