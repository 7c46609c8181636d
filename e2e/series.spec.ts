import { callAs, createStory, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

test('an author makes a series and arranges it; a visitor reads it without scripts', async ({
  page,
  site,
  browser,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const ids: string[] = [];
  for (const title of ['The Ebb', 'The Flood', 'Slack Water']) {
    const { story } = await createStory(page, site, author.token, { title, chapters: 1, paragraphs: 5 });
    ids.push(story);
  }
  const parts = (where: typeof page) => where.getByRole('main').getByRole('heading', { level: 3 });

  await test.step('creates it', async () => {
    await page.goto('/write?tab=series');
    await page.getByRole('button', { name: 'Create a series' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Series' });
    await dialog.getByLabel('Name').fill('The Tide Books');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'The Tide Books' })).toBeVisible();
  });

  await test.step('adds stories in the order in which they are chosen', async () => {
    await page.getByRole('button', { name: 'Add stories' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add stories' });
    for (const name of ['The Ebb', 'Slack Water', 'The Flood'])
      await dialog.getByRole('checkbox', { name }).check();
    await dialog.getByRole('button', { name: 'Add 3' }).click();
    await expect(parts(page)).toHaveText(['1. The Ebb', '2. Slack Water', '3. The Flood']);
  });

  await test.step('moves them with the keyboard and by dragging', async () => {
    const down = page.getByRole('button', { name: 'Move The Ebb down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(parts(page)).toHaveText(['1. Slack Water', '2. The Ebb', '3. The Flood']);
    await expect(down).toBeFocused();
    const rows = page.locator('[data-row]');
    const box = await rows.nth(0).boundingBox();
    if (box === null) throw new Error('There is no row.');
    await rows.nth(2).locator('[data-handle]').hover();
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 });
    await page.mouse.move(box.x + 40, box.y + 4, { steps: 4 });
    await page.mouse.up();
    await expect(parts(page)).toHaveText(['1. The Flood', '2. Slack Water', '3. The Ebb']);
  });

  await test.step('removes one, and takes that back', async () => {
    await page.getByRole('button', { name: 'Actions for Slack Water' }).click();
    await page.getByRole('menuitem', { name: 'Remove from series' }).click();
    await expect(parts(page)).toHaveText(['1. The Flood', '2. The Ebb']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(parts(page)).toHaveText(['1. The Flood', '2. Slack Water', '3. The Ebb']);
  });

  await test.step('a change made somewhere else is not overwritten', async () => {
    type Mine = { data: { _id: string; version: number }[] };
    await expect
      .poll(async () => (await callAs<Mine>(page, site, author.token, 'GET', '/series')).data[0]?.version)
      .toBe(5);
    const { data } = await callAs<Mine>(page, site, author.token, 'GET', '/series');
    const [series] = data;
    await callAs(page, site, author.token, 'PUT', `/series/${series?._id}/stories`, {
      stories: [ids[1], ids[0]],
      version: series?.version,
    });
    await page.getByRole('button', { name: 'Move The Ebb up' }).click();
    await expect(page.getByText(/This series was changed somewhere else in the meantime/)).toBeVisible();
    await expect(parts(page)).toHaveText(['1. The Flood', '2. The Ebb']);
  });

  await test.step('a visitor goes from part to part without scripts', async () => {
    const visitors = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    const visitor = await visitors.newPage();
    await visitor.goto(`/story/${ids[1]}`);
    const line = visitor.getByRole('navigation', { name: 'Series' });
    await expect(line).toContainText('Part 1 of The Tide Books');
    await line.getByRole('link', { name: /The Ebb/ }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('The Ebb');
    await expect(line).toContainText('Part 2 of The Tide Books');
    await line.getByRole('link', { name: 'The Tide Books' }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('The Tide Books');
    await expect(parts(visitor)).toHaveText(['The Flood', 'The Ebb']);
    await expect(visitor.getByText(/^[\d,]+ words$/).first()).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Start with part 1' })).toHaveAttribute(
      'href',
      `/story/${ids[1]}`,
    );
    await visitors.close();
  });

  await test.step('a reader finds it on the story page and on the profile, and can report it, unlike its author', async () => {
    const readers = await browser.newContext({ baseURL: site.url });
    const reader = await readers.newPage();
    await signUpViaApi(reader, site, 'reader');
    await reader.goto(`/story/${ids[0]}`);
    await expectLoaded(reader);
    await expect(reader.getByRole('navigation', { name: 'Series' })).toContainText('Part 2 of');
    await reader.goto(`/profile/${author.username}`);
    await reader.getByRole('link', { name: 'The Tide Books' }).click();
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('The Tide Books');
    const reportOn = (where: typeof page) =>
      where.getByRole('main').getByRole('button', { name: 'Report', exact: true });
    for (const width of [1440, 390]) {
      await reader.setViewportSize({ width, height: 800 });
      await expect(reportOn(reader)).toBeInViewport({ ratio: 1 });
      await reportOn(reader).click();
      const dialog = reader.getByRole('dialog', { name: 'Report this series' });
      await expect(dialog.getByRole('button', { name: 'Send report' })).toBeVisible();
      await reader.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await page.goto(new URL(reader.url()).pathname);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Tide Books');
    await expect(page.getByRole('link', { name: 'Arrange my series' })).toBeVisible();
    await expect(reportOn(page)).toBeHidden();
    await readers.close();
  });
});
