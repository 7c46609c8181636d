import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

test('an author splits a chapter at the caret and merges the two again', async ({ page, site }) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const { story } = await createStory(page, site, ana.token, {
    title: 'The Lighthouse',
    chapters: 0,
    published: false,
  });
  const content = 'The lamp was out.\n***\nNobody came.\nIn the morning, a boat.';
  const created = await callAs<{ data: { _id: string } }>(page, site, ana.token, 'POST', '/chapters', {
    story,
    title: 'The storm',
    content,
  });
  await page.goto(`/write/${story}/chapter/${created.data._id}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  const split = page.getByRole('button', { name: 'Split the chapter here' });
  await text.getByText('The lamp was out.').click();
  await split.click();
  await expect(page.getByText('Put the cursor in the paragraph')).toBeVisible();
  await text.getByText('Nobody came.').click();
  await split.click();
  const dialog = page.getByRole('dialog', { name: 'Split this chapter?' });
  await expect(dialog.getByText('Nobody came.')).toBeVisible();
  await dialog.getByLabel('Title of the new chapter').fill('The morning');
  await dialog.getByRole('button', { name: 'Split' }).click();
  await expect(page).toHaveURL(`/write/${story}`);
  const chapters = page.getByRole('heading', { level: 3 });
  await expect(chapters).toHaveText(['1. The storm', '2. The morning']);

  await page.getByRole('button', { name: 'Actions for The morning' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Merge with the next chapter…' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for The storm' }).click();
  await page.getByRole('menuitem', { name: 'Merge with the next chapter…' }).click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Merged. “The morning” is in the trash.')).toBeVisible();
  await expect(chapters).toHaveText(['1. The storm']);
  const path = `/chapters/${created.data._id}/author`;
  const { data } = await callAs<{ data: { content: string } }>(page, site, ana.token, 'GET', path);
  expect(data.content).toBe(content);
});
