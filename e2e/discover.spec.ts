import { axeViolations } from './support/axe.ts';
import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 740 } });

test('a reader filters stories on a phone, opens one, and comes back to the same place', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site);
  await createStory(page, site, token, { title: 'The Newest Lamp', chapters: 1 });
  // Known from an earlier page: the reminder would move the page when it appears for the first time.
  await page.addInitScript(() => localStorage.setItem('unverified', 'yes'));
  await page.goto('/discover');
  await expect(page.getByText(/^Showing \d+ of \d+ stories$/)).toBeVisible();
  await test.step('filters', async () => {
    await page.getByRole('button', { name: 'Filters (0)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    // By keyboard; the second press excludes.
    await dialog.getByRole('button', { name: 'Completed' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('button', { name: 'Completed (excluded)' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Language' }).click();
    await dialog.getByRole('button', { name: 'English' }).click();
    // Stories that are about to be replaced are dimmed.
    await expect(page.locator('ul[aria-label="Stories"]')).not.toHaveAttribute('aria-busy');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Show \d+ stories$/ }).click();
    await expect(page).toHaveURL('/discover?notStatus=completed&language=en');
  });
  await test.step('opens the last story and comes back', async () => {
    const cards = page.getByRole('list', { name: 'Stories' }).getByRole('article');
    const last = cards.filter({ hasNotText: 'Coming Soon' }).last().getByRole('heading', { level: 3 });
    const title = (await last.textContent()) ?? '';
    const link = last.getByRole('link');
    // Scrolls as far as the click does, from below the bar at the bottom.
    await link.click({ trial: true });
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(300);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeAttached();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
  await test.step('a reload shows the same', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove Completed (excluded)' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear All' }).click();
    await expect(page).toHaveURL('/discover');
  });
  await test.step('a story’s genre leads to the genre’s stories', async () => {
    await page.getByRole('link', { name: 'The Newest Lamp' }).click();
    const genre = page.getByRole('list', { name: 'Genres' }).getByRole('link').first();
    const name = (await genre.textContent()) ?? '';
    await genre.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('link', { name: 'The Newest Lamp' })).toBeVisible();
  });
});
