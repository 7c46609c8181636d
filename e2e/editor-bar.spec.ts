import type { Page } from '@playwright/test';
import { expect, madeStory, signedUp, test } from './support/test.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const boxOf = async (page: Page, name: string) => {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`There is no ‘${name}’.`);
  return box;
};

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('what has become of saving is said in view, and the buttons stay where they are', async ({
    page,
    site,
  }) => {
    const author = await signedUp(page, site, 'author');
    const { story, chapters } = await madeStory(page, site, author.token, { chapters: 1, paragraphs: 60 });
    await page.goto(`/write/${story}/chapter/${chapters[0]}`);
    await expect(text(page)).toHaveValue(/lantern/);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Email verification' })).toBeHidden();
    const before = { save: await boxOf(page, 'Save'), cancel: await boxOf(page, 'Cancel') };
    const stays = async () => {
      expect(await boxOf(page, 'Save')).toEqual(before.save);
      expect(await boxOf(page, 'Cancel')).toEqual(before.cancel);
    };

    await text(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Rain. ');
    await expect(page.getByText(/^2,\d{3} words$/)).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Draft saved')).toBeInViewport({ ratio: 1 });
    await stays();

    await page.route(`**/api/v1/chapters/${chapters[0]}`, (route) => route.abort());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await stays();
    await page.unroute(`**/api/v1/chapters/${chapters[0]}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Chapter updated successfully!')).toBeInViewport({ ratio: 1 });
  });

  test('the line that is typed is seen above the bar, however long the text is', async ({ page, site }) => {
    const author = await signedUp(page, site, 'author');
    const { story, chapters } = await madeStory(page, site, author.token, { chapters: 1, paragraphs: 60 });
    await page.goto(`/write/${story}/chapter/${chapters[0]}`);
    await text(page).focus();
    await page.keyboard.press('Control+End');
    for (let line = 0; line < 4; line += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('And then it rained.');
      const bar = (await boxOf(page, 'Save')).y;
      const end = (await text(page).boundingBox())?.height ?? 0;
      const top = (await text(page).boundingBox())?.y ?? 0;
      // The last line is the end of the field.
      expect(top + end).toBeLessThanOrEqual(bar);
    }
  });
});

test('on a wide screen the lines one writes are about as long as those one reads', async ({ page, site }) => {
  const author = await signedUp(page, site, 'author');
  const { story } = await madeStory(page, site, author.token, { chapters: 0, published: false });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/write/${story}/chapter/new`);
  expect((await text(page).boundingBox())?.width).toBeLessThan(800);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
