import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

const chapterCount = 250;
interface Titles {
  data: { title: string }[];
}

test('a story of 250 chapters can be listed, read and reordered across page boundaries [R50]', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000);
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: chapterCount });

  await test.step('a visitor loads more chapters on the story page with the keyboard', async () => {
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${site.url}/story/${story}`);
    await expect(visitor.getByText('Showing 200 of 250 chapters.')).toBeVisible();
    await visitor.getByRole('button', { name: 'Show more' }).focus();
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByText('Showing 250 of 250 chapters.')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Chapter 201: Evening 201' })).toBeFocused();
    await expect(visitor.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    await visitor.context().close();
  });

  await test.step('the author moves chapters across the page boundary', async () => {
    await page.goto(`/write/${story}`);
    await expect(page.getByText('Showing 200 of 250 chapters.')).toBeVisible();
    await page.getByRole('button', { name: 'Move Evening 200 down' }).click();
    await expect(page.getByText('Chapters reordered successfully!').first()).toBeVisible();
    await expect(page.getByRole('link', { name: '200. Evening 201' })).toBeVisible();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('link', { name: '201. Evening 200' })).toBeFocused();
    await page.getByRole('button', { name: 'Move Evening 200 up' }).click();
    await expect(page.getByRole('link', { name: '200. Evening 200' })).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Evening 250' }).click();
    await page.getByRole('menuitem', { name: 'Move to position…' }).click();
    await page.getByLabel('New position').fill('1');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(page.getByRole('link', { name: '1. Evening 250', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Move Evening 250 down' }).click();
    await expect(page.getByRole('link', { name: '2. Evening 250', exact: true })).toBeVisible();
    await expect
      .poll(async () => {
        const list = `/chapters/story/${story}?limit=3`;
        const { data } = await callAs<Titles>(page, site, author.token, 'GET', list);
        return data.map(({ title }) => title);
      })
      .toEqual(['Evening 1', 'Evening 250', 'Evening 2']);
  });

  await test.step('the reader moves back and forth across the end of the loaded chapters', async () => {
    // Evening 198 is chapter 199 after the moves.
    await page.goto(`/reading/${story}/${chapters[197]}`);
    const expectChapter = async (number: number) => {
      await expect(page.getByRole('button', { name: `Chapter ${number} of 250` })).toBeVisible();
      await expect(page.getByRole('heading', { name: `Evening ${number - 1}`, exact: true })).toBeVisible();
      await expect(page.locator('[data-paragraph]').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Previous chapter', exact: true })).toBeEnabled();
      await expect(page.getByRole('button', { name: 'Next chapter', exact: true })).toBeEnabled();
    };
    await expectChapter(199);
    for (const number of [200, 201, 202]) {
      await page.keyboard.press('ArrowRight');
      await expectChapter(number);
    }
    for (const number of [201, 200, 199]) {
      await page.keyboard.press('ArrowLeft');
      await expectChapter(number);
    }
  });

  await test.step('the chapter list can load earlier chapters and go to any number', async () => {
    await page.getByRole('button', { name: 'Chapter 199 of 250' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chapters' });
    await expect(dialog.getByRole('link', { name: /Evening 250$/ })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Show earlier chapters' }).click();
    await expect(dialog.getByRole('link', { name: /Evening 49$/ })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Show earlier chapters' })).toHaveCount(0);
    await dialog.getByRole('link', { name: /Evening 2$/ }).click();
    await expect(page.getByRole('button', { name: 'Chapter 3 of 250' })).toBeVisible();
    await page.getByRole('button', { name: 'Chapter 3 of 250' }).click();
    await dialog.getByLabel('Go to chapter').fill('250');
    await dialog.getByRole('button', { name: 'Go', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Chapter 250 of 250' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Evening 249', exact: true })).toBeVisible();
  });
});
