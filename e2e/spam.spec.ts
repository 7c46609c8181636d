import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import { type Site, startSite } from './support/server.ts';
import { createStory, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

let site: Site | undefined;
test.afterEach(() => site?.stop());

test('a link by a new account is held, until an admin allows it', async ({ browser }) => {
  test.setTimeout(180_000);
  const started = await startSite({ NEW_ACCOUNT_HOURS: '24' });
  site = started;
  const openAs = async (name: string) => {
    const context = await browser.newContext({ baseURL: started.url });
    const page = await context.newPage();
    return { ...(await signUpViaApi(page, started, name)), page };
  };
  const [author, newcomer, admin] = [await openAs('author'), await openAs('newcomer'), await openAs('admin')];
  await inkling(started, 'admin', 'grant', admin.username);
  const { story } = await createStory(author.page, started, author.token, { title: 'The Lamp', chapters: 1 });
  const text = 'Cheap lamps at https://lamps.example';
  const cardIn = (page: Page) => page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: text });

  const openComments = async (page: Page) => {
    await page.goto(`/story/${story}`);
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
  };
  await openComments(newcomer.page);
  await newcomer.page.getByRole('textbox', { name: 'Write a comment' }).fill(text);
  await newcomer.page.getByRole('button', { name: 'Post comment' }).click();
  const mine = cardIn(newcomer.page);
  await expect(mine.getByText('Held for review')).toBeVisible();
  await newcomer.page.reload();
  await expect(
    mine.getByText('Only you can see this comment until a moderator has looked at it.'),
  ).toBeVisible();
  await expect(mine.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(mine.getByRole('button', { name: /^Like/ })).toHaveCount(0);
  await expectLoaded(newcomer.page);
  expect(await axeViolations(newcomer.page)).toEqual([]);

  await openComments(author.page);
  await expect(author.page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
  await author.page.goto('/notifications');
  await expectLoaded(author.page);
  await expect(author.page.getByText(/commented/)).toHaveCount(0);

  await admin.page.goto('/admin/reports');
  const row = admin.page.getByRole('list', { name: 'Open reports' }).getByRole('listitem');
  await expect(row.getByText('Held: link from an account younger than a day')).toBeVisible();
  await row.getByRole('link', { name: 'A comment' }).click();
  await expect(admin.page.getByRole('heading', { name: 'What is held' })).toBeVisible();
  expect(await axeViolations(admin.page)).toEqual([]);
  await admin.page.getByRole('button', { name: 'Allow' }).click();
  await expect(admin.page.getByText(/^Allowed by/)).toBeVisible();

  await author.page.reload();
  await expect(author.page.getByRole('main').getByText(/commented/)).toHaveCount(1);
  await openComments(author.page);
  await expect(cardIn(author.page)).toBeVisible();
  await openComments(newcomer.page);
  await expect(mine.getByRole('button', { name: /^Like/ })).toBeVisible();
  await expect(mine.getByText('Held for review')).toHaveCount(0);
  for (const { page } of [author, newcomer, admin]) await page.context().close();
});
