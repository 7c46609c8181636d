import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test('turning the page at its foot begins the next chapter, for the keyboard too', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { paragraphs: 30 });
  await page.goto(`/reading/${story}/${chapters[1]}`);
  const onwards = page.getByRole('button', { name: 'Next Chapter', exact: true });
  await onwards.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Evening 3' })).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
  // Where the button was, the last chapter has another one: a second press must not complete the story.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${chapters[2]}$`));
});

test('Esc closes the settings and gives the focus back; the list of keys keeps the chapter', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token);
  await page.goto(`/reading/${story}/${chapters[0]}`);
  const settings = page.getByRole('button', { name: 'Reading settings' });
  await settings.click();
  await page.getByText('Sepia').click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Sepia')).toHaveCount(0);
  await expect(settings).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${chapters[0]}$`));
});

test('the line of progress begins anew with each chapter', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { paragraphs: 30 });
  const progress = () =>
    page
      .locator('.origin-left.bg-accent')
      .evaluate((line) => Number.parseFloat(getComputedStyle(line).scale));
  // The text of the next chapter comes after its page has scrolled to the top.
  await page.route(`**/api/v1/chapters/${chapters[1]}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  // Its foot is there before the text is, which then opens at its beginning.
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await page.getByRole('button', { name: 'Next Chapter', exact: true }).scrollIntoViewIfNeeded();
  await expect.poll(progress).toBe(1);
  await page.getByRole('button', { name: 'Next Chapter', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await expect.poll(progress).toBe(0);
});
