import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

const phone = { width: 390, height: 844 };
test('on a phone a story can only be completed in its last chapter, with a confirmation', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 3 });
  await page.setViewportSize(phone);
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.locator('[data-paragraph]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as Completed' })).toHaveCount(0);
  await page.goto(`/reading/${story}/${chapters[2]}`);
  await expect(page.locator('[data-paragraph]').first()).toBeVisible();
  const marked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/mark-completed')) marked.push(request.url());
  });
  const button = page.getByRole('button', { name: 'Mark as Completed' });
  await expect(page.locator('footer').getByRole('button', { name: 'Mark as Completed' })).toHaveCount(1);
  await expect(button).toHaveCount(1);

  // Chapter 2 was never opened.
  await button.click();
  const confirmation = page.getByRole('alertdialog', { name: 'Mark as completed?' });
  await expect(confirmation).toContainText('You haven’t opened 1 of the story’s 3 chapters yet.');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`${chapters[2]}$`));
  // Not asked of the server: whoever stays at the end of the last chapter completes the story by reading.
  expect(marked).toEqual([]);

  // On the smallest window, the toast covers neither the dialog's title nor its buttons.
  await page.setViewportSize({ width: 568, height: 320 });
  const failure = { success: false, message: 'The lamp is out.', code: 'UNAVAILABLE', requestId: 'abc-7' };
  await page.route('**/mark-completed', (route) => route.fulfill({ status: 503, json: failure }), {
    times: 1,
  });
  await button.click();
  await confirmation.getByRole('button', { name: 'Mark as Completed' }).click();
  const toast = page.locator('.toast');
  await expect(toast).toContainText('The lamp is out. If it keeps happening, quote this number: abc-7');
  await expect
    .poll(async () => {
      const [note, title] = [
        await toast.boundingBox(),
        await confirmation.getByRole('heading').boundingBox(),
      ];
      return note !== null && title !== null && note.y + note.height <= title.y;
    })
    .toBe(true);
  await confirmation.getByRole('button', { name: 'Mark as Completed' }).click();
  await expect(page).toHaveURL('/discover');
  await expect(page.getByText('Marked as completed. You’ll find it in your library.')).toBeVisible();
  await page.goto(`/story/${story}`);
  await expect(page.getByText('You’ve completed this story.')).toBeVisible();
});

test('a reader who has opened every chapter completes the story without a confirmation', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2 });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  const saved = page.waitForResponse((response) => response.url().includes('/progress') && response.ok());
  await expect(page.locator('[data-paragraph]').first()).toBeVisible();
  await saved;
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Mark as Completed' });
  await expect(page.locator('header').first()).toContainText('Mark as Completed');
  await page.getByRole('heading', { name: 'You’re caught up' }).scrollIntoViewIfNeeded();
  // The header's is hidden now.
  await expect(button).toHaveCount(1);
  await page.locator('footer').getByRole('button', { name: 'Mark as Completed' }).click();
  await expect(page).toHaveURL('/discover');
  await page.goto('/library?tab=completed');
  await expect(page.getByRole('link', { name: 'The Lamp', exact: true })).toBeVisible();
});

test('the end of a chapter leads on: to the next one, to the author, and to another story', async ({
  page,
  site,
}) => {
  // The first sign-up owns the browser session.
  await signUpViaApi(page, site);
  const author = await signUpViaApi(page, site, 'author');
  const first = await createStory(page, site, author.token, { title: 'The First Lamp', chapters: 2 });
  const other = await createStory(page, site, author.token, { title: 'The Second Lamp', chapters: 1 });
  const footer = page.locator('footer');
  await page.goto(`/reading/${first.story}/${first.chapters[0]}`);
  await expect(footer).toContainText('Next: Chapter 2Evening 22 minutes');
  await expect(footer.getByRole('heading', { name: /caught up|the end/ })).toHaveCount(0);
  await footer.getByRole('button', { name: 'Next Chapter' }).click();

  await expect(footer.getByRole('heading', { name: 'You’re caught up' })).toBeVisible();
  await footer.getByRole('button', { name: 'Like' }).click();
  await expect(footer.getByRole('button', { name: 'Liked' })).toBeVisible();
  await footer.getByRole('button', { name: 'Follow the author' }).click();
  await expect(footer.getByRole('button', { name: 'Following the author' })).toBeVisible();
  await page.reload();
  await expect(footer.getByRole('button', { name: 'Liked' })).toBeVisible();
  await expect(footer.getByRole('button', { name: 'Following the author' })).toBeVisible();

  await callAs(page, site, author.token, 'PUT', `/stories/${first.story}`, { status: 'completed' });
  await page.reload();
  // The story is completed, so its chapters open at their beginning.
  const end = footer.getByRole('heading', { name: 'You’ve reached the end' });
  await end.scrollIntoViewIfNeeded();
  const suggestions = footer.getByRole('region', { name: 'More by' });
  await expect(suggestions.getByRole('heading', { level: 3 })).toHaveText('The Second Lamp');
  const next = footer.getByRole('region', { name: 'Readers also liked' });
  await expect(next.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(next.getByRole('link', { name: /The (First|Second) Lamp/ })).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to Discover' }).click();
  await expect(page).toHaveURL('/discover');
  await page.goBack();
  await end.scrollIntoViewIfNeeded();
  await suggestions.getByRole('link', { name: 'The Second Lamp' }).click();
  await expect(page).toHaveURL(`/story/${other.story}`);
});

test('a reader can navigate a long story with the chapter list and by chapter number', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, {
    title: 'A Hundred Evenings',
    chapters: 30,
    paragraphs: 6,
  });
  await page.setViewportSize(phone);
  await callAs(page, site, reader.token, 'POST', `/chapters/${chapters[13]}/progress`, { progress: 100 });
  await page.goto(`/reading/${story}/${chapters[14]}`);
  const opener = page.getByRole('button', { name: 'Chapter 15 of 30' });
  await opener.click();
  const list = page.getByRole('dialog', { name: 'Chapters' });
  const current = list.getByRole('link', { name: /Evening 15/ });
  await expect(current).toBeFocused();
  await expect(current).toBeInViewport();
  await expect(list.getByRole('link', { name: /Evening 14/ })).toContainText('read');
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(current).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${chapters[16]}$`));
  await expect(list).toHaveCount(0);

  await page.getByRole('button', { name: 'Chapter 17 of 30' }).click();
  await list.getByLabel('Go to chapter').fill('29');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${chapters[28]}$`));

  await page.goto(`/story/${story}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Evening 14' })).toContainText('Read');
  await page.getByLabel('Jump to chapter').fill('3');
  await page.getByRole('button', { name: 'Jump', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Chapter 3: Evening 3', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${chapters[2]}$`));
});
