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

interface HostileAuthor {
  username: string;
  token: string;
  reader: string;
  story: string;
  chapter: string;
}

/** Creates authors whose texts are payloads: all of them in long fields, one each in short fields. */
async function createHostileAuthors(page: Page, site: Site): Promise<HostileAuthor[]> {
  const all = allPayloads.join('\n');
  const people: HostileAuthor[] = [];
  const perPerson = 18;
  for (let first = 0; first < allPayloads.length; first += perPerson) {
    const payloads = allPayloads.slice(first, first + perPerson);
    const author = await signUpViaApi(page, site, 'author');
    const reader = await signUpViaApi(page, site, 'reader');
    const as = (method: string, path: string, data: object) =>
      callAs<{ data: { _id: string } }>(page, site, author.token, method, path, data);
    const short = payloads.find(({ length }) => length <= 60) ?? '<b zqxm>';
    await as('PATCH', '/users/profile/me', { displayName: short, bio: payloads.join(' ').slice(0, 500) });
    const { story, chapters } = await createStory(page, site, author.token, { chapters: payloads.length });
    for (const [index, payload] of payloads.entries()) {
      await as('PUT', `/chapters/${chapters[index]}`, {
        title: payload,
        authorNotes: all,
        content: `${all}\n${textOf(8)}`,
      });
    }
    const [title = ''] = payloads;
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

/** Records dialogs and form submissions in a browser that bypasses the content security policy. */
async function installTrap(context: BrowserContext): Promise<void> {
  await skipOnboarding(context);
  await context.addInitScript(() => {
    window.trapped = [];
    for (const name of ['alert', 'confirm', 'prompt'] as const)
      Object.assign(window, { [name]: () => window.trapped.push(name) });
    document.addEventListener('submit', () => window.trapped.push('submit'), { capture: true });
  });
}

/** The payloads that took effect on the current page. */
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
        const url = URL.parse(element.getAttribute(one) ?? '', location.href);
        const executes = url !== null && /^(javascript:|data:text\/html)/.test(url.href);
        if (executes || url?.hostname.endsWith('zqxm.example')) found.push(element.outerHTML.slice(0, 120));
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

test('the trap detects payloads that take effect', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, bypassCSP: true });
  await installTrap(context);
  const page = await context.newPage();
  await page.goto('/about');
  await page.evaluate((name) => {
    document.body.insertAdjacentHTML('beforeend', `<img ${name} src=x onerror="alert(1);window.zqxmRan=1">`);
  }, marker);
  await expect.poll(() => effects(page)).toEqual(expect.arrayContaining(['called alert', 'a script ran']));
  await context.close();
});

test('user text is never executed or parsed as markup, even without the content security policy [R22] [R62]', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(400_000);
  const people = await createHostileAuthors(page, site);
  for (const [index, person] of people.entries()) {
    for (const [paths, token] of [
      [visitorsPages, null],
      [readersPages, person.reader],
      [authorsPages, person.token],
    ] as const) {
      const context = await browser.newContext({ baseURL: site.url, bypassCSP: true });
      await installTrap(context);
      if (token !== null) await context.addInitScript((value) => localStorage.setItem('token', value), token);
      const view = await context.newPage();
      const externalRequests: string[] = [];
      await context.route(
        ({ hostname }) => hostname.endsWith('zqxm.example'),
        (route) => {
          externalRequests.push(route.request().url());
          return route.abort();
        },
      );
      for (const path of paths) {
        const address = path
          .replace(':story', person.story)
          .replace(':chapter', person.chapter)
          .replace(':author', person.username)
          .replace(':text', encodeURIComponent(allPayloads[index] ?? ''));
        await view.goto(address);
        await expect(view.getByRole('heading').first()).toBeVisible();
        await view.waitForLoadState('networkidle');
        expect(await effects(view), address).toEqual([]);
        expect(externalRequests, address).toEqual([]);
        expect(new URL(view.url()).origin, address).toBe(site.url);
        // The text is shown literally.
        if (path.includes(':story')) await expect(view.getByText(/zqxm/).first(), address).toBeAttached();
      }
      await context.close();
    }
  }
});
