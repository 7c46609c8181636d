import { createStory, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

test('a reader searches by keyboard on a desktop and a phone, and Back returns to the results [U10]', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const title = 'The Zircon Ferry';
  const { story } = await createStory(page, site, reader.token, { title, chapters: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/library');
  await expectLoaded(page);

  await test.step('the box of the side navigation opens a quick result', async () => {
    const box = page.getByLabel('Search stories and people');
    await box.focus();
    const option = page.getByRole('option', { name: title });
    // The index is updated within a second.
    await expect(async () => {
      await box.fill('');
      await box.fill('zircon');
      await expect(option).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/story/${story}`);
    await expect(box).toHaveValue('zircon');
  });

  await test.step('a submitted search, its tabs, a reload and Back', async () => {
    const box = page.getByLabel('Search stories and people');
    await box.fill('zirkon ferry');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=zirkon%20ferry');
    const found = page.getByRole('main').getByRole('link', { name: title });
    await expect(found).toBeVisible();
    await page.getByRole('tab', { name: /^Users/ }).click();
    await expect(page).toHaveURL('/search?q=zirkon+ferry&type=users');
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name: /^Users/, selected: true })).toBeVisible();
    await page.goBack();
    await expect(found).toBeVisible();
  });

  await test.step('on a phone, the search fills the screen and knows the last search', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/library');
    await expectLoaded(page);
    await page.getByRole('button', { name: 'Search' }).click();
    const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await expect(box).toBeFocused();
    await expect(page.getByRole('option', { name: 'zirkon ferry' })).toBeVisible();
    await page.keyboard.type('zi');
    await page.keyboard.press('Escape');
    await expect(box).toHaveValue('');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=zirkon%20ferry');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('the search screen has one box, which / reaches and which keeps the filters; rows or covers stay after a reload', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const title = 'The Quillwort Tower';
  await createStory(page, site, reader.token, { title, chapters: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  const found = page.getByRole('main').getByRole('link', { name: title });
  await expect(async () => {
    await page.goto('/search?q=quillwort&type=stories&minWords=10');
    await expect(found).toBeVisible({ timeout: 2000 });
  }).toPass();
  const box = page.getByRole('combobox', { name: 'Search stories and people' });
  await expect(box).toHaveValue('quillwort');
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await page.keyboard.type('quillwort tower');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=quillwort+tower&type=stories&minWords=10');
  await expect(page.getByRole('region', { name: 'Filters' }).getByLabel('Minimum words')).toHaveValue('10');
  const description = page.getByRole('main').getByText('lit it');
  await expect(description).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Grid' }).click();
  await expect(description).toHaveCount(0);
  await page.reload();
  await expect(found).toBeVisible();
  await expect(description).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', { name: 'Filters' })).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toHaveValue(
    'quillwort tower',
  );
});
