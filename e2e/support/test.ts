import { writeFile } from 'node:fs/promises';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { launchChromium } from './browser.ts';
import { type Credentials, type Site, startSite } from './server.ts';

interface ForEach {
  /** What the page may say on its console, beside nothing: failures that a test brings about itself. */
  expectedErrors: RegExp[];
  /** Whether what greets people at home is over: it would stand before what other tests are about. */
  greeted: boolean;
}
interface ForAll {
  site: Site;
}

/** The network's own words about an answer that is not 2xx; whether that is right is the test's matter. */
const responses = /Failed to load resource|net::ERR_/;
/** The recorder of traces fetches previews of files, which the page's policy forbids. */
const recorder = /^Connecting to 'blob:.+connect-src/;

/** A page that fails its test when a script fails, or React finds that it was not rendered as on the server. */
export const test = base.extend<ForEach, ForAll>({
  expectedErrors: [[], { option: true }],
  greeted: [true, { option: true }],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const browser = await launchChromium();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  page: async ({ page, expectedErrors, greeted }, use, info) => {
    const course = recordActivity(page.context());
    if (greeted) await skipOnboarding(page);
    const problems: string[] = [];
    collectProblems(page, problems, expectedErrors);
    await use(page);
    const failed = info.status !== info.expectedStatus || problems.length > 0;
    if (failed) await writeFile(info.outputPath('course.txt'), course.join('\n'));
    expect(problems, 'nothing on the console').toEqual([]);
  },
});

/** What a browser's tabs ask and say, and how many milliseconds after its start: for whoever looks into a failure. */
function recordActivity(context: BrowserContext): string[] {
  const course: string[] = [];
  const begun = performance.now();
  const note = (...words: (string | number)[]) =>
    course.push([Math.round(performance.now() - begun), ...words].join(' '));
  context.on('response', (response) =>
    note('answer', response.status(), response.request().method(), response.url().slice(0, 200)),
  );
  context.on('requestfailed', (request) =>
    note('no answer', request.failure()?.errorText ?? '', request.method(), request.url().slice(0, 200)),
  );
  context.on('console', (message) => note('console', message.type(), message.text()));
  context.on('weberror', (error) => note('error', error.error().message));
  return course;
}

/** Collects what goes wrong on a page. */
export function collectProblems(page: Page, problems: string[], expected: RegExp[] = []): void {
  const note = (text: string) => {
    if (!responses.test(text) && !recorder.test(text) && !expected.some((pattern) => pattern.test(text)))
      problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text());
  });
  page.on('pageerror', (error) => note(error.message));
}

export { expect };

/** As if somebody had been asked for genres here before, and had seen the card that leads back to their story. */
export async function skipOnboarding(where: Page | BrowserContext): Promise<void> {
  await where.addInitScript(() => {
    localStorage.setItem('onboarding-completed', 'true');
    sessionStorage.setItem('continue-reading-shown', 'true');
  });
}

let people = 0;
/** Somebody whom nobody else is, with a password. */
export function newPerson(name: string): Credentials & { username: string } {
  people += 1;
  const username = `${name}_${Date.now().toString(36)}${people}`;
  return { username, email: `${username}@example.test`, password: 'six quiet herons' };
}

/** Signs up through the call, and keeps the token in the browser as the page does. */
export async function signUpViaApi(page: Page, site: Site, name = 'reader') {
  const person = newPerson(name);
  const { username, email, password } = person;
  const response = await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { username, email, password, passwordConfirm: password },
  });
  expect(response.status()).toBe(201);
  const { token, user } = await response.json();
  await setToken(page, token);
  return { ...person, id: String(user._id), token: String(token) };
}

export async function setToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    // Once: signing out in the test is to last.
    if (sessionStorage.getItem('signed-in-by-test') !== null) return;
    sessionStorage.setItem('signed-in-by-test', '1');
    localStorage.setItem('token', value);
  }, token);
}

/** Calls the API as somebody, for what a test needs but is not about. */
export async function callAs<T>(
  page: Page,
  site: Site,
  token: string,
  method: string,
  path: string,
  data?: object,
): Promise<T> {
  const response = await page.request.fetch(`${site.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** Paragraphs of so many words, each with a number of its own. */
export const textOf = (paragraphs: number, words = 40): string =>
  Array.from({ length: paragraphs }, (_, index) =>
    [`Paragraph ${index + 1}:`, ...Array.from({ length: words }, (_each, word) => `lantern${word}`)].join(
      ' ',
    ),
  ).join('\n');

interface CreatedStory {
  story: string;
  chapters: string[];
}

/** A story with so many chapters, made through the calls that authors use. */
export async function createStory(
  page: Page,
  site: Site,
  token: string,
  { title = 'The Lamp', chapters = 3, published = true, paragraphs = 8 } = {},
): Promise<CreatedStory> {
  const { data: genres } = await callAs<{ data: { _id: string }[] }>(page, site, token, 'GET', '/genres');
  const story = await callAs<{ data: { _id: string } }>(page, site, token, 'POST', '/stories', {
    title,
    description: 'A lamp, and who lit it.',
    genres: [genres[0]?._id],
  });
  const ids: string[] = [];
  for (let number = 1; number <= chapters; number += 1) {
    const made = await callAs<{ data: { _id: string } }>(page, site, token, 'POST', '/chapters', {
      story: story.data._id,
      title: `Evening ${number}`,
      content: textOf(paragraphs),
      isPublished: published,
    });
    ids.push(made.data._id);
  }
  if (published) await callAs(page, site, token, 'PUT', `/stories/${story.data._id}`, { isPublished: true });
  return { story: story.data._id, chapters: ids };
}

/** A published story without a chapter. */
export async function createComingSoonStory(
  page: Page,
  site: Site,
  token: string,
  title: string,
): Promise<string> {
  const { story } = await createStory(page, site, token, { title, chapters: 0, published: false });
  const body = { status: 'coming_soon', isPublished: true };
  await callAs(page, site, token, 'PUT', `/stories/${story}`, body);
  return story;
}

/** Holds the calls that `matches` until they are let go. */
export async function delayRequests(page: Page, matches: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(matches, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Answers the calls that `matches` as a proxy does whose server is away: with a page, and no words of ours. */
export async function badGateway(page: Page, matches: string): Promise<void> {
  const response = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
  await page.route(matches, (route) => route.fulfill(response));
}

/** The clock of a page on which it was installed stands still from here, and moves only as the test says. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(new Date(Date.now() + 1000));
