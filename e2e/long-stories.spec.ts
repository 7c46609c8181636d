import { callAs, createStory, expect, signUpViaApi, skipOnboarding, test } from './support/test.ts';

const chapterCount = 250;
const longText = 'word '.repeat(210);
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
    // All 250 chapters would take 15,000.
    expect(await height()).toBeLessThan(7500);
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
    const { data } = await callAs<{ data: { _id: string }[] }>(
      page,
      site,
      author.token,
      'POST',
      `/stories/${story}/volumes`,
      { title: 'Part Two', firstChapter: chapters[200] },
    );
    await page.goto(`/write/${story}`);
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await expect(link('250. Evening 250')).toBeVisible();
    // Of 250 chapters 50 are shown.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8000);
    await page.getByText('Chapters 151–200').click();
    await expect(link('200. Evening 200')).toBeVisible();
    // From the end of one volume into the next, and then past its first chapter.
    const moved = (place: string) => expect(page.getByText(`Evening 200 is now ${place}.`)).toBeAttached();
    await page.getByRole('button', { name: 'Move Evening 200 down' }).click();
    await moved('number 200 of 250, in Part Two');
    await page.getByRole('button', { name: 'Move Evening 200 down' }).click();
    await moved('number 201 of 250, in Part Two');
    await expect(page.getByText('Chapters reordered successfully!').first()).toBeVisible();
    await expect(link('200. Evening 201')).toBeVisible();
    await expect(page.locator('summary', { hasText: 'Part Two' }).first()).toContainText('Chapters 200–249');
    const saved = page.waitForResponse((response) => response.url().endsWith('/chapters/reorder'));
    await page.getByRole('button', { name: 'Move Evening 200 up' }).click();
    await expect(link('200. Evening 200')).toBeVisible();
    // The page is loaded again below, which would cancel the request.
    await saved;
    const removed = `/stories/${story}/volumes/${data[0]?._id}`;
    await callAs(page, site, author.token, 'DELETE', removed);
    await page.reload();
    await page.getByRole('button', { name: 'Actions for Evening 250' }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.getByLabel('New position').fill('1');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(page.getByText('1 chapter moved.')).toBeVisible();
    await page.getByRole('button', { name: 'Find and sort' }).click();
    await page.getByLabel('Jump to chapter').fill('1');
    await page.keyboard.press('Enter');
    await expect(link('1. Evening 250')).toBeFocused();
    await page.getByRole('button', { name: 'Move Evening 250 down' }).click();
    await expect(link('2. Evening 250')).toBeVisible();
    await expect
      .poll(async () => {
        const list = `/chapters/story/${story}?limit=3`;
        const { data } = await callAs<Titles>(page, site, author.token, 'GET', list);
        return data.map(({ title }) => title);
      })
      .toEqual(['Evening 1', 'Evening 250', 'Evening 2']);
  });

  await test.step('the author finds, selects and changes many chapters', async () => {
    await page.getByLabel('Find a title').fill('evening 11');
    await expect(page.getByText('11 found')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Evening 11', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select Evening 111' }).click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selected')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Evening 112' }).focus();
    await page.keyboard.press('Shift+Space');
    await expect(page.getByText('4 selected')).toBeVisible();
    const bar = page.getByRole('region', { name: 'Selected chapters' });
    const confirm = page.getByRole('alertdialog');
    await bar.getByRole('button', { name: 'Unpublish' }).click();
    await confirm.getByRole('button', { name: 'Unpublish' }).click();
    await expect(page.getByText('4 chapters unpublished.')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[109]}`, { content: 'Short.' });
    await page.reload();
    await page.getByRole('button', { name: 'Find and sort' }).click();
    await page.getByLabel('Show', { exact: true }).selectOption('Under 200 words (1)');
    await expect(page.getByText('1 found')).toBeVisible();
    await page.getByRole('button', { name: 'More actions for chapters' }).click();
    await page.getByRole('menuitem', { name: 'Publish all that are ready (3)' }).click();
    await expect(confirm).toContainText('Publish 3 chapters?');
    await confirm.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('3 chapters published.')).toBeVisible();
    await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[109]}`, {
      content: longText,
      isPublished: true,
    });
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
    await expect(dialog.getByRole('link', { name: /Evening 198 / })).toBeFocused();
    await expect(dialog.getByRole('link', { name: /Evening 1 / })).toBeHidden();
    await dialog.getByText('Chapters 1–50').click();
    await dialog.getByRole('link', { name: /Evening 2 / }).click();
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
    // Evening 200 is chapter 201 after the moves.
    const volume = { title: 'Part Two', firstChapter: chapters[199] };
    await callAs(page, site, author.token, 'POST', `/stories/${story}/volumes`, volume);
    await opened.goto(`/story/${story}`);
    const card = (title: string) => opened.getByRole('listitem').filter({ hasText: title });
    await expect(card('Evening 221')).toContainText('Continue');
    await expect(card('Evening 220')).toContainText('Read');
    const fold = opened.locator('summary', { hasText: 'Chapters 201–250' });
    await expect(fold).toContainText('Part Two');
    await expect(fold).toContainText('Your place');
    await fold.click();
    await expect(opened.getByRole('link', { name: 'Evening 221' })).toBeHidden();
    await opened.getByRole('button', { name: 'Show my place' }).click();
    await expect(opened.getByRole('link', { name: 'Evening 221' })).toBeFocused();
    await opened.getByText('Chapters 1–50').click();
    await expect(opened.getByRole('link', { name: 'Chapter 8: Evening 7', exact: true })).toBeVisible();
    await opened.goto(`/reading/${story}/${chapters[219]}`);
    await expect(opened.getByRole('button', { name: 'Part Two · Chapter 221 of 250' })).toBeVisible();
    await reader.close();
  });
});
