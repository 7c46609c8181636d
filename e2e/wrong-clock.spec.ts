import { callAs, createStory, expect, setToken, signUpViaApi, skipOnboarding, test } from './support/test.ts';

test.use({ freshContext: true });

test('with a device clock that is years ahead or behind, reading is counted as it is, and labels are right [R45]', async ({
  page,
  site,
  context,
}) => {
  const reader = await signUpViaApi(page, site, 'reader');
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token);
  const secondsRead = async () =>
    (await callAs<{ data: { seconds: number } }>(page, site, reader.token, 'GET', '/reacting-sessions/stats'))
      .data.seconds;
  for (const time of ['2099-07-01T12:00:00Z', '2001-07-01T12:00:00Z']) {
    const before = await secondsRead();
    const tab = await context.newPage();
    await tab.clock.setSystemTime(new Date(time));
    await skipOnboarding(tab);
    await setToken(tab, reader.token);
    const started = tab.waitForResponse((response) => response.url().endsWith('/reacting-sessions/start'));
    await tab.goto(`/reading/${story}/${chapters[0]}`);
    await started;
    expect(await tab.evaluate(() => new Date().getFullYear())).toBe(new Date(time).getFullYear());
    await tab.mouse.wheel(0, 600);
    await tab.waitForTimeout(3000);
    // Leaving the chapter saves the place and ends the session.
    await tab.goto('/library');
    await expect(tab.getByText('Just now').first()).toBeVisible();
    await expect.poll(secondsRead).toBeGreaterThanOrEqual(before + 2);
    expect(await secondsRead()).toBeLessThan(before + 60);
    await tab.close();
  }
});
