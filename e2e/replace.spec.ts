import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, joinViaApi, setToken, test, textOf } from './support/test.ts';

test('an author renames someone in a whole story, leaves one place out, and takes all of it back', async ({
  page,
  site,
}) => {
  const { token } = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, token, { chapters: 2 });
  const texts = [`Mira lit the lamp. Mira’s hands shook.\n${textOf(6)}`, `Nobody saw Mira.\n${textOf(6)}`];
  for (const [index, id] of chapters.entries())
    await callAs(page, site, token, 'PUT', `/chapters/${id}`, { content: texts[index] });
  const textsNow = () =>
    Promise.all(
      chapters.map(async (id) => {
        const path = `/chapters/${id}/author`;
        return (await callAs<{ data: { content: string } }>(page, site, token, 'GET', path)).data.content;
      }),
    );
  await setToken(page, token);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/write/${story}`);
  await page.getByRole('button', { name: 'More actions for the story' }).click();
  await page.getByRole('menuitem', { name: 'Find and replace' }).click();
  await page.getByRole('textbox', { name: 'Find' }).fill('Mira');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove 3 matches' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('Tamsin');
  await page.getByRole('checkbox', { name: /shook/ }).uncheck();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Replace 2 matches' }).click();
  await expect(page.getByText('Replaced 2 matches in 2 chapters.')).toBeVisible();
  // What was left out stays left out.
  await expect(page.getByRole('button', { name: 'Replace 0 matches' })).toBeDisabled();
  expect(await textsNow()).toEqual([
    texts[0]?.replace('Mira lit', 'Tamsin lit'),
    texts[1]?.replace('Mira', 'Tamsin'),
  ]);
  // Also after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Undo in 2 chapters' }).click();
  await expect(page.getByText('The earlier text was restored in all chapters.')).toBeVisible();
  expect(await textsNow()).toEqual(texts);
  expect(await axeViolations(page)).toEqual([]);
});
