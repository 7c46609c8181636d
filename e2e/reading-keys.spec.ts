import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test('the footer’s next button moves the focus to the next chapter; Esc closes the settings and returns the focus; keys do not change the chapter behind a dialog [U17]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { paragraphs: 30 });
  await page.goto(`/reading/${story}/${chapters[1]}`);
  const next = page.getByRole('button', { name: 'Next Chapter', exact: true });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Evening 3' })).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
  // The last chapter has a complete button in the same spot: a second press must not trigger it.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${chapters[2]}$`));

  const settings = page.getByRole('button', { name: 'Reading settings' });
  await settings.click();
  await page.getByText('Sepia').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(settings).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${chapters[2]}$`));
});

test('the progress line resets with each chapter', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { paragraphs: 30 });
  const progress = () =>
    page
      .locator('.origin-left.bg-accent')
      .evaluate((line) => Number.parseFloat(getComputedStyle(line).scale));
  // Delay the next chapter's text until its page has scrolled to the top.
  await page.route(`**/api/v1/chapters/${chapters[1]}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  // Wait for the text: the footer is rendered first, and loading the text scrolls to the top.
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await page.getByRole('button', { name: 'Next Chapter', exact: true }).scrollIntoViewIfNeeded();
  await expect.poll(progress).toBe(1);
  await page.getByRole('button', { name: 'Next Chapter', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await expect.poll(progress).toBe(0);
});
