import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test('a chapter that cannot be loaded shows an error and loads once the network is back [P05]', async ({
  page,
  site,
  context,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 5 });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await context.setOffline(true);
  // The next chapter may be prefetched; the one after it is not.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 3' })).toBeVisible();
  await expect(page.getByText(/cannot be reached/)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
});
