import { callAs, createStory, expect, signUpViaApi, skipOnboarding, test } from './support/test.ts';

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

  await test.step('a visitor opens folds, reverses the list and jumps to a chapter', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const visitor = await context.newPage();
    const listed: string[] = [];
    visitor.on('request', (request) => {
      const page = new URL(request.url()).searchParams.get('page');
      if (request.url().includes(`/chapters/story/${story}`)) listed.push(String(page));
    });
    await visitor.goto(`${site.url}/story/${story}`);
    const link = (number: number) =>
      visitor.getByRole('link', { name: `Chapter ${number}: Evening ${number}`, exact: true });
    await expect(link(50)).toBeVisible();
    await expect(link(51)).toBeHidden();
    const height = () => visitor.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBeLessThan(6000);
    await visitor.locator('summary', { hasText: 'Chapters 51–100' }).focus();
    await visitor.keyboard.press('Enter');
    await expect(link(51)).toBeVisible();
    expect(listed).toEqual([]);
    await visitor.getByText('Chapters 201–250').click();
    await expect(link(201)).toBeVisible();
    expect(listed).toEqual(['2']);
    await visitor.getByRole('button', { name: 'Newest first' }).click();
    await expect(
      visitor
        .getByRole('listitem')
        .getByRole('link', { name: /^Chapter/ })
        .first(),
    ).toHaveText('Chapter 250: Evening 250');
    await visitor.getByLabel('Jump to chapter').fill('120');
    await visitor.keyboard.press('Enter');
    await expect(link(120)).toBeFocused();
    await expect(link(120)).toBeInViewport();
    await context.close();
  });

  await test.step('without scripts, a visitor’s folds open too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const visitor = await context.newPage();
    await visitor.goto(`${site.url}/story/${story}`);
    await visitor.getByText('Chapters 151–200').click();
    const link = visitor.getByRole('link', { name: 'Chapter 200: Evening 200' });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('href', new RegExp(`%2F${chapters[199]}$`));
    await expect(visitor.getByRole('button', { name: 'Newest first' })).toBeHidden();
    await context.close();
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

  await test.step('the list of chapters has other folds and goes to any number', async () => {
    await page.getByRole('button', { name: 'Chapter 199 of 250' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chapters' });
    await expect(dialog.getByRole('link', { name: /Evening 198$/ })).toBeFocused();
    await expect(dialog.getByRole('link', { name: /Evening 1$/ })).toBeHidden();
    await dialog.getByText('Chapters 1–50').click();
    await dialog.getByRole('link', { name: /Evening 2$/ }).click();
    await expect(page.getByRole('button', { name: 'Chapter 3 of 250' })).toBeVisible();
    await page.getByRole('button', { name: 'Chapter 3 of 250' }).click();
    await dialog.getByLabel('Go to chapter').fill('250');
    await dialog.getByRole('button', { name: 'Go', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Chapter 250 of 250' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Evening 249', exact: true })).toBeVisible();
  });

  await test.step('a reader’s story page opens at their chapter', async () => {
    const reader = await browser.newContext({ baseURL: site.url });
    const opened = await reader.newPage();
    await skipOnboarding(reader);
    const { token } = await signUpViaApi(opened, site);
    await callAs(opened, site, token, 'POST', `/chapters/${chapters[219]}/progress`, { progress: 100 });
    await opened.goto(`/story/${story}`);
    const card = (title: string) => opened.getByRole('listitem').filter({ hasText: title });
    await expect(card('Evening 220')).toContainText('Continue');
    await expect(card('Evening 220')).toContainText('Read');
    const fold = opened.locator('summary', { hasText: 'Chapters 201–250' });
    await expect(fold).toContainText('Your place');
    await fold.click();
    await expect(opened.getByRole('link', { name: 'Evening 220' })).toBeHidden();
    await opened.getByRole('button', { name: 'Show my place' }).click();
    await expect(opened.getByRole('link', { name: 'Evening 220' })).toBeFocused();
    await opened.getByText('Chapters 1–50').click();
    await expect(opened.getByRole('link', { name: 'Evening 7', exact: true })).toBeVisible();
    await reader.close();
  });
});
