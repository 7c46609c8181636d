import { saveGlossaryEntry } from '@inkling/contract/glossary';
import { newId } from '@inkling/contract/new-id';
import { createJpeg } from './support/images.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

test('an author takes stories with their versions along to another site, from the file that it exported', async ({
  page,
  site,
  browser,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2, paragraphs: 8 });
  const content = Array.from({ length: 12 }, (_, n) => `${n} ${'The lamp was lit. '.repeat(20)}`)
    .join('\n')
    .trim();
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[1]}`, {
    ...{ title: 'The Harbor', content, endNotes: 'Thanks for reading.' },
    keepBaseVersion: true,
    baseVersion: 1,
  });
  const entry = {
    kind: 'person',
    names: ['Ada'],
    notes: [{ chapter: chapters[1], text: 'Keeps the lamp.' }],
  };
  const glossary = saveGlossaryEntry.path.replace('{id}', story).replace('{entryId}', newId(Date.now()));
  await callAs(page, site, author.token, 'PUT', glossary, entry);
  const selectedText = '3 The lamp was lit.';
  const startOffset = content.indexOf(selectedText);
  const endOffset = startOffset + selectedText.length;
  await callAs(page, site, author.token, 'POST', '/highlights', {
    ...{ storyId: story, chapterId: chapters[1], selectedText, startOffset, endOffset },
    ...{ note: 'Say which lamp.', color: 'blue' },
  });
  await callAs(page, site, author.token, 'POST', '/comments', {
    ...{ chapter: chapters[1], content: 'This is the lamp of my aunt.' },
    passage: { version: 2, startOffset, endOffset },
  });
  const uploaded = await page.request.post(`${site.url}/api/v1/upload/book-cover`, {
    headers: { authorization: `Bearer ${author.token}` },
    multipart: {
      storyId: story,
      file: { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await createJpeg(page) },
    },
  });
  expect(uploaded.status()).toBe(201);
  const exported = await page.request.get(`${site.url}/api/v1/users/me/export`, {
    headers: { authorization: `Bearer ${author.token}` },
  });
  expect(exported.status()).toBe(200);

  // Another account stands for another site: it has none of the stories.
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const other = await context.newPage();
  const { token } = await signUpViaApi(other, site, 'author');
  await other.goto('/write');
  await other.getByRole('button', { name: 'Import', exact: true }).click();
  await other.getByLabel('Book files').setInputFiles({
    name: 'inkling-export.zip',
    mimeType: 'application/zip',
    buffer: await exported.body(),
  });
  const dialog = other.getByRole('dialog');
  const choice = dialog.getByRole('group', { name: 'Your stories from another site' }).getByRole('checkbox');
  await expect(choice).toBeChecked();
  await dialog.getByRole('button', { name: 'Add 1 story' }).click();
  await expect(dialog.getByText('2 chapters, added)')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(other.getByRole('link', { name: 'The Lamp' }).first()).toBeVisible();

  const { data: mine } = await callAs<{ data: { _id: string }[] }>(
    other,
    site,
    token,
    'GET',
    '/stories/my-stories',
  );
  expect(mine).toMatchObject([{ title: 'The Lamp', coverImage: expect.stringMatching(/^\/files\//) }]);
  const list = `/chapters/story/${mine[0]?._id}/author`;
  const { data } = await callAs<{ data: { _id: string; title: string }[] }>(other, site, token, 'GET', list);
  expect(data.map(({ title }) => title)).toEqual(['Evening 1', 'The Harbor']);
  const harbor = `/chapters/${data[1]?._id}`;
  const versions = await callAs<{ data: object[] }>(other, site, token, 'GET', `${harbor}/versions`);
  expect(versions.data).toHaveLength(2);
  const text = await callAs<{ data: object }>(other, site, token, 'GET', `${harbor}/author`);
  expect(text.data).toMatchObject({ content, endNotes: 'Thanks for reading.', isPublished: false });
  const highlights = await callAs<{ data: object[] }>(other, site, token, 'GET', '/highlights');
  expect(highlights.data).toMatchObject([
    { chapterId: data[1]?._id, selectedText, startOffset, note: 'Say which lamp.', color: 'blue' },
  ]);
  await callAs(other, site, token, 'PUT', harbor, {
    ...{ isPublished: true, baseVersion: 2, keepBaseVersion: true },
  });
  await callAs(other, site, token, 'PUT', `/stories/${mine[0]?._id}`, { isPublished: true });
  const comments = await callAs<{ data: object[] }>(
    other,
    site,
    token,
    'GET',
    `/comments/chapter/${data[1]?._id}`,
  );
  expect(comments.data).toMatchObject([
    { content: 'This is the lamp of my aunt.', passage: { quote: selectedText } },
  ]);
  const names = await callAs<{ data: object[] }>(
    other,
    site,
    token,
    'GET',
    `/stories/${mine[0]?._id}/glossary`,
  );
  expect(names.data).toMatchObject([{ names: ['Ada'], notes: [{ text: 'Keeps the lamp.' }] }]);
  await context.close();
});
