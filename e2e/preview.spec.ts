import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

test('an author previews unsaved text in the site’s theme from the first frame, which counts nothing, and returns to the editor [R13]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  await page.addInitScript(() => localStorage.setItem('reading-settings', '{"theme":"sepia"}'));
  await page.goto(`/write/${story}/chapter/${chapters[0]}`);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(text).toHaveText(/lantern/);
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await text.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Rain at last. ');
  await page.getByRole('link', { name: 'Preview' }).click();

  const preview = `/write/${story}/chapter/${chapters[0]}/preview`;
  await expect(page).toHaveURL(preview);
  await expect(page.locator('.chapter-text')).toContainText('Rain at last.');
  await page.addInitScript(() => {
    const backgrounds = new Set<string>();
    Object.assign(window, { backgrounds });
    const record = () => {
      if (document.body !== null) backgrounds.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  await page.reload();
  await expect(page.locator('.chapter-text')).toContainText('Rain at last.');
  expect(await page.evaluate(() => [...(Reflect.get(window, 'backgrounds') ?? [])])).toEqual([background]);
  const { data } = await callAs<{ data: { lastChapterRead: unknown; places: unknown[] } }>(
    page,
    site,
    author.token,
    'GET',
    `/stories/${story}/reading`,
  );
  expect(data).toMatchObject({ lastChapterRead: null, places: [] });

  await page.getByRole('link', { name: 'Back to the editor' }).first().click();
  await expect(text).toBeVisible();

  // The page itself has no text: without the author's session there is nothing to see.
  const html = await (await page.request.get(preview)).text();
  expect(html).not.toContain('lantern');
  const other = await signUpViaApi(page, site, 'other');
  await page.addInitScript((token) => localStorage.setItem('token', token), other.token);
  await page.goto(preview);
  await expect(page.getByText('This isn’t one of your chapters, or it has been deleted.')).toBeVisible();
  await expect(page.getByText('Rain at last.')).toHaveCount(0);
});
