import { callAs, createStory, delayRequests, expect, signUpViaApi, test } from './support/test.ts';

test('a story’s page says that it loads, marks what an AI wrote, and leads on to Discover', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site);
  const title = 'The Lamp That Wrote Itself';
  const { story } = await createStory(page, site, token, { title, chapters: 1 });
  const letGo = await delayRequests(page, `**/api/v1/stories/${story}/reading`);
  await page.goto(`/story/${story}`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading story...' })).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('Loading story...')).toHaveCount(0);
  await expect(page.getByText('AI Generated')).toHaveCount(0);
  await callAs(page, site, token, 'PUT', `/stories/${story}`, { isAIGenerated: true });
  await page.reload();
  await expect(page.getByText('AI Generated', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Browse More Stories' }).click();
  await expect(page).toHaveURL('/discover');
});

test('a view is registered once per session and story', async ({ page, site }) => {
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
  const look = async (story: string, title: string) => {
    await page.goto(`/story/${story}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('heading', { name: 'Episodes' })).toBeVisible();
  };
  await look(first.story, 'Looked At Twice');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Looked At Twice' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Looked At Twice');
  await page.reload();
  await look(second.story, 'Looked At Once');
  await look(first.story, 'Looked At Twice');
  // The second story's view comes after all that could have been the first one's again.
  await expect.poll(() => views).toContain(second.story);
  expect(views).toEqual([first.story, second.story]);
});
