import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import {
  callAs,
  createStory,
  expect,
  joinViaApi,
  setToken,
  signUpViaApi,
  skipOnboarding,
  test,
} from './support/test.ts';

const input = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const shown = (page: Page) => log(page).locator('li p[dir=auto]');

async function openChat(page: Page, path: string) {
  await page.goto(path);
  await page.mouse.move(300, 300);
  await page.getByRole('button', { name: 'Live Chat' }).click();
  await expect(input(page)).toBeFocused();
}

test('two readers chat before and after the server restarts; what was not sent is sent once [U28]', async ({
  page,
  site,
  browser,
}) => {
  // The longer the server takes to start, the longer the pages wait between their attempts.
  const author = await joinViaApi(page, site, 'author');
  const ana = await signUpViaApi(page, site, 'ana');
  const bo = await joinViaApi(page, site, 'bo');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const path = `/reading/${story}/${chapters[0]}`;
  // A phone.
  const phone = await browser.newContext({ baseURL: site.url, viewport: { width: 320, height: 640 } });
  await skipOnboarding(phone);
  const other = await phone.newPage();
  await setToken(other, bo.token);
  // Reads, and has not opened the chat.
  await Promise.all([other.waitForResponse(/\/reacting-sessions\/start$/), other.goto(path)]);
  await openChat(page, path);
  await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible();
  await page.getByText('2 reading now').click();
  await expect(page.getByText(`${ana.username} and 1 other`)).toBeVisible();
  await input(page).focus();
  await openChat(other, path);
  await expect(page.getByText(new RegExp(`^(?=.*${ana.username})(?=.*${bo.username}).* and `))).toBeVisible();

  // An input method composes a word, and ends it with Enter.
  const keys = await page.context().newCDPSession(page);
  await keys.send('Input.imeSetComposition', { text: 'らんぷ', selectionStart: 3, selectionEnd: 3 });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await keys.send('Input.insertText', { text: 'ランプ' });
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await expect(input(page)).toHaveValue('ランプ');
  await keys.detach();
  await input(page).fill('');
  await page.keyboard.type('Who lit the lamp?');
  await expect(other.getByText(`${ana.username} is typing…`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(shown(other)).toHaveText(['Who lit the lamp?']);
  await other.keyboard.type('She did.');
  await other.keyboard.press('Enter');
  await expect(shown(page)).toHaveText(['Who lit the lamp?', 'She did.']);
  expect(await axeViolations(page)).toEqual([]);
  expect(await axeViolations(other)).toEqual([]);
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const targets = other.getByRole('dialog').locator('button, summary, textarea');
  for (const target of await targets.all())
    expect((await target.boundingBox())?.height, await target.innerHTML()).toBeGreaterThanOrEqual(44);

  await site.kill();
  try {
    await expect(page.getByText(/^Not connected\./)).toBeVisible();
    await page.keyboard.type('I thought so.');
    await page.keyboard.press('Enter');
    await expect(log(page).getByRole('alert')).toContainText('Not sent yet.');
  } finally {
    await site.restart();
  }
  const texts = ['Who lit the lamp?', 'She did.', 'I thought so.', 'Who else?'];
  await expect(shown(other)).toHaveText(texts.slice(0, 3), { timeout: 60_000 });
  await expect(other.getByText('2 reading now')).toBeVisible({ timeout: 60_000 });
  await other.keyboard.type('Who else?');
  await other.keyboard.press('Enter');
  await expect(shown(other)).toHaveText(texts);
  await expect(shown(page)).toHaveText(texts);
  await expect(log(page).getByText('Not sent.')).toHaveCount(0);
  type Stored = { data: { message: string }[] };
  const query = `storyId=${story}&chapterId=${chapters[0]}`;
  const { data } = await callAs<Stored>(page, site, ana.token, 'GET', `/messages?${query}`);
  expect(data.map(({ message }) => message)).toEqual(texts);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Live Chat' })).toBeFocused();
  await phone.close();
});

test('the text moves aside for the chat, and the signs of its notes with it', async ({ page, site }) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const { story, chapters } = await createStory(page, site, ana.token, { chapters: 1 });
  const noted = {
    startOffset: 0,
    endOffset: 9,
    selectedText: 'Paragraph',
    color: 'yellow',
    note: 'The first.',
  };
  const place = { storyId: story, chapterId: chapters[0], version: 1 };
  await callAs(page, site, ana.token, 'POST', '/highlights', { ...place, ...noted });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  const edges = async () => {
    const [text, sign] = [page.locator('.chapter-text'), page.locator('.note-sign')];
    const [inner, outer] = [await sign.boundingBox(), await text.boundingBox()];
    if (inner === null || outer === null) throw new Error('The text or the sign is not shown.');
    return { right: outer.x + outer.width, fromSign: Math.round(outer.x + outer.width - inner.x) };
  };
  await expect(page.locator('.note-sign')).toBeVisible();
  const { fromSign } = await edges();
  await openChat(page, `/reading/${story}/${chapters[0]}`);
  const panel = await page.locator('.side-panel').boundingBox();
  // The counts in the margin are 48 pixels wide.
  await expect.poll(async () => (await edges()).right + 48).toBeLessThanOrEqual(panel?.x ?? 0);
  expect((await edges()).fromSign).toBe(fromSign);
});
