import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { fillSignUp } from './support/forms.ts';
import { keep, openCold } from './support/offline.ts';
import { screenFixtures, screensOf } from './support/screens.ts';
import { secondMark, secondRelease } from './support/second-release.ts';
import { startSite } from './support/server.ts';
import {
  callAs,
  collectProblems,
  createStory,
  delayRequests,
  expect,
  joinViaApi,
  newPerson,
  openTab,
  signUpViaApi,
  test,
} from './support/test.ts';

test.use({ freshContext: true });

/** The person that the page came written for; null for a page that is the same for everyone. */
const writtenFor = (page: Page) =>
  page.evaluate(() => {
    const { queries } = JSON.parse(document.getElementById('written')?.textContent || '{"queries":[]}');
    const me = queries.find(({ queryKey }: { queryKey: string[] }) => queryKey[0] === 'GET /auth/me');
    return (me?.state.data.username ?? null) as string | null;
  });

const nowhere = '019a0000-0000-7000-8000-000000000000';

/** The bytes of the page's own style sheet; 0 if it links to that of the browser's cache. */
const ownStyles = (page: Page) =>
  page.evaluate(() => document.querySelector('head > style')?.textContent.length ?? 0);

/** Waits until the browser sends the session with its next navigation. */
const asksForPages = (page: Page, expected = true) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const { enabled = false, headerValue } = (await registration?.navigationPreload.getState()) ?? {};
        return enabled && headerValue !== 'true';
      }),
    )
    .toBe(expected);

test('each page of a member comes written, and React takes it over without a difference', async ({
  browser,
  page,
  site,
}) => {
  const fixtures = await screenFixtures(page, site);
  const key = 'a-key-of-this-browser';
  const header = [fixtures.token, key, 'de-DE', 'Asia/Kathmandu'].join(' ');
  const context = await browser.newContext({
    baseURL: site.url,
    timezoneId: 'Asia/Kathmandu',
    locale: 'de-DE',
    // As the worker lets the browser send it.
    extraHTTPHeaders: { 'service-worker-navigation-preload': header },
    serviceWorkers: 'block',
  });
  await context.addInitScript(
    ([token = '', pageKey = '']) => {
      localStorage.setItem('token', token);
      localStorage.setItem('page-key', [pageKey, token].join(' '));
    },
    [fixtures.token, key],
  );
  const tab = await openTab(context);
  const problems: string[] = [];
  collectProblems(tab, problems);
  const layouts =
    /^\/(?:story|profile|collection|series|store|rankings|home|library|notifications|inbox|admin|settings|write|discover|search|category|community|rewards|achievements|leaderboard|inventory|analytics)\b/;
  const screens = Object.values(screensOf(fixtures)).flat();
  const own = screens.filter(
    ({ viewer, path }) => viewer === 'author' && layouts.test(path) && !path.endsWith('/preview'),
  );
  // A fragment, which the server does not know; what does not exist.
  const others = [
    '/settings#private-feed',
    `/story/${nowhere}`,
    `/community/${nowhere}`,
    `/collection/${nowhere}`,
  ];
  for (const path of [...own.map(({ path }) => path), ...others]) {
    await tab.goto(path);
    // On a slow machine a page may be late.
    for (let time = 0; time < 2 && (await writtenFor(tab)) === null; time += 1) await tab.reload();
    await tab.waitForFunction(() => Object.keys(document.body).some((name) => name.startsWith('__react')));
    expect.soft([path, (await writtenFor(tab)) === null, problems.splice(0)]).toEqual([path, false, []]);
  }
  await context.close();
});

test('pages come written until the session ends', async ({ page }) => {
  const anna = newPerson('anna');
  await page.goto('/signup');
  await fillSignUp(page, anna);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/home');
  await asksForPages(page);
  await page.goto('/library');
  expect(await writtenFor(page)).toBe(anna.username);
  await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
  expect(await ownStyles(page)).toBe(0);
  await expect(page.getByRole('heading', { name: 'My Library' })).toHaveCSS('font-family', /Literata/);
  await page.reload();
  expect(await writtenFor(page)).toBe(anna.username);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.content()).not.toContain(anna.username);
  await asksForPages(page, false);
  await page.goto('/library');
  await expect(page).toHaveURL(/open=/);
  expect(await writtenFor(page)).toBe(null);
});

