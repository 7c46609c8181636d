import type { Browser, Page, WebSocket } from '@playwright/test';
import { nextConnection } from './support/live.ts';
import type { Credentials, Site } from './support/server.ts';
import { callAs, createStory, expect, setToken, signUpViaApi, skipOnboarding, test } from './support/test.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const draftSaved = (page: Page) => page.getByText('Draft saved');
const signedOut = (page: Page) => page.getByText('You’ve been signed out.');
const savedElsewhere = (page: Page) => page.getByText('This chapter was saved elsewhere');

/** Opens the editor and focuses it, so that the page connects. */
async function openEditor(page: Page, path: string): Promise<WebSocket> {
  const connection = nextConnection(page);
  await page.goto(path);
  await text(page).focus();
  return connection;
}

/** Another device of the same user, with its own session. */
async function newDevice(browser: Browser, site: Site, { email, password }: Credentials) {
  const context = await browser.newContext({ baseURL: site.url });
  await skipOnboarding(context);
  const page = await context.newPage();
  const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: { email, password } });
  await setToken(page, (await response.json()).token);
  return { page, close: () => context.close() };
}

async function createAuthor(page: Page, site: Site) {
  const person = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, person.token, { chapters: 1, published: false });
  return { ...person, story, path: `/write/${story}/chapter/${chapters[0]}`, chapter: String(chapters[0]) };
}

/** Opens an author's chapter on this page and on a laptop. */
async function openOnTwoDevices(page: Page, site: Site, browser: Browser) {
  const me = await createAuthor(page, site);
  const laptop = await newDevice(browser, site, me);
  await Promise.all([openEditor(page, me.path), openEditor(laptop.page, me.path)]);
  return laptop;
}

test('a session that is ended elsewhere shows a notice at once and keeps the text', async ({
  page,
  site,
  browser,
}) => {
  const me = await createAuthor(page, site);
  const laptop = await newDevice(browser, site, me);
  // The last call of a page that has loaded.
  const bell = page.waitForResponse('**/api/v1/notifications?*');
  await openEditor(page, me.path);
  await text(page).fill('Typed and not saved.');
  await expect(draftSaved(page)).toBeVisible();
  await bell;
  const calls: string[] = [];
  // Only calls: scripts of other pages are being prefetched.
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));

  await laptop.page.goto('/settings#log-ins');
  await laptop.page.getByRole('heading', { name: 'Where you’re signed in' }).scrollIntoViewIfNeeded();
  await laptop.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await laptop.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(signedOut(page)).toBeVisible();
  expect(calls, 'the page makes no calls').toEqual([]);
  await expect(text(page)).toHaveText('Typed and not saved.');
  await expect(signedOut(laptop.page)).toHaveCount(0);
  await laptop.close();

  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(text(page)).toHaveText('Typed and not saved.');
});

test('editing and saving a chapter on one device is shown on the other, which loses no text', async ({
  page,
  site,
  browser,
}) => {
  const laptop = await openOnTwoDevices(page, site, browser);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await test.step('editing it on both shows it on both, and neither overwrites the other', async () => {
    await text(laptop.page).fill('From the laptop.');
    await expect(draftSaved(laptop.page)).toBeVisible();
    await expect(page.getByText('Being edited on another device')).toBeVisible();
    await text(page).fill('From the tablet.');
    await expect(draftSaved(page)).toBeVisible();
    await expect(page.getByText('Also being edited on another device.')).toBeVisible();
    await expect(laptop.page.getByText('Also being edited on another device.')).toBeVisible();
    await expect(text(laptop.page)).toHaveText('From the laptop.');
    await expect(text(page)).toHaveText('From the tablet.');
  });

  await text(laptop.page).fill('From the laptop.');
  await laptop.page.keyboard.press('Control+s');
  await expect(laptop.page.getByText('Chapter updated successfully!')).toBeVisible();
  await expect(savedElsewhere(page)).toContainText('and your text isn’t saved yet');
  await expect(page.getByRole('dialog'), 'the author is not interrupted').toHaveCount(0);
  await expect(text(page)).toHaveText('From the tablet.');

  await page.getByRole('button', { name: 'Compare and decide' }).click();
  await expect(page.getByRole('dialog').getByText('From the laptop.')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();

  // The laptop had no unsaved text, so using the other version leaves no draft.
  await expect(savedElsewhere(laptop.page)).toBeVisible();
  await expect(savedElsewhere(laptop.page)).not.toContainText('isn’t saved yet');
  await laptop.page.getByRole('button', { name: 'Compare and decide' }).click();
  await laptop.page.getByRole('button', { name: 'Use the other version' }).click();
  await expect(text(laptop.page)).toHaveText('From the tablet.');
  await expect(laptop.page.getByText('You have unsaved changes from')).toHaveCount(0);
  await expect(savedElsewhere(page)).toHaveCount(0);
  await laptop.close();
});

test('after a server restart the page reconnects and fetches what it missed', async ({ page, site }) => {
  // The longer the server takes to start, the longer the page waits between its attempts.
  const me = await createAuthor(page, site);
  const connection = await openEditor(page, me.path);
  await text(page).fill('From the tablet.');
  await expect(draftSaved(page)).toBeVisible();
  const closed = connection.waitForEvent('close');
  const reconnected = nextConnection(page);
  await site.kill();
  await site.restart();
  await closed;
  await callAs(page, site, me.token, 'PUT', `/chapters/${me.chapter}`, { content: 'From the laptop.' });
  await reconnected;
  await expect(savedElsewhere(page)).toBeVisible();
  await expect(text(page)).toHaveText('From the tablet.');
  // Live events arrive again.
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

test('a page that cannot connect shows no error and still saves drafts and chapters', async ({
  page,
  site,
}) => {
  const me = await createAuthor(page, site);
  const attempted = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, (socket) => {
    attempted.resolve();
    void socket.close();
  });
  await page.goto(me.path);
  await text(page).fill('Without a line.');
  await attempted.promise;
  await expect(draftSaved(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();
});

test('leaving the editor and signing out close the connection, and no URL contains the token [R25]', async ({
  page,
  site,
}) => {
  const me = await createAuthor(page, site);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  page.on('websocket', (socket) => urls.push(socket.url()));
  const connection = await openEditor(page, me.path);
  const closed = connection.waitForEvent('close');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/write/${me.story}`);
  await closed;

  const next = nextConnection(page);
  await page.goBack();
  await text(page).focus();
  const closedAgain = (await next).waitForEvent('close');
  await page.getByRole('button', { name: 'Logout' }).click();
  await closedAgain;
  await expect(signedOut(page)).toHaveCount(0);
  expect(urls.filter((url) => url.includes('/socket.io/'))).toHaveLength(2);
  expect(urls.filter((url) => url.includes(me.token.slice(0, 12)))).toEqual([]);
});
