import type { Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Story' });
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const description = (page: Page) => page.getByLabel('Description');
const restored = (page: Page) => page.getByText('We restored what you typed.');

async function openEditForm(page: Page, site: Site) {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 0, published: false });
  const updateElsewhere = (body: object) =>
    callAs(page, site, author.token, 'PUT', `/stories/${story}`, body);
  const saved = async () =>
    (
      await callAs<{ data: { title: string; description: string; status: string } }>(
        page,
        site,
        author.token,
        'GET',
        `/stories/${story}`,
      )
    ).data;
  const open = async () => {
    await page.goto(`/write/${story}`);
    await page.getByRole('button', { name: 'Edit Story' }).click();
    await expect(dialog(page)).toBeVisible();
  };
  await open();
  return { updateElsewhere, saved, open };
}

test('unsaved input is restored over the saved story with a notice, and other fields are not reverted [P03]', async ({
  page,
  site,
}) => {
  const { updateElsewhere, saved, open } = await openEditForm(page, site);
  await expect(restored(page)).toHaveCount(0);
  await description(page).fill('Typed here.');
  await updateElsewhere({ title: 'Named elsewhere', status: 'completed' });
  await open();
  await expect(restored(page)).toBeVisible();
  await expect(description(page)).toHaveValue('Typed here.');
  await expect(title(page)).toHaveValue('Named elsewhere');
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(page.getByText('Story updated!')).toBeVisible();
  expect(await saved()).toMatchObject({
    title: 'Named elsewhere',
    status: 'completed',
    description: 'Typed here.',
  });
  await open();
  await expect(restored(page)).toHaveCount(0);
});
