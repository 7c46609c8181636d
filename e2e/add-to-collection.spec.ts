import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('on a phone, a reader adds a story from its card to a new collection and publishes it', async ({
  page,
  site,
}) => {
  // The first sign-up owns the browser session: the reader.
  const reader = await signUpViaApi(page, site);
  const author = await signUpViaApi(page, site, 'author');
  const title = 'The Lamp on the Third Shelf';
  const { story } = await createStory(page, site, author.token, { title, chapters: 1 });
  const dialog = page.getByRole('dialog', { name: 'Add to collection' });

  await test.step('from the menu of a card', async () => {
    await page.goto(`/discover?search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `More options: ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Add to collection' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Third shelf');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Third shelf' })).toBeChecked();
    const [box, height] = [await dialog.boundingBox(), page.viewportSize()?.height];
    expect((box?.y ?? 0) + (box?.height ?? 0), 'the dialog is at the lower edge').toBe(height);
    await page.keyboard.press('Escape');
  });

  await test.step('a private collection is not counted on the story page, a public one is', async () => {
    const { data } = await callAs<{ data: { _id: string }[] }>(
      page,
      site,
      reader.token,
      'GET',
      '/collections',
    );
    const count = `/stories/${story}/collections`;
    const counted = page.waitForResponse((response) => response.url().includes(count));
    await page.goto(`/story/${story}`);
    await page.mouse.wheel(0, 200);
    await counted;
    await expect(page.getByRole('button', { name: /^In \d/ })).toHaveCount(0);
    await callAs(page, site, reader.token, 'PUT', `/collections/${data[0]?._id}`, { visibility: 'public' });
    await page.reload();
    await page.mouse.wheel(0, 200);
    await page.getByRole('button', { name: 'In 1 collection' }).click();
    await page.getByRole('link', { name: 'View All in Third shelf' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Third shelf' })).toBeVisible();
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
  });

  await test.step('another one is created in the library', async () => {
    await page.goto('/library?tab=collections');
    await page.getByRole('button', { name: 'Create New Collection' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('For the train');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('link', { name: 'View All in For the train' })).toBeVisible();
  });
});