test('a session that ended elsewhere opens no page', async ({ page, site }) => {
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  await callAs(page, site, anna.token, 'POST', '/auth/logout', {});
  await page.goto('/library');
  expect(await writtenFor(page)).toBe(null);
  await asksForPages(page, false);
  await page.goto('/library');
  await expect(page).toHaveURL(/open=/);
});

test('after another person signs in in another tab, no page comes for the one before [P04]', async ({
  page,
  context,
  site,
}) => {
  const anna = await signUpViaApi(page, site, 'anna');
  await createStory(page, site, anna.token, { title: 'Anna’s own' });
  await page.goto('/write');
  await asksForPages(page);
  const other = await openTab(context);
  await other.goto('/home');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL('/');
  await other.goto('/signup');
  const bert = newPerson('bert');
  await fillSignUp(other, bert);
  await other.getByRole('button', { name: 'Create Account' }).click();
  await expect(other).toHaveURL('/home');
  await page.goto('/profile');
  await expect(page.getByText(bert.username).first()).toBeVisible();
  await asksForPages(page);
  await page.goto('/write');
  expect(await writtenFor(page)).toBe(bert.username);
  await expect(page.getByText('Anna’s own')).toHaveCount(0);
});

test('a page for an earlier session is not shown, but loaded again without one', async ({ page, site }) => {
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  // As if the browser had not forgotten the header of a session that has ended here.
  await page.evaluate(() => {
    const [key] = localStorage.getItem('page-key')?.split(' ') ?? [];
    localStorage.setItem('page-key', [key, 'token-of-another-session'].join(' '));
  });
  await page.goto('/library');
  await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
  expect(await writtenFor(page)).toBe(null);
  await asksForPages(page);
  await page.goto('/library');
  expect(await writtenFor(page)).toBe(anna.username);
});

test('once the browser has removed the worker, pages load as without one, and the worker comes back', async ({
  page,
  site,
}) => {
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
  await page.goto('/library');
  expect(await writtenFor(page)).toBe(null);
  await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
  await asksForPages(page);
  await page.goto('/home');
  expect(await writtenFor(page)).toBe(anna.username);
});

test('what a browser has stored shows once React has taken the page over: input, and what was put away', async ({
  page,
  site,
}) => {
  const anna = await signUpViaApi(page, site, 'anna');
  const { story } = await createStory(page, site, anna.token, { title: 'Rung', chapters: 1 });
  const { token } = await joinViaApi(page, site, 'bo');
  await callAs(page, site, token, 'POST', '/comments', { story, content: 'Who rang the bell?' });
  await page.goto('/inbox');
  await asksForPages(page);
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.keyboard.type('The sexton did.');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  for (let times = 0; times < 2; times += 1) {
    await page.reload();
    expect(await writtenFor(page)).toBe(anna.username);
    await expect(page.getByRole('textbox', { name: 'Write a reply' })).toHaveValue('The sexton did.');
    await expect(page.getByRole('region', { name: 'Email verification' })).toBeHidden();
  }
});

/** Opens a written page and does something before its scripts are there. */
async function actEarly(page: Page, path: string, act: () => Promise<unknown>) {
  const answer = await delayRequests(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'takeOver' in window)).toBe(true);
  await act();
  answer();
  await page.waitForFunction(() => !('takeOver' in window));
}

