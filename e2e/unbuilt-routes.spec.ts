import { createComingSoonStory, createStory, expect, signUpViaApi, test } from './support/test.ts';

test('an author can open the page of their draft by URL; other users cannot; the reading screen of a coming-soon story shows a notice', async ({
  page,
  site,
  browser,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const title = 'A Lamp Not Lit Yet';
  const { story } = await createStory(page, site, author.token, { title, published: false });
  await page.goto(`/story/${story}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Manage' }).click();
  await expect(page).toHaveURL(`/write/${story}`);

  const otherBrowser = await browser.newContext({ baseURL: site.url });
  const other = await otherBrowser.newPage();
  await signUpViaApi(other, site);
  await other.goto(`/story/${story}`);
  await expect(other.getByRole('heading', { name: 'Story Not Found' })).toBeVisible();
  await expect(other.getByRole('main').getByRole('link', { name: 'My Library' })).toBeVisible();
  expect(await other.content()).not.toContain(title);
  await otherBrowser.close();

  const soon = await createComingSoonStory(page, site, author.token, 'The Lamp to Come');
  await page.goto(`/reading/${soon}`);
  await expect(page.getByRole('heading', { name: 'The Lamp to Come' })).toBeVisible();
  await expect(
    page.getByText('This story is coming soon! Chapters will be available shortly.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to the story' }).click();
  await expect(page).toHaveURL(`/story/${soon}`);
});
