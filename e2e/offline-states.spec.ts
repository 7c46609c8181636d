import { highlightFirstWords, keep, keepFromMenu, keepPart, storedIn } from './support/offline.ts';
import { checkInThemes as check } from './support/states.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

// A service worker stays for the next test of a shared context.
// Chromium reports preloads that begin before a worker takes over the page.
test.use({
  freshContext: true,
  expectedErrors: [/cross-world service worker resource mismatch|using link preload but not used/],
});

test('each state of keeping stories is accessible in both themes [P24]', async ({ page, context, site }) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 3 });
  const other = await createStory(page, site, author.token, { chapters: 1, title: 'The Lighthouse' });
  await signUpViaApi(page, site);
  await keep(page, story);

  await test.step('a story while it is downloaded, and in part', async () => {
    const gate = Promise.withResolvers<void>();
    await context.route(`**/api/v1/chapters/${other.chapters[0]}`, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(`/story/${other.story}`);
    await keepFromMenu(page);
    await expect(page.getByRole('button', { name: /^Downloading… \d+%/ })).toBeVisible();
    await check(page, 'downloading');
    await page.getByRole('button', { name: /^Downloading…/ }).click();
    gate.resolve();
    await expect(page.getByRole('button', { name: 'Keep offline' })).toBeVisible();
    expect(await storedIn(page)).toMatchObject({ stories: 1 });
    await context.unroute(`**/api/v1/chapters/${other.chapters[0]}`);
  });

  await test.step('a story that does not fit on the device, and one that is kept in part', async () => {
    await page.evaluate(() => {
      Cache.prototype.put = () =>
        Promise.reject(new DOMException('The device is full.', 'QuotaExceededError'));
    });
    await page.getByRole('button', { name: 'Keep offline' }).click();
    await expect(page.getByText(/^There isn’t enough space on this device\./)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep offline' })).toBeFocused();
    await check(page, 'a story that does not fit');
    await keepPart(page, 3, 10);
    await page.goto('/settings#kept-offline');
    await expect(page.getByText('3 of 10 chapters')).toBeVisible();
    await check(page, 'the list in Settings');
    await page.goto('/library#kept-offline');
    await expect(page.getByText('3 of 10 chapters')).toBeVisible();
    await check(page, 'the list in the library');
  });

  await test.step('without a connection: a story’s page and a change that waits', async () => {
    await context.setOffline(true);
    await page.goto(`/story/${story}`);
    await expect(
      page.getByText('You’re offline. Some buttons need a connection and are switched off.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeDisabled();
    await check(page, 'a story offline');
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await highlightFirstWords(page);
    await expect(page.getByRole('button', { name: 'Live Chat' })).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(async () => (await storedIn(page)).changes).toBeGreaterThan(0);
    await page.goto('/library?unavailable=%2Fdiscover');
    await expect(page.getByText(/waiting to be sent$/)).toBeVisible();
    await check(page, 'the library offline');
  });

  await test.step('signing out asks before it deletes the change', async () => {
    const logout = page.getByRole('button', { name: 'Logout' });
    await logout.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Sign out and delete changes?' });
    await expect(dialog.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
    await check(page, 'signing out with a change that waits');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(logout).toBeFocused();
    expect((await storedIn(page)).changes).toBeGreaterThan(0);
  });

  await test.step('a change that the server has refused', async () => {
    await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { isPublished: false });
    await context.setOffline(false);
    await page.goto('/settings#kept-offline');
    await expect(page.getByRole('heading', { name: 'Made offline but not saved' })).toBeVisible();
    await check(page, 'settings with a refused change');
    await page.getByRole('button', { name: 'Remove all' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await check(page, 'removing all');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click();
    await page.getByRole('button', { name: 'Discard this highlight' }).click();
    await expect(page.getByText('No stories are kept on this device.')).toBeVisible();
  });
});