test('what is pressed before the scripts are there acts, also when the page is then rendered anew', async ({
  page,
  site,
}) => {
  const anna = await signUpViaApi(page, site, 'anna');
  const { story } = await createStory(page, site, anna.token, { title: 'Rung', chapters: 1 });
  const { token } = await joinViaApi(page, site, 'bo');
  await callAs(page, site, token, 'POST', '/comments', { story, content: 'Who rang the bell?' });
  await page.goto('/inbox');
  await asksForPages(page);
  const reply = page.getByRole('button', { name: 'Reply' });
  const field = page.getByRole('textbox', { name: 'Write a reply' });
  await actEarly(page, '/inbox', () => reply.click());
  await expect(field).toBeVisible();
  await field.fill('The sexton did.');
  const read = page.getByRole('button', { name: 'Mark all as read' });
  await actEarly(page, '/inbox', () => read.click());
  await expect(field).toHaveValue('The sexton did.');
  await expect(read).toBeDisabled();
  const choice = page.getByRole('combobox', { name: 'Story' });
  await actEarly(page, '/inbox', () => choice.focus());
  await expect(field).toHaveValue('The sexton did.');
  await expect(choice).toBeFocused();
});

test('what is chosen before the scripts are there counts', async ({ page, site }) => {
  await signUpViaApi(page, site, 'anna');
  await page.goto('/discover');
  await asksForPages(page);
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await actEarly(page, '/discover', () => sort.selectOption('Newest'));
  await expect(sort).toHaveValue('-publishedAt');
  await expect(page).toHaveURL(/sort=/);
});

test('what is written into a form before the scripts are there is sent', async ({ page, site }) => {
  await signUpViaApi(page, site, 'anna');
  await page.goto('/write?tab=ideas');
  await asksForPages(page);
  const field = page.getByRole('textbox', { name: /^What should it be about/ });
  const theme = page.getByRole('textbox', { name: /^Theme/ });
  await actEarly(page, '/write?tab=ideas', async () => {
    await theme.pressSequentially('home');
    await field.fill('a lighthouse mechanic');
  });
  await expect(theme).toHaveValue('home');
  await expect(field).toHaveValue('a lighthouse mechanic');
  const isDraw = (request: Request) => request.method() === 'POST' && request.url().endsWith('/story-ideas');
  const drawn = page.waitForRequest(isDraw);
  await page.getByRole('button', { name: 'Draw ideas' }).click();
  expect((await drawn).postDataJSON()).toEqual({ theme: 'home', prompt: 'a lighthouse mechanic' });
});

test('the menu of a phone and the theme can be pressed before the scripts are there', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site, 'anna');
  await page.goto('/discover');
  await asksForPages(page);
  await actEarly(page, '/discover', () => page.getByTitle('Dark').click());
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
  await page.setViewportSize({ width: 390, height: 800 });
  await actEarly(page, '/discover', () => page.getByRole('button', { name: 'Menu' }).click());
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('what a page sends while it is left arrives, although it came through the worker', async ({
  page,
  site,
}) => {
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  await page.goto('/library');
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.evaluate((token) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = { method: 'PATCH', headers, body: '{"hidesRewards":true}', keepalive: true };
    addEventListener('pagehide', () => void fetch('/api/v1/users/preferences', request));
  }, anna.token);
  await page.goto('/about');
  const hidesRewards = async () => {
    const { user } = await callAs<{ user: { readingPreferences: { hidesRewards: boolean } } }>(
      page,
      site,
      anna.token,
      'GET',
      '/auth/me',
    );
    return user.readingPreferences.hidesRewards;
  };
  await expect.poll(hidesRewards).toBe(true);
});

test.describe('in a browser that keeps stories offline', () => {
  // Chromium reports preloads of a page that was kept, when the files come from the worker.
  test.use({
    expectedErrors: [/cross-world service worker resource mismatch|using link preload but not used/],
  });

  test('the lists of written pages are kept too', async ({ page, context, site }) => {
    const author = await joinViaApi(page, site, 'author');
    const { story } = await createStory(page, site, author.token, { chapters: 1 });
    const saved = await createStory(page, site, author.token, { chapters: 1, title: 'Saved on a phone' });
    const reader = await signUpViaApi(page, site);
    await keep(page, story);
    await asksForPages(page);
    await page.goto('/library?tab=bookmarks');
    await callAs(page, site, reader.token, 'PUT', `/stories/${saved.story}/bookmark`);
    // A page that takes a quarter of a second, as on a busy machine, is replaced by the one that is kept: then the same holds of that.
    for (let times = 0; times < 5; times += 1) {
      const fetched = page.waitForResponse(/\/api\/v1\/stories\/bookmark/);
      await page.goto('/library?tab=bookmarks');
      await fetched;
      if ((await writtenFor(page)) === reader.username) break;
    }
    await context.setOffline(true);
    const offline = await openCold(context, page, '/library?tab=bookmarks');
    await expect(offline.getByText('Saved on a phone')).toBeVisible();
  });
});

