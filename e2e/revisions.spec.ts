import { axeViolations } from './support/axe.ts';
import {
  callAs,
  createStory,
  expect,
  joinViaApi,
  setToken,
  signUpViaApi,
  skipOnboarding,
  test,
  textOf,
} from './support/test.ts';

test('who has finished a chapter sees what its author has changed since, with a note, unless the author hides it', async ({
  page,
  browser,
  site,
}) => {
  const { token: authorToken } = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, authorToken, { chapters: 1 });
  const [chapter = ''] = chapters;
  const old =
    `The ship left in the morning. ${'The harbor was quiet and the sea was flat. '.repeat(4)}`.trim();
  const now =
    `The ship left at night. ${'A storm came over the black water, and nobody slept. '.repeat(4)}`.trim();
  const edit = (content: string) =>
    callAs(page, site, authorToken, 'PUT', `/chapters/${chapter}`, { content });
  await edit(`${old}\n\n${textOf(30)}`);
  const reader = await signUpViaApi(page, site);
  const { data } = await callAs<{ data: { version: number } }>(
    page,
    site,
    reader.token,
    'GET',
    `/chapters/${chapter}`,
  );
  const place = { progress: 100, position: { paragraph: 1, offset: 0, version: data.version } };
  await callAs(page, site, reader.token, 'POST', `/chapters/${chapter}/progress`, place);
  await edit(`${now}\n\n${textOf(30)}`);

  // The author says why.
  const other = await browser.newContext({ baseURL: site.url });
  await skipOnboarding(other);
  const desk = await other.newPage();
  await setToken(desk, authorToken);
  await desk.goto(`/write/${story}/chapter/${chapter}`);
  await desk.getByRole('button', { name: 'Versions' }).click();
  const versions = desk.getByRole('dialog', { name: 'Versions' });
  await versions
    .getByLabel(/^A note to readers about your latest changes/)
    .fill('The storm comes a day earlier.');
  await versions.getByRole('button', { name: 'Save note' }).click();
  await expect(versions.getByRole('button', { name: 'Save note' })).toBeDisabled();
  expect(await axeViolations(desk)).toEqual([]);

  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/reading/${story}/${chapter}`);
    const line = page
      .getByRole('status')
      .filter({ hasText: /^Revised on .*: \d+ words changed since you read this\./ });
    await expect(line).toBeVisible();
    const box = await line.boundingBox();
    expect(box?.height).toBeLessThan(140);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await axeViolations(page)).toEqual([]);
    await line.getByRole('button', { name: 'See changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'What has changed' });
    await expect(dialog).toContainText('The storm comes a day earlier.');
    await expect(dialog.getByText('Changed:')).toHaveCount(2);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await versions.getByLabel('Show readers what has changed').click();
  await expect(versions.getByLabel('Show readers what has changed')).not.toBeChecked();
  await page.goto(`/reading/${story}/${chapter}`);
  await expect(page.locator('.chapter-text')).toContainText('The ship left at night.');
  await page.mouse.move(5, 300);
  await page.waitForResponse((response) => response.url().endsWith('/revision') && response.ok());
  await expect(page.getByText(/^Revised on/)).toHaveCount(0);
  await other.close();
});
