import type { Browser, BrowserContext, Page } from '@playwright/test';
import { allPayloads, marker } from '../packages/server/src/testing/find-markup.ts';
import type { Site } from './support/server.ts';
import {
  callAs,
  createStory,
  expect,
  expectLoaded,
  signUpViaApi,
  skipOnboarding,
  test,
  textOf,
} from './support/test.ts';

declare global {
  interface Window {
    zqxmRan?: number;
    trapped: string[];
  }
}

interface HostileTexts {
  /** Three people; the first is the author of the stories, the second reads them. */
  people: { id: string; username: string; token: string }[];
  stories: { id: string; chapter: string }[];
}

const perStory = 18;

/** Stores the payloads in users' texts: all of them in each long text, one each in titles and names. */
async function storePayloads(page: Page, site: Site): Promise<HostileTexts> {
  const all = allPayloads.join('\n');
  const texts: HostileTexts = { people: [], stories: [] };
  for (let first = 0; first < allPayloads.length; first += perStory) {
    const payloads = allPayloads.slice(first, first + perStory);
    const person = await signUpViaApi(page, site, 'author');
    const displayName = payloads.find(({ length }) => length <= 60) ?? '<b zqxm>';
    const profile = { displayName, bio: payloads.join(' ').slice(0, 500) };
    await callAs(page, site, person.token, 'PATCH', '/users/profile/me', profile);
    texts.people.push(person);
    const { token = '' } = texts.people[0] ?? {};
    const { story } = await createStory(page, site, token, { chapters: 0, published: false });
    const as = (method: string, path: string, data: object) =>
      callAs<{ data: { _id: string } }>(page, site, token, method, path, data);
    const chapters: string[] = [];
    for (const title of payloads) {
      const text = {
        title,
        authorNotes: all,
        endNotes: all,
        content: `${all}\n${textOf(8)}`,
        isPublished: true,
      };
      chapters.push((await as('POST', '/chapters', { story, ...text })).data._id);
    }
    await as('PUT', `/stories/${story}`, { title: payloads[0], description: all, isPublished: true });
    texts.stories.push({ id: story, chapter: chapters[0] ?? '' });
  }
  const [author, reader] = texts.people;
  for (const { id, chapter } of texts.stories) {
    for (const person of [author, reader])
      await callAs(page, site, person?.token ?? '', 'PUT', `/stories/${id}/bookmark`);
    await callAs(page, site, reader?.token ?? '', 'POST', `/stories/${id}/library`, { status: 'reading' });
    await callAs(page, site, reader?.token ?? '', 'POST', `/chapters/${chapter}/progress`, { progress: 10 });
  }
  await callAs(page, site, reader?.token ?? '', 'POST', `/users/follow/${author?.id}`);
  return texts;
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

/** The payloads are in the addresses too. */
const inAddress = encodeURIComponent(allPayloads.slice(0, 3).join(' '));

/** The pages that each kind of viewer opens, by the token of their session. */
function pagesByViewer({ people, stories }: HostileTexts): [token: string | null, paths: string[]][] {
  const [author, reader] = people;
  const storyPages = stories.map(({ id }) => `/story/${id}`);
  const profiles = people.map(({ username }) => `/profile/${username}`);
  return [
    [
      null,
      [
        '/',
        ...storyPages,
        ...profiles,
        `/login?redirect=${inAddress}`,
        `/search?q=${inAddress}`,
        `/${inAddress}`,
      ],
    ],
    [
      reader?.token ?? '',
      [
        ...['/home', '/library', '/library?tab=bookmarks', '/profile', ...storyPages.slice(0, 1)],
        ...profiles.slice(0, 1),
        ...stories.map(({ id, chapter }) => `/reading/${id}/${chapter}`),
        `/search?q=${inAddress}`,
      ],
    ],
    [
      author?.token ?? '',
      [
        ...['/write', '/settings', '/profile', ...stories.map(({ id }) => `/write/${id}`)],
        ...stories.slice(0, 1).map(({ id, chapter }) => `/write/${id}/chapter/${chapter}`),
      ],
    ],
  ];
}

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

/** Opens the pages one after another and expects that no payload took effect. */
async function expectNoEffects(
  browser: Browser,
  site: Site,
  token: string | null,
  paths: string[],
): Promise<void> {
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
    await view.goto(path);
    await expectLoaded(view, path);
    // The text is shown literally.
    if (/\/(story|write|reading)\/[^/]+(\/(?!chapter)|$)/.test(path))
      await expect(view.getByText(/zqxm/).first(), path).toBeAttached();
    expect(await effects(view), path).toEqual([]);
    expect(externalRequests, path).toEqual([]);
    expect(new URL(view.url()).origin, path).toBe(site.url);
  }
  await context.close();
}

test('user text is never executed or parsed as markup, even without the content security policy [R22] [R62]', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000);
  const texts = await storePayloads(page, site);
  await Promise.all(
    pagesByViewer(texts).map(([token, paths]) => expectNoEffects(browser, site, token, paths)),
  );
});