test('signing out ends written pages before it asks the server, in each tab', async ({
  page,
  context,
  site,
}) => {
  await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  const other = await openTab(context);
  await other.goto('/library');
  const answer = await delayRequests(page, '**/auth/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await asksForPages(page, false);
  expect(
    await page.evaluate(() => [localStorage.getItem('page-key'), localStorage.getItem('token')?.length]),
  ).toEqual([null, expect.any(Number)]);
  answer();
  await expect(page).toHaveURL('/');
  for (const tab of [page, other]) {
    await asksForPages(tab, false);
    await tab.goto('/library');
    await expect(tab).toHaveURL(/open=/);
    expect(await writtenFor(tab)).toBe(null);
  }
});

test('another site opens a written page only by a link, never in a frame', async ({
  page,
  context,
  site,
}) => {
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<iframe src="${site.url}/library"></iframe><a href="${site.url}/library">Library</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const other = await context.newPage();
    const answers: [string, string | undefined][] = [];
    other.on('response', (response) => {
      if (response.url() !== `${site.url}/library`) return;
      const kind = response.frame() === other.mainFrame() ? 'window' : 'frame';
      answers.push([kind, response.headers()['cache-control']]);
    });
    await other.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await other.waitForTimeout(500);
    expect(answers.filter(([, cached]) => cached?.includes('private'))).toEqual([]);
    await other.getByRole('link', { name: 'Library' }).click();
    await expect(other.getByRole('heading', { name: 'My Library' })).toBeVisible();
    expect(await writtenFor(other)).toBe(anna.username);
    expect(answers.at(-1)).toEqual(['window', 'private, no-store']);
  } finally {
    server.close();
  }
});

test('without service workers, as in some private windows, pages load by themselves', async ({
  browser,
  page,
  site,
}) => {
  const { token, username } = await joinViaApi(page, site, 'anna');
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const tab = await openTab(context);
  await tab.addInitScript((value) => localStorage.setItem('token', value), token);
  for (const path of ['/home', '/library', '/home']) {
    await tab.goto(path);
    await expect(tab.getByRole('heading', { level: 1 })).toContainText(
      path === '/home' ? username : 'My Library',
    );
    expect(await writtenFor(tab)).toBe(null);
  }
  await context.close();
});

test('pages come written by the next release, and again by the one before', async ({ page }) => {
  test.setTimeout(300_000);
  const [site, release] = await Promise.all([startSite(), secondRelease()]);
  const isSecond = () =>
    page.evaluate(
      (mark) => [...document.scripts].some(({ textContent, src }) => `${src}${textContent}`.includes(mark)),
      secondMark,
    );
  try {
    const anna = await signUpViaApi(page, site, 'anna');
    await page.goto(`${site.url}/home`);
    await asksForPages(page);
    for (const program of [release.program, undefined]) {
      await site.shutDown();
      await site.restart({}, program);
      await page.goto(`${site.url}/library`);
      await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
      expect(await isSecond()).toBe(program !== undefined);
      // The first page of a server may be late on a slow machine.
      if ((await writtenFor(page)) === null) await page.reload();
      expect([await writtenFor(page), await isSecond()]).toEqual([anna.username, program !== undefined]);
      await page.getByRole('tab', { name: 'Bookmarks' }).click();
      await expect(page).toHaveURL(/tab=bookmarks/);
    }
  } finally {
    await site.stop();
    await release.remove();
  }
});
