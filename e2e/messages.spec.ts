import { createStory, expect, signUpViaApi, test } from './support/test.ts';

// Toasts come and go with their usual animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a failed save in the editor shows the server’s message, else its own', async ({ page, site }) => {
  const { token } = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, token, { chapters: 1 });
  const message = 'The lamp is out.';
  const refusal = { success: false, code: 'INTERNAL', message };
  await page.route('**/api/v1/chapters/*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: refusal }),
  );
  await page.goto(`/write/${story}/chapter/${chapters[0]}`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await page.unroute('**/api/v1/chapters/*');
  await page.route('**/api/v1/chapters/*', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 502, body: 'Bad gateway' }),
  );
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save chapter.' })).toBeVisible();
});

test('toasts are below the reader’s bar and the reminder to verify the address, at every width', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site);
  // A single chapter has the most buttons.
  const { story } = await createStory(page, site, token, { chapters: 1 });
  await page.route('**/bookmark', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  const bars = [
    { path: `/reading/${story}`, bar: page.locator('.reader-bar') },
    { path: `/story/${story}`, bar: page.getByRole('region', { name: 'Email verification' }) },
  ];
  for (const { path, bar } of bars) {
    await page.goto(path);
    for (const width of [320, 390, 700, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole('button', { name: /^Bookmark/ }).click();
      const shown = page.locator('.toast');
      await expect(shown).toBeVisible();
      const box = await bar.boundingBox();
      const barBottom = (box?.y ?? Number.NaN) + (box?.height ?? 0);
      // Toasts slide in from above.
      const top = async () => (await shown.boundingBox())?.y ?? 0;
      await expect.poll(top, { message: `${path}, ${width} px` }).toBeGreaterThanOrEqual(barBottom);
      await page.getByRole('button', { name: 'Close message' }).click();
      await expect(shown).toHaveCount(0);
      await page.evaluate(() => window.scrollTo(0, 0));
    }
  }
});
