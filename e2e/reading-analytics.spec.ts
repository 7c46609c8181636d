import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, spendTime, test } from './support/test.ts';

test.use({ freshContext: true });

const widths = [390, 1440];

test('a reader’s own figures: none yet, the first ones, a goal, no rewards, and erasing', async ({
  page,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2 });
  const reader = await signUpViaApi(page, site, 'figures');

  const look = async (name: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeViolations(page), `${name} at ${width}`).toEqual([]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
    }
  };

  const noData = page.getByRole('heading', { name: 'No Reading Analytics Available' });
  await test.step('begin with zero cards', async () => {
    await page.goto('/analytics');
    await expect(page.getByRole('heading', { name: 'Start Your Reading Journey' })).toBeVisible();
    await expect(noData).toHaveCount(0);
    await expect(page.getByText('0 days')).toHaveCount(2);
    await look('empty');
  });

  const reachEnd = () =>
    callAs(page, site, reader.token, 'POST', `/chapters/${chapters[0]}/progress`, { progress: 100 });
  await test.step('say so when a story was opened and nothing was read', async () => {
    await reachEnd();
    await page.reload();
    await expect(noData).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Start Your Reading Journey' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Last 7 Days' })).toHaveCount(0);
  });

  await test.step('show what was measured', async () => {
    await spendTime(page, site, reader.token, story, chapters[0]);
    await reachEnd();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Last 7 Days' })).toBeVisible();
    await expect(page.getByText('No Data')).toBeVisible();
    await expect(page.getByText('Next milestone')).toBeVisible();
    const heights = await page
      .locator('[data-bar]')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
    expect(heights.length).toBe(7);
    for (const height of heights) expect([8, 120]).toContain(height);
    await look('measured');
  });

  await test.step('take a goal, and say what is wrong with one', async () => {
    await page.getByLabel('Minutes a day').fill('many');
    await page.getByRole('button', { name: 'Save goal' }).click();
    await expect(page.getByText('Please use a whole number, or leave this empty.').first()).toBeVisible();
    await expect(page.getByLabel('Minutes a day')).toHaveValue('many');
    await page.getByLabel('Minutes a day').fill('20');
    await page.getByRole('button', { name: 'Save goal' }).click();
    await expect(page.getByRole('progressbar', { name: /minutes toward your goal/ })).toBeVisible();
  });

  await test.step('have no part about achievements while rewards are switched off', async () => {
    await callAs(page, site, reader.token, 'PATCH', '/users/preferences', { hidesRewards: true });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Session Insights' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Achievements' })).toHaveCount(0);
  });

  await test.step('can be switched off, taken along and erased', async () => {
    const measured = page.getByRole('switch', { name: 'Measure my reading' });
    await measured.click();
    await expect(page.getByText('No session is stored any more')).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('inkling-reading.csv');
    await page.getByRole('button', { name: 'Erase reading times' }).click();
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(page.getByText('Your reading times were erased.').first()).toBeVisible();
    await page.reload();
    await expect(measured).not.toBeChecked();
  });
});
