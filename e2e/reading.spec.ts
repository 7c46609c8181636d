import { callAs, createStory, delayRequests, expect, signUpViaApi, test } from './support/test.ts';

test('a story opens at its first chapter and later at the last-read one; keys and buttons change chapters', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 3 });
  await page.goto(`/story/${story}`);
  await page.getByRole('link', { name: 'Start Reading' }).click();
  await expect(page.getByText('Chapter 1 of 3')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous chapter', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Next chapter', exact: true }).click();
  await expect(page).toHaveURL(`/reading/${story}/${chapters[1]}`);
  await expect(page.getByText('Chapter 2 of 3')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const saved = page.waitForResponse((response) => response.url().endsWith(`/${chapters[2]}/progress`));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Chapter 3 of 3')).toBeVisible();
  await expect(page.locator('[data-paragraph]').first()).toBeVisible();
  await saved;
  await page.goto(`/reading/${story}`);
  await expect(page.getByText('Chapter 3 of 3')).toBeVisible();
  await page.goto(`/story/${story}`);
  await expect(page.getByRole('link', { name: /^Continue with/ })).toBeVisible();
});

test('on a slow network, the next chapter is shown without waiting for it [U20]', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 3 });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  // Slow 3G.
  const network = await page.context().newCDPSession(page);
  const conditions = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await network.send('Network.emulateNetworkConditions', { offline: false, ...conditions });
  for (const number of [2, 3]) {
    // Fetched while the one before is read.
    await page.waitForFunction(
      (id) =>
        performance
          .getEntriesByType('resource')
          .some((entry) => entry.name.endsWith(`/chapters/${id}`) && 'responseEnd' in entry),
      chapters[number - 1],
    );
    // Nothing arrives any more, scripts included.
    const release = await delayRequests(page, '**');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('main').getByRole('heading', { name: `Evening ${number}` })).toBeVisible();
    await expect(page.locator('[data-paragraph]').first()).toBeVisible();
    release();
    await page.unrouteAll({ behavior: 'wait' });
  }
  await network.detach();
});

test('emphasis, verse, scene breaks and the author’s note are rendered', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1 });
  await callAs(page, site, reader.token, 'PUT', `/chapters/${chapters[0]}`, {
    content: [
      'It was *very* late.',
      '***',
      '<b>Not markup</b> & **loud**, ***both***, f*ck, \\*starred\\*.',
      '| Roses are *red,*',
      '|   violets are blue,',
      '|',
      '| and so on.',
      'word '.repeat(220),
    ].join('\n'),
    authorNotes: 'Thank you for waiting.',
    endNotes: 'More on Friday.\n'.repeat(9),
  });
  await page.goto(`/reading/${story}`);
  await expect(page.locator('em', { hasText: 'very' })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'loud' })).toBeVisible();
  await expect(page.locator('hr.scene-break')).toHaveCount(1);
  await expect(page.locator('em > strong')).toHaveText('both');
  await expect(page.locator('p', { has: page.locator('strong') })).toHaveText(
    '<b>Not markup</b> & loud, both, f*ck, *starred*.',
    { useInnerText: true },
  );
  const verse = page.locator('.verse');
  await expect(verse).toHaveText(['Roses are red,', '  violets are blue,', '', 'and so on.'], {
    useInnerText: true,
  });
  const [first, second] = [await verse.nth(0).boundingBox(), await verse.nth(1).boundingBox()];
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeCloseTo(second?.y ?? 0, 0);
  await expect(page.getByText('<b>Not markup</b>')).toBeVisible();
  const notes = page.getByRole('complementary', { name: "Author's Note" });
  await expect(notes.first()).toContainText('Thank you for waiting.');
  // The note after the text is folded as the one before it.
  const end = page.getByRole('complementary', { name: "Author's Note at the end" });
  await expect(end).toContainText('More on Friday.');
  const [text, below] = [await page.locator('.chapter-text').boundingBox(), await end.boundingBox()];
  expect(below?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0));
  await end.getByText('Show the whole note').click();
  await expect.poll(async () => (await end.boundingBox())?.height).toBeGreaterThan(below?.height ?? 0);
});
