import type { Browser, Page, WebSocket } from '@playwright/test';
import type { Login, Site } from './support/server.ts';
import { callAs, expect, keepToken, madeStory, signedUp, skipGreetings, test } from './support/test.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const draftKept = (page: Page) => page.getByText('Draft saved');
const signedOut = (page: Page) => page.getByText('You have been signed out.');
const savedElsewhere = (page: Page) => page.getByText('This chapter was saved elsewhere');

/** The page's next live connection, once the server has said that it hears of the chapter. */
const listening = (page: Page): Promise<WebSocket> =>
  new Promise((resolve) => {
    page.on('websocket', (line) => {
      line.on('framereceived', ({ payload }) => {
        if (/^43\d+\[\{"success":true\}\]$/.test(String(payload))) resolve(line);
      });
    });
  });

/** Opens the editor and uses it, so that the page listens. */
async function opened(page: Page, path: string): Promise<WebSocket> {
  const line = listening(page);
  await page.goto(path);
  await text(page).focus();
  return line;
}

/** Another device of the same person, with a log-in of its own. */
async function device(browser: Browser, site: Site, { email, password }: Login) {
  const context = await browser.newContext({ baseURL: site.url });
  await skipGreetings(context);
  const page = await context.newPage();
  const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: { email, password } });
  await keepToken(page, (await response.json()).token);
  return { page, close: () => context.close() };
}

async function author(page: Page, site: Site) {
  const person = await signedUp(page, site, 'author');
  const { story, chapters } = await madeStory(page, site, person.token, { chapters: 1, published: false });
  return { ...person, story, path: `/write/${story}/chapter/${chapters[0]}`, chapter: String(chapters[0]) };
}

/** A chapter that is open on its author's page here and on a laptop of theirs. */
async function openedOnTwo(page: Page, site: Site, browser: Browser) {
  const me = await author(page, site);
  const laptop = await device(browser, site, me);
  await Promise.all([opened(page, me.path), opened(laptop.page, me.path)]);
  return laptop;
}

test('a log-in that is ended elsewhere is told at once, and what was typed stays', async ({
  page,
  site,
  browser,
}) => {
  const me = await author(page, site);
  const laptop = await device(browser, site, me);
  await opened(page, me.path);
  await text(page).fill('Typed and not saved.');
  await expect(draftKept(page)).toBeVisible();
  const calls: string[] = [];
  // Beside calls, the scripts of other pages are fetched ahead about now.
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));

  await laptop.page.goto('/settings');
  await laptop.page.getByRole('heading', { name: 'Where you’re signed in' }).scrollIntoViewIfNeeded();
  await laptop.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await laptop.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(signedOut(page)).toBeVisible();
  expect(calls, 'the page did not have to ask').toEqual([]);
  await expect(text(page)).toHaveValue('Typed and not saved.');
  await expect(signedOut(laptop.page)).toHaveCount(0);
  await laptop.close();

  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(text(page)).toHaveValue('Typed and not saved.');
});

test('a chapter that is saved on one device says so on the other, which loses nothing', async ({
  page,
  site,
  browser,
}) => {
  const laptop = await openedOnTwo(page, site, browser);
  await text(page).fill('From the tablet.');
  await expect(draftKept(page)).toBeVisible();

  await text(laptop.page).fill('From the laptop.');
  await laptop.page.keyboard.press('Control+s');
  await expect(laptop.page.getByText('Chapter updated successfully!')).toBeVisible();
  await expect(savedElsewhere(page)).toContainText('and your text is not saved yet');
  await expect(page.getByRole('dialog'), 'whoever is typing goes on').toHaveCount(0);
  await expect(text(page)).toHaveValue('From the tablet.');

  await page.getByRole('button', { name: 'Compare and decide' }).click();
  await expect(page.getByRole('dialog').getByText('From the laptop.')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();

  // The laptop had nothing unsaved: it can go on with the other text without keeping its own beside it.
  await expect(savedElsewhere(laptop.page)).toBeVisible();
  await expect(savedElsewhere(laptop.page)).not.toContainText('not saved yet');
  await laptop.page.getByRole('button', { name: 'Compare and decide' }).click();
  await laptop.page.getByRole('button', { name: 'Use the other version' }).click();
  await expect(text(laptop.page)).toHaveValue('From the tablet.');
  await expect(laptop.page.getByText('You have unsaved changes from')).toHaveCount(0);
  await expect(savedElsewhere(page)).toHaveCount(0);
  await laptop.close();
});

test('a chapter that is written on two devices says so on both, before either saves', async ({
  page,
  site,
  browser,
}) => {
  const laptop = await openedOnTwo(page, site, browser);
  await expect(page.getByText('All changes saved')).toBeVisible();

  await text(laptop.page).fill('From the laptop.');
  await expect(draftKept(laptop.page)).toBeVisible();
  await expect(page.getByText('Being edited on another device')).toBeVisible();
  await text(page).fill('From the tablet.');
  const dialog = page.getByRole('dialog', { name: 'You’re also editing this chapter on another device' });
  await dialog.getByRole('button', { name: 'Keep this version' }).click();
  await expect(draftKept(page)).toBeVisible();

  // Its draft rested with the server: it need not type on to be told.
  await expect(laptop.page.getByRole('dialog').getByText('From the tablet.')).toBeVisible();
  await laptop.page.getByRole('button', { name: 'Use the other version' }).click();
  await expect(text(laptop.page)).toHaveValue('From the tablet.');
  await laptop.close();
});

test('after a restart of the server the page is connected again, and asks for what it missed', async ({
  page,
  site,
}) => {
  const me = await author(page, site);
  const line = await opened(page, me.path);
  await text(page).fill('From the tablet.');
  await expect(draftKept(page)).toBeVisible();
  const ended = line.waitForEvent('close');
  const back = listening(page);
  await site.kill();
  await site.startAgain();
  await ended;
  await callAs(page, site, me.token, 'PUT', `/chapters/${me.chapter}`, { content: 'From the laptop.' });
  await back;
  await expect(savedElsewhere(page)).toBeVisible();
  await expect(text(page)).toHaveValue('From the tablet.');
  // Hints come again as well.
  const { data } = await callAs<{ data: { version: number } }>(
    page,
    site,
    me.token,
    'PUT',
    `/chapters/${me.chapter}`,
    {
      content: 'From the laptop again.',
    },
  );
  expect(data.version).toBe(3);
  await page.getByRole('button', { name: 'Compare and decide' }).click();
  await expect(page.getByRole('dialog').getByText('From the laptop again.')).toBeVisible();
});

test('a page that cannot connect shows nothing of it, and keeps and saves as ever', async ({
  page,
  site,
}) => {
  const me = await author(page, site);
  const tried = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, (line) => {
    tried.resolve();
    void line.close();
  });
  await page.goto(me.path);
  await text(page).fill('Without a line.');
  await tried.promise;
  await expect(draftKept(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();
});

test('leaving the editor and signing out hang up, and no address has the token', async ({ page, site }) => {
  const me = await author(page, site);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('websocket', (line) => addresses.push(line.url()));
  const line = await opened(page, me.path);
  const ended = line.waitForEvent('close');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/write/${me.story}`);
  await ended;

  const next = listening(page);
  await page.goBack();
  await text(page).focus();
  const left = (await next).waitForEvent('close');
  await page.getByRole('button', { name: 'Logout' }).click();
  await left;
  await expect(signedOut(page)).toHaveCount(0);
  expect(addresses.filter((address) => address.includes('/socket.io/'))).toHaveLength(2);
  expect(addresses.filter((address) => address.includes(me.token.slice(0, 12)))).toEqual([]);
});
