import { axeViolations } from './support/axe.ts';
import { selectionMenu, selectWithMouse } from './support/passages.ts';
import {
  callAs,
  createStory,
  expect,
  joinViaApi,
  setToken,
  signUpViaApi,
  test,
  textOf,
} from './support/test.ts';

test('a reader suggests a fix, its author applies it with a press, and the reader sees so', async ({
  page,
  browser,
  site,
}) => {
  const { token: authorToken } = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, authorToken, { chapters: 1 });
  const [chapter = ''] = chapters;
  const content = `She opened teh old door. Nobody was there.\n${textOf(6)}`;
  await callAs(page, site, authorToken, 'PUT', `/chapters/${chapter}`, { content });
  await signUpViaApi(page, site);

  await page.goto(`/reading/${story}/${chapter}`);
  await selectWithMouse(page, 'teh old');
  await selectionMenu(page).getByRole('button', { name: 'Suggest a fix' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suggest a fix' });
  await expect(dialog.getByRole('button', { name: 'Send to author' })).toBeDisabled();
  await dialog.getByLabel('Should be').fill('the old');
  await dialog.getByLabel('Note (optional)').fill('Two letters changed places.');
  expect(await axeViolations(page)).toEqual([]);
  // What is typed survives a reload.
  await page.reload();
  await selectWithMouse(page, 'teh old');
  await selectionMenu(page).getByRole('button', { name: 'Suggest a fix' }).click();
  await expect(dialog.getByLabel('Should be')).toHaveValue('the old');
  await dialog.getByRole('button', { name: 'Send to author' }).click();
  await expect(dialog.getByRole('status')).toContainText('Only the author can see it.');
  await dialog.getByRole('link', { name: 'Your suggestions' }).click();
  await expect(page.getByText('Waiting for the author')).toBeVisible();

  const desk = await browser.newPage();
  await setToken(desk, authorToken);
  await desk.goto(`${site.url}/write/${story}`);
  await desk.getByRole('button', { name: 'More actions for the story' }).click();
  await desk.getByRole('menuitem', { name: 'Suggested fixes' }).click();
  await expect(desk.getByRole('deletion')).toContainText('teh old');
  await expect(desk.getByText('Two letters changed places.')).toBeVisible();
  expect(await axeViolations(desk)).toEqual([]);
  // Beside the text of the chapter, or below its paragraph on a narrow screen.
  await desk.getByRole('link', { name: 'Show in the text' }).click();
  const paragraph = desk.getByText('She opened teh old door.');
  const words = desk.getByRole('button', { name: /Instead of teh old/ });
  const boxes = async () => {
    const [text, fix] = [await paragraph.boundingBox(), await words.boundingBox()];
    if (text === null || fix === null) throw new Error('Not on the page.');
    return { text, fix };
  };
  for (const width of [320, 390, 1440]) {
    await desk.setViewportSize({ width, height: 800 });
    const { text, fix } = await boxes();
    if (width > 1024) expect(fix.x).toBeGreaterThan(text.x + text.width);
    else expect(fix.y).toBeGreaterThanOrEqual(text.y + text.height);
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeViolations(desk)).toEqual([]);
  }
  await words.press('Enter');
  await expect(paragraph).toBeFocused();
  await desk.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(desk.getByText('Applied 1 suggestion.')).toBeVisible();
  await expect(desk.getByText('There’s nothing left to decide in this chapter.')).toBeVisible();
  await expect(desk.getByText('She opened the old door.')).toBeVisible();
  await desk.getByRole('link', { name: 'All suggested fixes' }).click();
  await expect(desk.getByText('No suggested fixes')).toBeVisible();
  const { data } = await callAs<{ data: { content: string } }>(
    page,
    site,
    authorToken,
    'GET',
    `/chapters/${chapter}/author`,
  );
  expect(data.content).toBe(content.replace('teh old', 'the old'));

  await page.goto('/library/fixes');
  await expect(page.getByText('The author says thank you.')).toBeVisible();
  await expect(page.getByText('1 applied')).toBeVisible();
});
