import { inkling } from './support/command-line.ts';
import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test('publishing a taken-down story or chapter shows the reason, and the text is not lost [P11]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token);
  const second = chapters[1] ?? '';
  await inkling(site, 'admin', 'take-down', `${site.url}/story/${story}`, '--reason', 'It is a copy.');
  await inkling(
    site,
    'admin',
    'take-down',
    `${site.url}/reading/${story}/${second}`,
    '--reason',
    'It is rude.',
  );

  await page.goto(`/write/${story}`);
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/took down this story.+Their reason: It is a copy\./).first()).toBeVisible();

  await page.goto(`/write/${story}/chapter/${second}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  const before = (await text.textContent()) ?? '';
  await page.getByRole('checkbox', { name: /^Published/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/took down this chapter.+Their reason: It is rude\./).first()).toBeVisible();
  await expect(text).toHaveText(before);

  await inkling(site, 'admin', 'reinstate', story);
  // The story is published again; the chapter stays taken down.
  const asVisitor = await (await page.request.get(`${site.url}/api/v1/chapters/story/${story}`)).json();
  expect(asVisitor.data.map(({ title }: { title: string }) => title)).toEqual(['Evening 1', 'Evening 3']);
});
