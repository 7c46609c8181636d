import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

test('an author marks the last chapters, a reader without a plan sees a lock and the way to the store, and no text', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 3 });

  await test.step('the author marks them', async () => {
    await page.goto(`/write/${story}`);
    await page.getByRole('button', { name: 'More actions for chapters' }).click();
    await page.getByRole('menuitem', { name: 'Premium chapters…' }).click();
    await page.getByRole('spinbutton', { name: 'First Premium chapter' }).fill('2');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await expect(page.getByText('Chapters 2 and up are for Premium readers')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-row]').getByText('Premium', { exact: true })).toHaveCount(2);
    await expectLoaded(page);
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('its author reads on', async () => {
    await page.goto(`/reading/${story}/${chapters[1]}`);
    await expect(page.locator('.chapter-text')).toContainText('lantern');
  });

  await test.step('the story’s page says so to visitors', async () => {
    const html = await (await page.request.get(`/story/${story}`)).text();
    expect(html).toContain('Premium');
    expect(html).not.toContain('lantern');
  });

  const reader = await signUpViaApi(page, site, 'reader');
  await page.evaluate((token) => localStorage.setItem('token', token), reader.token);
  await test.step('a reader comes to the lock, goes back and to the store', async () => {
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.locator('.chapter-text')).toContainText('lantern');
    await page.getByRole('button', { name: 'Next Chapter', exact: true }).click();
    await expect(page).toHaveURL(`/reading/${story}/${chapters[1]}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Evening 2' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This chapter is for Premium readers' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark as Completed' })).toHaveCount(0);
    await expect(page.getByText('lantern')).toHaveCount(0);
    await expectLoaded(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next Chapter', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Evening 3' })).toBeVisible();
    await page.getByRole('button', { name: 'Previous Chapter', exact: true }).click();
    await page.getByRole('link', { name: 'See plans' }).click();
    await expect(page).toHaveURL(/\/store#subscriptions$/);
  });

  await test.step('the author lifts the mark, and it is read', async () => {
    await callAs(page, site, author.token, 'PUT', `/stories/${story}/exclusive`, { fromChapter: null });
    await page.goto(`/reading/${story}/${chapters[1]}`);
    await expect(page.locator('.chapter-text')).toContainText('lantern');
  });
});
