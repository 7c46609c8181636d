import type { BrowserContext, Page } from '@playwright/test';
import { allPayloads, marker } from '../packages/server/src/testing/markup-payloads.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, signUpViaApi, skipOnboarding, test, textOf } from './support/test.ts';

declare global {
  interface Window {
    zqxmRan?: number;
    trapped: string[];
  }
}

interface Planted {
  username: string;
  token: string;
  reader: string;
  story: string;
  chapter: string;
}

/** Somebody whose every text is hostile: all payloads in the long ones, and one after the other in the short ones. */
async function plant(page: Page, site: Site): Promise<Planted[]> {
  const all = allPayloads.join('\n');
  const people: Planted[] = [];
  const perPerson = 18;
  for (let first = 0; first < allPayloads.length; first += perPerson) {
    const own = allPayloads.slice(first, first + perPerson);
    const author = await signUpViaApi(page, site, 'author');
    const reader = await signUpViaApi(page, site, 'reader');
    const as = (method: string, path: string, data: object) =>
      callAs<{ data: { _id: string } }>(page, site, author.token, method, path, data);
    const short = own.find(({ length }) => length <= 60) ?? '<b zqxm>';
    await as('PATCH', '/users/profile/me', { displayName: short, bio: own.join(' ').slice(0, 500) });
    const { story, chapters } = await createStory(page, site, author.token, { chapters: own.length });
    for (const [index, payload] of own.entries()) {
      await as('PUT', `/chapters/${chapters[index]}`, {
        title: payload,
        authorNotes: all,
        content: `${all}\n${textOf(8)}`,
      });
    }
    const [title = ''] = own;
    await as('PUT', `/stories/${story}`, { title, description: all });
    for (const person of [author, reader])
      await callAs(page, site, person.token, 'PUT', `/stories/${story}/bookmark`);
    await callAs(page, site, reader.token, 'POST', `/stories/${story}/library`, { status: 'reading' });
    await callAs(page, site, reader.token, 'POST', `/chapters/${chapters[0]}/progress`, { progress: 10 });
    await callAs(page, site, reader.token, 'POST', `/users/follow/${author.id}`);
    const { username, token } = author;
    people.push({ username, token, reader: reader.token, story, chapter: chapters[0] ?? '' });
  }
  return people;
}

/** A browser without the page's policy, so that whatever is parsed takes effect, and is noted. */
async function trap(context: BrowserContext): Promise<void> {
  await skipOnboarding(context);
  await context.addInitScript(() => {
    window.trapped = [];
    for (const name of ['alert', 'confirm', 'prompt'] as const)
      Object.assign(window, { [name]: () => window.trapped.push(name) });
    document.addEventListener('submit', () => window.trapped.push('submit'), { capture: true });
  });
}

/** What of the payloads took effect on the page that is open. */
const effects = (page: Page): Promise<string[]> =>
  page.evaluate((name) => {
    const found = window.trapped.map((what) => `called ${what}`);
    if (window.zqxmRan !== undefined) found.push('a script ran');
    for (const element of document.querySelectorAll('*')) {
      const attributes = [...element.attributes];
      if (element.localName.includes(name) || attributes.some((one) => one.name.includes(name)))
        found.push(element.outerHTML.slice(0, 120));
      if (attributes.some((one) => one.name.startsWith('on'))) found.push(element.outerHTML.slice(0, 120));
      for (const one of ['href', 'src', 'action', 'formaction']) {
        const address = URL.parse(element.getAttribute(one) ?? '', location.href);
        const runs = address !== null && /^(javascript:|data:text\/html)/.test(address.href);
        if (runs || address?.hostname.endsWith('zqxm.example')) found.push(element.outerHTML.slice(0, 120));
      }
      if (['base', 'iframe', 'object', 'embed', 'template'].includes(element.localName))
        found.push(element.outerHTML.slice(0, 120));
    }
    return found;
  }, marker);

const visitorsPages = [
  '/',
  '/story/:story',
  '/profile/:author',
  '/login?redirect=:text',
  '/search?q=:text',
  '/:text',
];
const readersPages = [
  ...['/home', '/library', '/library?tab=bookmarks', '/profile', '/story/:story', '/profile/:author'],
  ...['/reading/:story/:chapter', '/search?q=:text'],
];
const authorsPages = ['/write', '/write/:story', '/write/:story/chapter/:chapter', '/settings', '/profile'];

test('the trap notes what takes effect', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, bypassCSP: true });
  await trap(context);
  const page = await context.newPage();
  await page.goto('/about');
  await page.evaluate((name) => {
    document.body.insertAdjacentHTML('beforeend', `<img ${name} src=x onerror="alert(1);window.zqxmRan=1">`);
  }, marker);
  await expect.poll(() => effects(page)).toEqual(expect.arrayContaining(['called alert', 'a script ran']));
  await context.close();
});

test('no text of people takes effect on any page, even without the page’s policy', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(400_000);
  const people = await plant(page, site);
  for (const [index, one] of people.entries()) {
    for (const [paths, token] of [
      [visitorsPages, null],
      [readersPages, one.reader],
      [authorsPages, one.token],
    ] as const) {
      const context = await browser.newContext({ baseURL: site.url, bypassCSP: true });
      await trap(context);
      if (token !== null) await context.addInitScript((value) => localStorage.setItem('token', value), token);
      const view = await context.newPage();
      const elsewhere: string[] = [];
      await context.route(
        ({ hostname }) => hostname.endsWith('zqxm.example'),
        (route) => {
          elsewhere.push(route.request().url());
          return route.abort();
        },
      );
      for (const path of paths) {
        const address = path
          .replace(':story', one.story)
          .replace(':chapter', one.chapter)
          .replace(':author', one.username)
          .replace(':text', encodeURIComponent(allPayloads[index] ?? ''));
        await view.goto(address);
        await expect(view.getByRole('heading').first()).toBeVisible();
        await view.waitForLoadState('networkidle');
        expect(await effects(view), address).toEqual([]);
        expect(elsewhere, address).toEqual([]);
        expect(new URL(view.url()).origin, address).toBe(site.url);
        // What was written is there to be read.
        if (path.includes(':story')) await expect(view.getByText(/zqxm/).first(), address).toBeAttached();
      }
      await context.close();
    }
  }
});
