import { callAs, createStory, expectLoaded, setToken, signUpViaApi, test } from './support/test.ts';

test('shots', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 3 });
  const reader = await signUpViaApi(page, site, 'reader');
  const shot = async (name: string) => {
    for (const [width, scheme] of [
      [390, 'light'],
      [1440, 'dark'],
      [320, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(400);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) throw new Error(`overflow ${name} ${width} ${over}`);
      await page.screenshot({ path: `/tmp/h/34x-${name}-${width}.png`, fullPage: name !== 'locked' });
    }
  };
  await setToken(page, author.token);
  await page.goto(`/write/${story}`);
  await expectLoaded(page);
  await shot('unset');
  await callAs(page, site, author.token, 'PUT', `/stories/${story}/exclusive`, { fromChapter: 2 });
  await page.reload();
  await expectLoaded(page);
  await shot('set');
  await page.evaluate((token) => localStorage.setItem('token', token), reader.token);
  await page.goto(`/story/${story}`);
  await expectLoaded(page);
  await shot('story');
  await page.goto(`/reading/${story}/${chapters[1]}`);
  await expectLoaded(page);
  await shot('locked');
  await page
    .getByRole('button', { name: /Chapters|chapters/ })
    .first()
    .click()
    .catch(() => undefined);
  await page.waitForTimeout(800);
  await shot('dialog');
});
