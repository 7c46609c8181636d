import { axeViolations } from './support/axe.ts';
import { recordRequests } from './support/requests.ts';
import {
  callAs,
  createStory,
  expect,
  expectLoaded,
  joinViaApi,
  signUpViaApi,
  spendTime,
  test,
} from './support/test.ts';

test.use({ freshContext: true });

test('a new reader’s first evening: a chapter, a quiet line, the wallet and the daily reward; then no trace of it', async ({
  page,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2 });
  const reader = await signUpViaApi(page, site, 'newreader');
  await spendTime(page, site, reader.token, story, chapters[0]);

  await test.step('the end of the chapter says quietly what it brought', async () => {
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    await page.getByRole('navigation', { name: 'Chapters' }).scrollIntoViewIfNeeded();
    await page.keyboard.press('End');
    const line = page.getByRole('status').filter({ hasText: '+2 ink for finishing a chapter' });
    await expect(line).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'See rewards' }).click();
  });

  await test.step('the wallet says where the ink comes from, and the daily reward is claimed once', async () => {
    await expect(page.getByRole('heading', { name: 'Where it came from' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Earned and spent' })).toContainText(
      'Finished “Evening 1”',
    );
    await page.getByRole('button', { name: 'Claim 5 coins' }).click();
    await expect(page.getByRole('button', { name: 'Claimed' })).toBeDisabled();
    const { data } = await callAs<{ data: { nextAt: string } }>(
      page,
      site,
      reader.token,
      'GET',
      '/gamification/daily-rewards',
    );
    const local = await page.evaluate(
      (iso) => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(iso)),
      data.nextAt,
    );
    await expect(page.getByText(/^The next one is ready/)).toContainText(local);
    await expect(page.getByText('Daily reward, step 1 of 7')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('inkling-rewards.csv');
    // It was told on the reading screen, so not again.
    await expect(page.locator('.toast', { hasText: 'ink' })).toHaveCount(0);
  });

  const main = page.getByRole('navigation', { name: 'Main' }).filter({ hasText: 'Logout' });
  await test.step('switched off, no screen has a trace of it, from the first paint on', async () => {
    await page.goto('/settings#rewards');
    await expectLoaded(page);
    await expect(main.getByRole('link', { name: 'Rewards' })).toBeVisible();
    const saved = page.waitForResponse(/\/users\/preferences/);
    await page.getByRole('switch', { name: 'Rewards' }).click();
    await saved;
    await expect(main.getByRole('link', { name: 'Rewards' })).toHaveCount(0);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/profile', { waitUntil: 'commit' });
    await expect(main.getByRole('link', { name: 'Community' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Rewards' })).toBeHidden();
    await page.unroute('**/*.js');
    await page.reload();
    await expect(page.getByRole('term').filter({ hasText: 'Bookmarks' })).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: /^Ink$/ })).toHaveCount(0);
    await spendTime(page, site, reader.token, story, chapters[1]);
    await page.goto(`/reading/${story}/${chapters[1]}`);
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    // Not an earlier place: the end would be sent by a later page, when rewards may be on again.
    const finished = page.waitForResponse(
      (response) =>
        response.url().endsWith('/progress') && response.request().postDataJSON().progress === 100,
    );
    await page.keyboard.press('End');
    await finished;
    await expect(page.getByText('ink for finishing')).toHaveCount(0);
    const requests = recordRequests(page);
    for (const path of ['/rewards', '/achievements', '/leaderboard']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Rewards are switched off' })).toBeVisible();
      await expectLoaded(page);
    }
    const asked = /\/api\/v1\/(gamification|quests|missions|achievements|leaderboard)/;
    expect(requests.filter((request) => asked.test(request))).toEqual([]);
  });

  await test.step('switched on again, everything is there', async () => {
    await callAs(page, site, reader.token, 'PATCH', '/users/preferences', { hidesRewards: false });
    await page.goto('/profile');
    await expect(page.getByRole('term').filter({ hasText: /^Ink$/ }).locator('xpath=../dd')).toHaveText('2');
  });
});
