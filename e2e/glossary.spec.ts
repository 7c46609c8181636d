import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { checkInReadingThemes, checkInThemes } from './support/states.ts';
import {
  callAs,
  createStory,
  expect,
  joinViaApi,
  setToken,
  skipOnboarding,
  test,
  textOf,
} from './support/test.ts';

const day = 24 * 3_600_000;

/** Presses a word in the text of the open chapter. */
async function press(page: Page, word: string): Promise<void> {
  const place = await page.evaluate((sought) => {
    const text = document.querySelector('.chapter-text');
    const walker = document.createTreeWalker(text as Element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(sought) ?? -1;
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + sought.length);
      range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    return null;
  }, word);
  if (place === null) throw new Error(`“${word}” is not in the text.`);
  await page.mouse.click(place.x, place.y);
}

const markedNames = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('glossary-name') ?? [])].map((range) => String(range)));

test('readers see of a glossary what they have read, press a name, and are told the story so far after a pause', async ({
  page,
  browser,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const reader = await joinViaApi(page, site, 'reader');
  const { story, chapters } = await createStory(page, site, author.token, {
    chapters: 3,
    title: 'The Salt Road',
  });
  const put = (path: string, data: object) => callAs(page, site, author.token, 'PUT', path, data);
  for (const id of chapters)
    await put(`/chapters/${id}`, {
      content: `In Ashport, *Mara* Venn lit the lamp. Mara was there again.\n\nThe kelpie saw Mara.\n${textOf(30)}`,
    });

  // The author describes someone, with what a later chapter reveals.
  const desk = await browser.newPage();
  await setToken(desk, author.token);
  await desk.goto(`${site.url}/write/${story}`);
  await desk.getByRole('button', { name: 'More actions for the story' }).click();
  await desk.getByRole('menuitem', { name: 'People and places' }).click();
  await expect(desk.getByRole('heading', { name: 'No entries yet' })).toBeVisible();
  await checkInThemes(desk, 'an empty glossary');
  const add = async (
    kind: string,
    names: string,
    notes: [chapter: number, text: string][],
  ): Promise<void> => {
    await desk.getByRole('button', { name: 'Add Entry' }).click();
    const form = desk.getByRole('dialog', { name: 'Add an entry' });
    await form.getByLabel('Kind').selectOption(kind);
    await form.getByLabel('Names').fill(names);
    for (const [index, [chapter, text]] of notes.entries()) {
      if (index > 0) await form.getByRole('button', { name: 'Add what a later chapter reveals' }).click();
      const part = form.getByRole('group', { name: `Description ${index + 1}` });
      await part.getByLabel('From chapter').fill(String(chapter));
      await expect(part.getByText(`Evening ${chapter}`)).toBeVisible();
      await part.getByRole('textbox').last().fill(text);
    }
    await checkInThemes(desk, `the form of ${names}`);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  };
  await add('Person', 'Mara, Mara Venn', [
    [1, 'She tends the lamp.'],
    [3, 'She is the queen.'],
  ]);
  await add('Place', 'Ashport', [[2, 'A harbor in the north.']]);
  await add('Term', 'kelpie', [[3, 'A horse of the sea.']]);
  for (const width of [320, 390, 1440]) {
    await desk.setViewportSize({ width, height: 800 });
    await checkInThemes(desk, `the author’s list at ${width} px`);
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await desk.goto(`${site.url}/write/${story}`);
  for (const number of [1, 3]) {
    await desk.getByRole('button', { name: `Actions for Evening ${number}` }).click();
    await desk.getByRole('menuitem', { name: 'Recap for readers…' }).click();
    const form = desk.getByRole('dialog', { name: `Recap of “Evening ${number}”` });
    await form.getByLabel('Recap').fill(`What happened in chapter ${number}.`);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  }

  // A reader is at chapter 2: what chapter 3 reveals is not there.
  await page.goto(site.url);
  await setToken(page, reader.token);
  const open = (number: number) => page.goto(`${site.url}/reading/${story}/${chapters[number - 1]}`);
  await open(1);
  await expect.poll(() => markedNames(page)).toEqual(['Mara', 'Mara']);
  await open(2);
  await expect.poll(() => markedNames(page)).toEqual(['Ashport', 'Mara', 'Mara']);
  const before = await page.locator('.chapter-text').boundingBox();
  await press(page, 'Mara');
  const entry = page.getByRole('dialog', { name: 'Mara' });
  await expect(entry).toContainText('She tends the lamp.');
  await expect(entry).not.toContainText('queen');
  await checkInReadingThemes(page, 'an entry');
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  expect((await page.locator('.chapter-text').boundingBox())?.height).toBe(before?.height);
  await press(page, 'kelpie');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // With the keyboard, through the list of chapters.
  await page.getByRole('button', { name: /2 of 3/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'People and Places' }).press('Enter');
  await expect(page.getByRole('heading', { level: 3, name: 'Ashport' })).toBeVisible();
  await expect(page.getByText('What happened in chapter 1.')).toBeVisible();
  for (const secret of ['queen', 'kelpie', 'chapter 3'])
    await expect(page.locator('main')).not.toContainText(secret);
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await checkInThemes(page, `people and places at ${width} px`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  // Who was last here two weeks ago is offered the story so far.
  const returning = async (days: number) => {
    const { token } = await joinViaApi(page, site, 'back');
    const place = { progress: 40, readAt: new Date(Date.now() - days * day).toISOString() };
    for (const id of chapters.slice(0, 2))
      await callAs(page, site, token, 'POST', `/chapters/${id}/progress`, place);
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 320, height: 800 } });
    await skipOnboarding(context);
    const other = await context.newPage();
    await setToken(other, token);
    await other.goto(`/reading/${story}/${chapters[1]}`);
    await expect.poll(() => markedNames(other)).toHaveLength(3);
    return other;
  };
  const early = await returning(13);
  await expect(early.getByText('Welcome back.')).toHaveCount(0);
  const late = await returning(15);
  await expect(late.getByText('Welcome back.')).toBeVisible();
  expect(await axeViolations(late)).toEqual([]);
  await late.getByRole('button', { name: 'The story so far' }).click();
  const recaps = late.getByRole('dialog', { name: 'The story so far' });
  await expect(recaps).toContainText('What happened in chapter 1.');
  await expect(recaps).not.toContainText('chapter 3');
  await checkInReadingThemes(late, 'the story so far');
  await late.keyboard.press('Escape');
  await expect(late.getByText('Welcome back.')).toHaveCount(0);
  for (const other of [early, late]) await other.context().close();

  // With the last chapter, the rest is there.
  await open(3);
  await expect.poll(() => markedNames(page)).toEqual(['Ashport', 'Mara', 'kelpie', 'Mara']);
  await press(page, 'Mara');
  await expect(entry).toContainText('She is the queen.');
  await desk.close();
});
