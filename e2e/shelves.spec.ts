import {
  createStory,
  expect,
  joinViaApi,
  setToken,
  signUpViaApi,
  skipOnboarding,
  test,
} from './support/test.ts';

test.use({ viewport: { width: 1100, height: 800 } });

test('a shelf has no arrow at the end that it has reached, and the keyboard goes past it', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site);
  await skipOnboarding(page);
  await setToken(page, token);
  await page.goto(`${site.url}/home`);
  const shelf = page.getByRole('region', { name: 'Recommended For You' });
  const arrow = (direction: string) =>
    shelf.getByRole('button', { name: `Scroll Recommended For You ${direction}` });
  await shelf.hover();
  await expect(arrow('forward')).toBeVisible();
  await expect(arrow('back')).toHaveCount(0);
  await shelf
    .getByRole('list')
    .evaluate((row) => row.scrollTo({ left: row.scrollWidth, behavior: 'instant' }));
  await expect(arrow('back')).toBeVisible();
  await expect(arrow('forward')).toHaveCount(0);
  const skip = shelf.getByRole('button', { name: 'Skip Recommended For You' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inShelf = await shelf.evaluate((element) => element.contains(document.activeElement));
  expect(inShelf).toBe(false);
});

test('a visitor chooses period and genre of the rankings, which the address has', async ({ page, site }) => {
  await page.goto(`${site.url}/rankings`);
  await expect(page.getByRole('list', { name: 'Ranking' }).getByRole('listitem').first()).toBeVisible();
  // The scripts are loaded then; a choice before that does not count.
  await expect(page.getByLabel('Genre').getByRole('option', { name: 'Classics' })).toBeAttached();
  await page.getByLabel('Period').selectOption('Last 30 days');
  await expect(page).toHaveURL(/\/rankings\?period=month$/);
  await page.getByLabel('Genre').selectOption('Classics');
  await expect(page.getByText('Nothing is ranked yet')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Period')).toHaveValue('month');
  await expect(page.getByText('Nothing is ranked yet')).toBeVisible();
});

test('signing in from a chapter names it', async ({ page, site }) => {
  const author = await joinViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { title: 'Named Chapters', chapters: 2 });
  await page.goto(`${site.url}/story/${story}`);
  await page
    .getByRole('link', { name: /Chapter 2/ })
    .first()
    .click();
  await expect(page.getByText(/^Sign in to read “Chapter 2.*” of “Named Chapters”\.$/)).toBeVisible();
});
