import { inkling } from './support/command-line.ts';
import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test('an admin picks a story on its page, and readers find it under Editor’s Picks', async ({
  page,
  site,
  browser,
}) => {
  const admin = await signUpViaApi(page, site, 'admin');
  const title = 'The Picked Lamp';
  const { story } = await createStory(page, site, admin.token, { title, chapters: 1 });
  await page.goto(`/story/${story}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Picks' })).toHaveCount(0);
  await inkling(site, 'admin', 'grant', admin.username);

  await page.reload();
  await page.getByRole('button', { name: 'Picks' }).click();
  const picks = page.getByRole('dialog', { name: 'Picks' }).getByRole('region', { name: "Editor's Picks" });
  await picks.getByRole('button', { name: 'Add this story' }).click();
  await expect(picks.getByRole('listitem').filter({ hasText: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Picks' })).toBeFocused();

  const context = await browser.newContext({ baseURL: site.url });
  const view = await context.newPage();
  await signUpViaApi(view, site);
  await view.goto('/category/editors-picks');
  await expect(view.getByRole('link', { name: title })).toBeVisible();
  await context.close();

  // The site is shared with other tests.
  await page.getByRole('button', { name: 'Picks' }).click();
  await picks.getByRole('button', { name: 'Remove this story' }).click();
  await expect(picks.getByText('Nothing has been picked yet.')).toBeVisible();
});
