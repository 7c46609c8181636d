import type { Page } from '@playwright/test';
import { createStory, expect, signUpViaApi, test } from './support/test.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const boxOf = async (page: Page, name: string) => {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`The button ‘${name}’ is not visible.`);
  return box;
};

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the save status and the current line stay in view, and the buttons do not move', async ({
    page,
    site,
  }) => {
    const author = await signUpViaApi(page, site, 'author');
    const { story, chapters } = await createStory(page, site, author.token, { chapters: 1, paragraphs: 60 });
    await page.goto(`/write/${story}/chapter/${chapters[0]}`);
    await expect(text(page)).toHaveText(/lantern/);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Email verification' })).toBeHidden();
    await expect(page.getByRole('checkbox', { name: /^Published/ })).toBeInViewport({ ratio: 1 });
    const before = { save: await boxOf(page, 'Save'), cancel: await boxOf(page, 'Cancel') };
    const expectUnmoved = async () => {
      expect(await boxOf(page, 'Save')).toEqual(before.save);
      expect(await boxOf(page, 'Cancel')).toEqual(before.cancel);
    };

    await text(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Rain. ');
    await expect(page.getByText(/^2,\d{3} words$/)).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Draft saved')).toBeInViewport({ ratio: 1 });
    await expectUnmoved();

    await page.route(`**/api/v1/chapters/${chapters[0]}`, (route) => route.abort());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expectUnmoved();
    await page.unroute(`**/api/v1/chapters/${chapters[0]}`);

    // An error of the server stands at its field.
    const errors = [{ path: 'authorNotes', message: 'This note is too long.' }];
    await page.route(`**/api/v1/chapters/${chapters[0]}`, (route) =>
      route.fulfill({ status: 400, json: { success: false, code: 'VALIDATION', message: 'Wrong.', errors } }),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const note = page.getByRole('textbox', { name: /^Author’s note/ });
    await expect(note).toBeFocused();
    await expect(note).toHaveAccessibleDescription(/This note is too long\./);
    await page.unroute(`**/api/v1/chapters/${chapters[0]}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Chapter updated successfully!')).toBeInViewport({ ratio: 1 });

    await page.goto(`/write/${story}/chapter/${chapters[0]}`);
    /** The last line is the end of the field. */
    const expectLastLineAboveBar = async () => {
      const bar = (await boxOf(page, 'Save')).y;
      const field = await text(page).boundingBox();
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar);
    };
    await text(page).focus();
    await expect(async () => {
      // Again, because the editor sets its own caret a moment after it gets the focus.
      await page.keyboard.press('Control+End');
      await expectLastLineAboveBar();
    }).toPass();
    for (let line = 0; line < 4; line += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('And then it rained.');
      // The browser scrolls a moment after the key.
      await expect(expectLastLineAboveBar).toPass();
    }
    await page.setViewportSize({ width: 320, height: 640 });
    for (const name of ['Assistant', 'Versions', 'Cancel', 'Save'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  });
});

test('on a wide screen lines are about as long as the reader’s; focus mode shows the text and a small bar, is remembered, and Escape leaves it', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 0, published: false });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/write/${story}/chapter/new`);
  expect((await text(page).boundingBox())?.width).toBeLessThan(800);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const title = page.getByRole('textbox', { name: 'Title' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('button', { name: 'Writing settings' }).click();
  await page.getByRole('textbox', { name: 'Words a day' }).fill('500');
  await page.getByRole('button', { name: 'Save settings' }).click();

  await page.getByRole('button', { name: /^Focus mode/ }).click();
  await expect(text(page)).toBeFocused();
  await expect(title).toBeHidden();
  await expect(navigation).toBeHidden();
  await page.keyboard.type('Two words');
  await expect(page.getByText('Today 2 of 500 words')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Draft saved')).toBeInViewport({ ratio: 1 });
  // A missing title ends focus mode, because its field is needed.
  await page.keyboard.press('Control+s');
  await expect(title).toBeFocused();

  await text(page).focus();
  await page.keyboard.press('Control+Shift+F');
  await expect(title).toBeHidden();
  await page.reload();
  await expect(page.getByText('Today 2 of 500 words')).toBeVisible();
  await expect(title).toBeHidden();
  await text(page).focus();
  await page.keyboard.press('Escape');
  await expect(title).toBeVisible();
  await expect(navigation).toBeVisible();
});
