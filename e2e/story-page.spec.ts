import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

test('a view is counted once per session and story [R51]; the page has an AI badge and links to Discover', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site);
  const [first, second] = [
    await createStory(page, site, token, { title: 'Looked At Twice', chapters: 1 }),
    await createStory(page, site, token, { title: 'Looked At Once', chapters: 1 }),
  ];
  const views: string[] = [];
  page.on('request', (request) => {
    const viewed = /\/stories\/([^/]+)\/view$/.exec(request.url());
    if (viewed?.[1] !== undefined && request.method() === 'POST') views.push(viewed[1]);
  });
  const openStory = async (story: string, title: string) => {
    await page.goto(`/story/${story}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await look();
  };
  /** A page counts as seen as soon as a key is pressed; it is no longer the server's once its author can manage it. */
  const look = async () => {
    await expect(page.getByRole('heading', { name: 'Episodes' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Manage' })).toBeVisible();
    await page.keyboard.press('Shift');
  };
  await openStory(first.story, 'Looked At Twice');
  await expect.poll(() => views).toEqual([first.story]);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Looked At Twice' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Looked At Twice');
  await look();
  await page.reload();
  await look();
  await openStory(second.story, 'Looked At Once');
  await expect.poll(() => views).toContain(second.story);
  await openStory(first.story, 'Looked At Twice');
  await expect(page.getByText('AI Generated')).toHaveCount(0);
  await callAs(page, site, token, 'PUT', `/stories/${first.story}`, { isAIGenerated: true });
  await page.reload();
  await expect(page.getByText('AI Generated', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Browse More Stories' }).click();
  await expect(page).toHaveURL('/discover');
  expect(views).toEqual([first.story, second.story]);
});
