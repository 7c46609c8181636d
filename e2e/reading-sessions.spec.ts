import { callAs, createStory, expect, setToken, signUpViaApi, skipOnboarding, test } from './support/test.ts';

test.use({ freshContext: true });

test('the time of reading shows up in the profile after the tab was closed [U22]', async ({
  page,
  site,
  context,
}) => {
  const reader = await signUpViaApi(page, site, 'reader');
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2 });
  const tab = await context.newPage();
  await skipOnboarding(tab);
  await setToken(tab, reader.token);
  const started = tab.waitForResponse((response) => response.url().endsWith('/reacting-sessions/start'));
  await tab.goto(`/reading/${story}/${chapters[0]}`);
  await expect(tab.getByText('Paragraph 1:')).toBeVisible();
  await tab.mouse.wheel(0, 200);
  await started;
  // Until the time of reading is there, no report is due yet: it is sent when the tab closes.
  await tab.waitForTimeout(4000);
  await tab.close({ runBeforeUnload: true });
  const secondsRead = async () =>
    (await callAs<{ data: { seconds: number } }>(page, site, reader.token, 'GET', '/reacting-sessions/stats'))
      .data.seconds;
  await expect.poll(secondsRead).toBeGreaterThanOrEqual(3);
  expect(await secondsRead()).toBeLessThan(30);
  await page.goto('/profile?tab=reading');
  await page.getByRole('region', { name: 'Reading sessions' }).scrollIntoViewIfNeeded();
  await page.mouse.move(300, 300);
  await expect(
    page
      .getByRole('term')
      .filter({ hasText: /^Sessions$/ })
      .locator('xpath=../dd'),
  ).toHaveText('1');
});
