import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, setToken, signUpViaApi, test } from './support/test.ts';

interface Progress {
  data: { progress: number; position: { paragraph: number } | null };
}

test('a passage found in the story leads there, and back; the saved place waits', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 3, paragraphs: 40 });
  await callAs(page, site, reader.token, 'PUT', `/chapters/${chapters[2]}`, {
    content: `${'The *rain* fell on the harbor, and nobody saw it.\n'.repeat(60)}A heron stood on the *old* pier.\n${'It went on raining until the morning came.\n'.repeat(30)}`,
  });
  const position = { paragraph: 20, offset: 0 };
  const place = `/chapters/${chapters[2]}/progress`;
  const saved = () => callAs<Progress>(page, site, reader.token, 'GET', place);
  await callAs(page, site, reader.token, 'POST', place, { progress: 20, position });
  const first = { progress: 0, position: { paragraph: 1, offset: 0 } };
  await callAs(page, site, reader.token, 'POST', `/chapters/${chapters[0]}/progress`, first);
  await setToken(page, reader.token);
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog', { name: 'Search in This Story' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const dialog = page.getByRole('dialog');
  // The index is updated within a second.
  await expect(async () => {
    await dialog.getByRole('searchbox').fill('heron pier');
    await dialog.getByRole('searchbox').press('Enter');
    await expect(dialog.getByRole('button', { name: 'A heron stood' })).toBeVisible({ timeout: 1500 });
  }).toPass();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'A heron stood' }).click();
  await expect(page.getByText('A heron stood on the')).toBeInViewport();
  await page.waitForTimeout(1500);
  expect((await saved()).data.position?.paragraph).toBe(20);
  expect(await axeViolations(page)).toEqual([]);
  const results = page.getByRole('search', { name: 'Results in this chapter' });
  await expect(results).toContainText('1 of 2');
  await results.getByRole('button', { name: 'Next result' }).click();
  await expect(results).toContainText('2 of 2');
  const marked = (name: string) =>
    page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map((range) => range.toString()), name);
  expect(await marked('search-match')).toEqual(['heron', 'pier']);
  expect(await marked('search-current')).toEqual(['pier']);
  await results.getByRole('button', { name: 'End search' }).click();
  await expect(results).toHaveCount(0);
  expect(await marked('search-match')).toEqual([]);
  await page.getByRole('button', { name: 'Back to Chapter 1' }).click();
  await expect(page.getByRole('heading', { name: 'Evening 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to' })).toHaveCount(0);
  await page.waitForTimeout(1500);
  expect((await saved()).data.position?.paragraph).toBe(20);
});

for (const [layout, width, height] of [
  ['paged', 320, 640],
  ['scroll', 844, 390],
] as const)
  test(`no result of a search lies under the bar that leads through them (${layout})`, async ({
    page,
    site,
  }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1 });
    const content = Array.from({ length: 40 }, (_, n) => `${'The rain fell. '.repeat(n % 13)}A heron.`);
    await callAs(page, site, reader.token, 'PUT', `/chapters/${chapters[0]}`, {
      content: content.join('\n'),
    });
    await page.addInitScript(
      (value) => localStorage.setItem('reading-settings', value),
      `{"layout":"${layout}"}`,
    );
    await page.setViewportSize({ width, height });
    await page.goto(`/reading/${story}`);
    const search = page.getByRole('button', { name: 'Search in this story' });
    const dialog = page.getByRole('dialog');
    // The index is updated within a second.
    await expect(async () => {
      if (!(await dialog.isVisible())) await search.evaluate((button: HTMLElement) => button.click());
      await dialog.getByRole('searchbox').fill('heron');
      await dialog.getByRole('searchbox').press('Enter');
      await dialog.getByRole('button', { name: /heron/ }).first().click({ timeout: 1500 });
    }).toPass();
    const results = page.getByRole('search', { name: 'Results in this chapter' });
    const aboveBar = () =>
      page.evaluate(() => {
        const [found] = CSS.highlights.get('search-current') ?? [];
        const bar = document.querySelector('.reader-top')?.getBoundingClientRect().bottom ?? 0;
        return bar - (found instanceof Range ? found.getBoundingClientRect().top : Infinity);
      });
    for (let at = 1; at <= 20; at += 1) {
      await expect(results).toContainText(`${at} of 40`);
      await expect.poll(aboveBar, `result ${at}`).toBeLessThanOrEqual(0);
      await results.getByRole('button', { name: 'Next result' }).click();
    }
  });

for (const layout of ['scroll', 'paged'])
  test(`the sliders move through chapter and story, and back (${layout})`, async ({ page, site }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, {
      chapters: 3,
      paragraphs: 60,
    });
    const place = `/chapters/${chapters[0]}/progress`;
    const saved = async () =>
      (await callAs<Progress>(page, site, reader.token, 'GET', place)).data.position?.paragraph;
    await callAs(page, site, reader.token, 'POST', place, {
      progress: 20,
      position: { paragraph: 12, offset: 0 },
    });
    await setToken(page, reader.token);
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.locator('[data-paragraph="12"]')).toBeInViewport();
    if (layout === 'paged') {
      await page.getByRole('button', { name: 'Reading settings' }).click();
      await page.getByText('Pages', { exact: true }).click();
      await page.keyboard.press('Escape');
    }
    const bar = page.getByRole('complementary', { name: 'Time left' });
    const openSliders = async () => {
      // In pages, the bars are hidden until the pointer is at the window's edge.
      const edge = await bar.boundingBox();
      if (edge !== null) await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
      await bar.getByRole('button').click();
    };
    await openSliders();
    const chapter = bar.getByRole('slider', { name: 'In this chapter' });
    await chapter.fill('80');
    await expect(page.locator('[data-paragraph="12"]')).not.toBeInViewport();
    expect(await axeViolations(page)).toEqual([]);
    await page.waitForTimeout(1500);
    expect(await saved()).toBe(12);
    await page.getByRole('button', { name: 'Back to where you were' }).click();
    await expect(page.locator('[data-paragraph="12"]')).toBeInViewport();
    // The click outside has closed them.
    await openSliders();
    const chapterOf = bar.getByRole('slider', { name: 'In the story' });
    await chapterOf.fill('3');
    await expect(bar.getByText('Chapter 3: Evening 3')).toBeVisible();
    await bar.getByRole('button', { name: 'Go to Chapter 3' }).click();
    await expect(page.getByRole('heading', { name: 'Evening 3' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to Chapter 1' }).click();
    await expect(page.locator('[data-paragraph="12"]')).toBeInViewport();
  });
