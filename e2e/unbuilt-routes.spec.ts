import { axeViolations } from './support/axe.ts';
import { createComingSoonStory, createStory, expect, signUpViaApi, test } from './support/test.ts';

test('the placeholders for Discover and the categories list their stories', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site);
  await createStory(page, site, reader.token, { title: 'The Newest Lamp', chapters: 1 });
  for (const [path, list, text] of [
    ['/discover', 'All stories', 'here are all the stories.'],
    ['/category/new-releases', 'New Releases', 'here are its stories.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(`We’re still building this page. In the meantime, ${text}`)).toBeVisible();
    const stories = page.getByRole('region', { name: list });
    await expect(stories.getByRole('link', { name: 'The Newest Lamp' })).toBeVisible();
    expect(await axeViolations(page), path).toEqual([]);
    await stories.getByRole('link', { name: 'The Newest Lamp' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The Newest Lamp' })).toBeVisible();
  }
  // The story's page is open: its genre leads to the stories of the genre.
  const genre = page.getByRole('list', { name: 'Genres' }).getByRole('link').first();
  const name = (await genre.textContent()) ?? '';
  await genre.click();
  await expect(
    page.getByRole('region', { name }).getByRole('link', { name: 'The Newest Lamp' }),
  ).toBeVisible();
});

test('an author can open the page of their draft by URL; other users cannot', async ({
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
});

test('the reading screen of a coming-soon story shows a notice', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const story = await createComingSoonStory(page, site, author.token, 'The Lamp to Come');
  await page.goto(`/reading/${story}`);
  await expect(page.getByRole('heading', { name: 'The Lamp to Come' })).toBeVisible();
  await expect(
    page.getByText('This story is coming soon! Chapters will be available shortly.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to the story' }).click();
  await expect(page).toHaveURL(`/story/${story}`);
});
