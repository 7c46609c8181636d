import { createStory, expect, signUpViaApi, test } from './support/test.ts';

// Toasts come and go with their usual animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

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
