import { axeViolations } from './support/axe.ts';
import { give } from './support/give.ts';
import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test('a reader buys a theme, reads in it, and undoes another purchase', async ({ page, site }) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const { story, chapters } = await createStory(page, site, ana.token, { chapters: 1, paragraphs: 30 });
  await give(site, ana.id, { ink: 420, coins: 120 });
  const buy = async (name: string) => {
    await page.getByRole('button', { name: `Buy ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click();
  };

  await page.goto('/store');
  await buy('Moss');
  await expect(page.getByText('“Moss” is yours.')).toBeVisible();
  await expect(page.getByRole('main').getByText('120 ink', { exact: true })).toBeVisible();
  await buy('Silk ribbon');
  await expect(page.getByRole('main').getByText('20 ink', { exact: true })).toBeVisible();
  await expect(page.getByText('130 ink to go')).toBeVisible();
  await buy('Laurel frame');
  await expect(page.getByRole('main').getByText('0 coins', { exact: true })).toBeVisible();

  await page.getByRole('navigation', { name: 'Rewards' }).getByRole('link', { name: 'Inventory' }).click();
  await page.getByRole('button', { name: 'Undo purchase of Silk ribbon' }).click();
  await expect(page.getByRole('heading', { name: 'Silk ribbon' })).toHaveCount(0);
  const moss = page.getByRole('switch', { name: 'Use Moss' });
  await moss.click();
  await expect(moss).toBeChecked();
  await page.getByRole('switch', { name: 'Use Laurel frame' }).click();
  await expect(page.getByRole('button', { name: /^Undo purchase/ })).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`/profile/${ana.username}`);
  await expect(page.locator('header .text-laurel')).toBeVisible();

  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.locator('html')).toHaveAttribute('data-reading-theme', 'moss');
  await expect(page.locator('html')).toHaveCSS('background-color', 'oklch(0.94 0.028 128)');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reading settings' }).click();
  await expect(page.getByRole('radio', { name: 'Moss' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Dusk' })).toHaveCount(0);
});

test('visitors see the items without a way to buy them', async ({ page, site }) => {
  await page.goto(`${site.url}/store`);
  await expect(page.getByRole('heading', { name: 'Laurel frame' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
});
