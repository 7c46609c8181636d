import { callAs, createComingSoonStory, setToken, signUpViaApi, test } from './support/test.ts';

test('screenshots', async ({ page, site }) => {
  test.setTimeout(300_000);
  const { token } = await signUpViaApi(page, site, 'author');
  for (let n = 0; n < 44; n += 1) await createComingSoonStory(page, site, token, `The Lamp to Come ${n}`);
  const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: site.demo });
  const demo = String((await response.json()).token);
  void callAs;
  await setToken(page, demo);
  const dir = '/tmp/discover/shots';
  const shot = (name: string, full = false) => page.screenshot({ path: `${dir}/${name}.png`, fullPage: full });
  for (const theme of ['paper', 'ink'] as const) {
    await page.emulateMedia({ colorScheme: theme === 'ink' ? 'dark' : 'light', reducedMotion: 'reduce' });
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: width === 1440 ? 900 : 780 });
      await page.goto('/discover?genres=Fantasy,Mystery&notGenres=Horror&status=completed,ongoing&notTags=war');
      await page.waitForTimeout(1500);
      await shot(`filtered-${theme}-${width}`);
      await page.goto('/discover');
      await page.getByRole('heading', { level: 3 }).first().waitFor();
      await page.waitForTimeout(800);
      await shot(`plain-${theme}-${width}`);
      if (width === 1440) {
        await page.getByRole('button', { name: /^Genres/ }).click();
        await page.waitForTimeout(500);
        await page.getByRole('list', { name: 'Genres', exact: true }).getByRole('button', { name: 'Adventure' }).click();
        await page.getByRole('list', { name: 'Genres', exact: true }).getByRole('button', { name: 'Comedy' }).click();
        await page.getByRole('list', { name: 'Genres', exact: true }).getByRole('button', { name: 'Comedy' }).click();
        await page.waitForTimeout(500);
        await shot(`genres-${theme}-${width}`);
        await page.getByRole('button', { name: /^More filters/ }).click();
        await page.waitForTimeout(500);
        await shot(`more-${theme}-${width}`, true);
      } else {
        await page.getByRole('button', { name: /^Filters/ }).click();
        await page.waitForTimeout(500);
        await page.getByRole('button', { name: /^Genres/ }).click();
        await page.waitForTimeout(500);
        await shot(`sheet-${theme}-${width}`);
        await page.getByRole('radio').count();
        await page.getByRole('dialog').evaluate((e) => e.scrollTo(0, 100000));
        await page.waitForTimeout(200);
        await shot(`sheet-end-${theme}-${width}`);
      }
      await page.goto('/discover?search=zzzz');
      await page.waitForTimeout(800);
      await shot(`empty-${theme}-${width}`);
      await page.goto('/category/new-releases');
      await page.waitForTimeout(1000);
      await shot(`category-${theme}-${width}`);
      await page.goto('/category/nothing');
      await page.waitForTimeout(600);
      await shot(`invalid-${theme}-${width}`);
    }
  }
});
