import { expect, madeStory, signedUp, somebody, test } from './support/test.ts';

test('a window above the page gives the focus back to what opened it, a menu’s button too', async ({
  page,
  site,
}) => {
  const author = await signedUp(page, site, 'author');
  const { story } = await madeStory(page, site, author.token);
  await page.goto(`/write/${story}`);
  const actions = page.getByRole('button', { name: 'Actions for Evening 2' });
  // Each key waits for what the one before has brought about, as a hand does.
  const askToUnpublish = async () => {
    await actions.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Chapter' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await askToUnpublish();
  await expect(page.getByRole('alertdialog', { name: 'Unpublish “Evening 2”?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();

  const edit = page.getByRole('button', { name: 'Edit Story' });
  await edit.click();
  await expect(page.getByRole('dialog', { name: 'Edit Story' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();

  await askToUnpublish();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(actions).toBeFocused();
});

test('a chapter that is moved to the top by its button keeps the focus', async ({ page, site }) => {
  const author = await signedUp(page, site, 'author');
  const { story } = await madeStory(page, site, author.token);
  await page.goto(`/write/${story}`);
  const up = page.getByRole('button', { name: 'Move Evening 2 up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('h3').first()).toHaveText(/Evening 2/);
  await expect(page.getByText('Chapters reordered successfully!')).toBeVisible();
  await expect(up).toBeFocused();
  await expect(up).toBeDisabled();
});

test('a refused log-in leaves the focus where it was', async ({ page }) => {
  await page.goto('/login');
  const { email } = somebody('nobody');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong wrong wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect email or password')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('a cover that is refused leaves the focus on its button', async ({ page, site }) => {
  await signedUp(page, site, 'author');
  await page.goto('/write?tab=create');
  const choose = page.getByRole('button', { name: 'Choose an image' });
  await choose.focus();
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no image'),
  });
  await expect(page.getByText('Only image files are allowed')).toBeVisible();
  await expect(choose).toBeFocused();
});
