import type { Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { badGateway, callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

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

test('restored input can be discarded for good', async ({ page, site }) => {
  const { open } = await openEditForm(page, site);
  await title(page).fill('Typed here');
  await open();
  await restored(page).locator('..').getByRole('button', { name: 'Discard' }).click();
  await expect(title(page)).toHaveValue('The Lamp');
  await expect(restored(page)).toHaveCount(0);
  await open();
  await expect(title(page)).toHaveValue('The Lamp');
  await expect(restored(page)).toHaveCount(0);
});

test('a field that was also changed elsewhere shows both values, and the author chooses', async ({
  page,
  site,
}) => {
  const { updateElsewhere, saved, open } = await openEditForm(page, site);
  await title(page).fill('Typed here');
  await description(page).fill('Typed here, too.');
  await updateElsewhere({ title: 'Named elsewhere', description: 'Told elsewhere.' });
  await open();
  const notice = page.getByRole('alert', { name: 'Changed elsewhere' });
  await expect(notice).toContainText('Named elsewhere');
  await expect(notice).toContainText('Told elsewhere.');
  await notice.getByRole('button', { name: 'Use the saved title' }).click();
  await expect(title(page)).toHaveValue('Named elsewhere');
  await notice.getByRole('button', { name: 'Keep my description' }).click();
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(page.getByText('Story updated!')).toBeVisible();
  expect(await saved()).toMatchObject({ title: 'Named elsewhere', description: 'Typed here, too.' });
});

test('an open form does not overwrite unseen changes and sends only its own [P03]', async ({
  page,
  site,
}) => {
  const { updateElsewhere, saved } = await openEditForm(page, site);
  await title(page).fill('Typed here');
  await updateElsewhere({ title: 'Named elsewhere', description: 'Told elsewhere.' });
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(
    page.getByText('This story was changed somewhere else in the meantime.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('alert', { name: 'Changed elsewhere' })).toContainText('Named elsewhere');
  await expect(description(page)).toHaveValue('Told elsewhere.');
  await expect(title(page)).toHaveValue('Typed here');
  expect((await saved()).title).toBe('Named elsewhere');
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(page.getByText('Story updated!')).toBeVisible();
  expect(await saved()).toMatchObject({ title: 'Typed here', description: 'Told elsewhere.' });
});

test('a new story’s form survives a failure and a reload, shows a notice, and can be reset [P03]', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site, 'author');
  await page.goto('/write?tab=create');
  await title(page).fill('A Lamp for the Night Ferry');
  await description(page).fill('A lamp, a ferry, and a long winter.');
  await page.getByRole('button', { name: 'Nautical', exact: true }).click();
  await badGateway(page, '**/api/v1/stories');
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(page.getByText('Failed to create story.')).toBeVisible();
  await page.reload();
  await expect(restored(page)).toBeVisible();
  await expect(title(page)).toHaveValue('A Lamp for the Night Ferry');
  await expect(page.getByRole('button', { name: 'Nautical', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await restored(page).locator('..').getByRole('button', { name: 'Discard' }).click();
  await expect(title(page)).toHaveValue('');
  await page.reload();
  await expect(title(page)).toHaveValue('');
});
