import { callAs, createStory, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

test('an owner arranges and publishes a collection; a visitor reads it without scripts; a reader saves it', async ({
  page,
  site,
  browser,
}) => {
  const owner = await signUpViaApi(page, site, 'owner');
  const titles = ['The Tide Table', 'Salt', 'Lamplight'];
  const { data: collection } = await callAs<{ data: { _id: string } }>(
    page,
    site,
    owner.token,
    'POST',
    '/collections',
    { name: 'By the sea' },
  );
  const path = `/collection/${collection._id}`;
  for (const title of titles) {
    const { story } = await createStory(page, site, owner.token, { title, chapters: 1, paragraphs: 5 });
    await callAs(page, site, owner.token, 'POST', `/collections/${collection._id}/stories`, {
      storyId: story,
    });
  }
  const visitors = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const visitor = await visitors.newPage();
  const headings = (where: typeof page) => where.getByRole('main').getByRole('heading', { level: 3 });

  await test.step('private, it is not found', async () => {
    expect((await visitor.goto(path))?.status()).toBe(404);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Collection not found');
  });

  await test.step('the owner moves a story with the keyboard and another one by dragging', async () => {
    await page.goto(path);
    await expect(headings(page)).toHaveText(titles);
    await page.getByRole('button', { name: 'Reorder or remove' }).click();
    const up = page.getByRole('button', { name: 'Move Lamplight up' });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(headings(page)).toHaveText(['The Tide Table', 'Lamplight', 'Salt']);
    await expect(up).toBeFocused();
    const rows = page.locator('[data-row]');
    const box = await rows.nth(0).boundingBox();
    if (box === null) throw new Error('There is no row.');
    await rows.nth(2).locator('[data-handle]').hover();
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 });
    await page.mouse.move(box.x + 40, box.y + 4, { steps: 4 });
    await page.mouse.up();
    await expect(headings(page)).toHaveText(['Salt', 'The Tide Table', 'Lamplight']);
  });

  await test.step('removes one, and takes that back', async () => {
    await page.getByRole('button', { name: 'Actions for The Tide Table' }).click();
    await page.getByRole('menuitem', { name: 'Remove from collection' }).click();
    await expect(headings(page)).toHaveText(['Salt', 'Lamplight']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(headings(page)).toHaveText(['Salt', 'The Tide Table', 'Lamplight']);
    await page.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('and publishes it', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Collection' });
    await dialog.getByRole('radio', { name: 'Public' }).check();
    await dialog.getByLabel('Description').fill('For stormy evenings.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('For stormy evenings.')).toBeVisible();
  });

  await test.step('a visitor sees it without scripts', async () => {
    expect((await visitor.goto(path))?.status()).toBe(200);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('By the sea');
    await expect(visitor.getByText('For stormy evenings.')).toBeVisible();
    await expect(headings(visitor)).toHaveText(['Salt', 'The Tide Table', 'Lamplight']);
    await expect(visitor.getByRole('link', { name: /^Save/ })).toBeVisible();
  });
  await visitors.close();

  await test.step('another reader saves it', async () => {
    const readers = await browser.newContext({ baseURL: site.url });
    const reader = await readers.newPage();
    const { token } = await signUpViaApi(reader, site, 'reader');
    await reader.goto(path);
    await expectLoaded(reader);
    await reader.getByRole('button', { name: 'Save' }).click();
    await expect(reader.getByRole('button', { name: 'Saved' })).not.toHaveAttribute('aria-busy');
    const saved = await callAs<{ data: { name: string }[] }>(
      reader,
      site,
      token,
      'GET',
      '/collections/saved',
    );
    expect(saved.data.map(({ name }) => name)).toEqual(['By the sea']);
    await readers.close();
  });
});
