import { writeFile } from 'node:fs/promises';
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type Response,
  type WebError,
} from '@playwright/test';
import { launchChromium } from './browser.ts';
import { type Credentials, type Site, startSite } from './server.ts';
import { type SharedContexts, sharedContexts } from './shared-context.ts';

interface TestOptions {
  /** Console messages that a test causes on purpose. */
  expectedErrors: RegExp[];
  /** Whether onboarding has been dismissed, so that it does not cover the page. */
  onboarded: boolean;
  /** Whether the test has a context of its own, with an empty HTTP cache; by default it is shared (shared-context.ts). */
  freshContext: boolean;
}
interface WorkerFixtures {
  site: Site;
  contexts: SharedContexts;
}

/** The browser's messages about failed requests and responses that are not 2xx; tests check those themselves. */
const networkErrors =
  /Failed to load resource|net::ERR_|closed before receiving a handshake response|error occurred when fetching the script/;
/** Of tests that block the service workers with which members' pages come written. */
const blockedWorker = /registration blocked by Playwright/;
/** The trace recorder fetches previews of files, which the content security policy forbids. */
const traceRecorder = /^Connecting to 'blob:.+connect-src/;

/** Fails a test on script errors, and on console errors such as hydration mismatches. */
export const test = base.extend<TestOptions, WorkerFixtures>({
  expectedErrors: [[], { option: true }],
  onboarded: [true, { option: true }],
  freshContext: [false, { option: true }],
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
  contexts: [({ browser }, use) => use(sharedContexts(browser)), { scope: 'worker' }],
  baseURL: ({ site }, use) => use(site.url),
  context: async (
    {
      browser,
      contexts,
      freshContext,
      viewport,
      javaScriptEnabled,
      timezoneId,
      serviceWorkers,
      contextOptions,
    },
    use,
    info,
  ) => {
    // Every option that a test changes with test.use must be named here.
    const options = { viewport, javaScriptEnabled, timezoneId, serviceWorkers, contextOptions };
    const context = freshContext ? await browser.newContext() : await contexts.open(options);
    await use(context);
    await contexts.leave(context, !freshContext && info.status === info.expectedStatus);
  },
  page: async ({ context, expectedErrors, onboarded }, use, info) => {
    const page = context.pages()[0] ?? (await context.newPage());
    const { activity, stop } = recordActivity(context);
    if (onboarded) await skipOnboarding(page);
    waitForApp(page);
    const problems: string[] = [];
    collectProblems(page, problems, expectedErrors);
    await use(page);
    stop();
    const failed = info.status !== info.expectedStatus || problems.length > 0;
    if (failed) await writeFile(info.outputPath('activity.txt'), activity.join('\n'));
    expect(problems, 'the console has no errors or warnings').toEqual([]);
  },
});

/**
 * Makes an opened page wait until the app has taken over a page that came written, and has rendered all of a chapter: what is
 * pressed before is lost. Tests of what is shown earlier open the page with `waitUntil: 'commit'`.
 */
function waitForApp(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const takenOver = async () => {
    await expect(page.locator('.chapter-text[data-missing]')).toHaveCount(0);
    await page.waitForFunction(() => !('takeOver' in window));
  };
  page.goto = async (url, options) => {
    // A page that was written for another session loads itself again, which ends the first navigation.
    const response = await goto(url, options).catch((error: Error) => {
      if (!error.message.includes('net::ERR_ABORTED')) throw error;
      return goto(url, options);
    });
    if (options?.waitUntil !== 'commit') await takenOver();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await takenOver();
    return response;
  };
}

/** Records the responses and console messages of all tabs with timestamps, to help debug failures. */
function recordActivity(context: BrowserContext) {
  const activity: string[] = [];
  const startedAt = performance.now();
  const note = (...words: (string | number)[]) =>
    activity.push([Math.round(performance.now() - startedAt), ...words].join(' '));
  const onResponse = (response: Response) =>
    note('response', response.status(), response.request().method(), response.url().slice(0, 200));
  const onFailed = (request: Request) =>
    note('request failed', request.failure()?.errorText ?? '', request.method(), request.url().slice(0, 200));
  const onConsole = (message: ConsoleMessage) => note('console', message.type(), message.text());
  const onError = (error: WebError) => note('error', error.error().message);
  context.on('response', onResponse).on('requestfailed', onFailed);
  context.on('console', onConsole).on('weberror', onError);
  const stop = () => {
    context.off('response', onResponse).off('requestfailed', onFailed);
    context.off('console', onConsole).off('weberror', onError);
  };
  return { activity, stop };
}

/** Collects page errors and console errors. */
export function collectProblems(page: Page, problems: string[], expected: RegExp[] = []): void {
  const note = (text: string) => {
    if (
      !networkErrors.test(text) &&
      !traceRecorder.test(text) &&
      !blockedWorker.test(text) &&
      !expected.some((pattern) => pattern.test(text))
    )
      problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text());
  });
  page.on('pageerror', (error) => note(error.message));
}

export { expect };

/** Waits until a page has a heading and no placeholders for data, those that load when scrolled to included. */
export async function expectLoaded(page: Page, what?: string): Promise<void> {
  await expect(page.getByRole('heading').first(), what).toBeVisible();
  await expect(async () => {
    const placeholders = page.locator('[aria-busy=true]');
    if ((await placeholders.count()) > 0) await placeholders.first().scrollIntoViewIfNeeded({ timeout: 500 });
    await expect(placeholders).toHaveCount(0, { timeout: 500 });
  }, what).toPass();
}

/** Marks the genre onboarding and the continue-reading card as seen in this browser. */
export async function skipOnboarding(where: Page | BrowserContext): Promise<void> {
  await where.addInitScript(() => {
    localStorage.setItem('onboarding-completed', 'true');
    sessionStorage.setItem('continue-reading-shown', 'true');
  });
}

let people = 0;
/** Opens another tab in the same browser. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await skipOnboarding(tab);
  waitForApp(tab);
  return tab;
}

/** A unique user with a password. */
export function newPerson(name: string): Credentials & { username: string } {
  people += 1;
  const username = `${name}_${Date.now().toString(36)}${people}`;
  return { username, email: `${username}@example.test`, password: 'six quiet herons' };
}

/** Signs up through the API; the browser stays as it is. */
export async function joinViaApi(page: Page, site: Site, name = 'reader') {
  const person = newPerson(name);
  const { username, email, password } = person;
  const response = await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { username, email, password, passwordConfirm: password },
  });
  expect(response.status()).toBe(201);
  const { token, user } = await response.json();
  return { ...person, id: String(user._id), token: String(token) };
}

/** Signs up through the API and stores the token in the browser. */
export async function signUpViaApi(page: Page, site: Site, name = 'reader') {
  const person = await joinViaApi(page, site, name);
  await setToken(page, person.token);
  return person;
}

export async function setToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    // Only once, so that a sign-out during the test is not undone.
    if (sessionStorage.getItem('signed-in-by-test') !== null) return;
    sessionStorage.setItem('signed-in-by-test', '1');
    localStorage.setItem('token', value);
  }, token);
}

/** Calls the API with a session, for test setup. */
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

/** Numbered paragraphs of about `words` words each. */
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

/** Creates a story with chapters through the API. */
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
    const created = await callAs<{ data: { _id: string } }>(page, site, token, 'POST', '/chapters', {
      story: story.data._id,
      title: `Evening ${number}`,
      content: textOf(paragraphs),
      isPublished: published,
    });
    ids.push(created.data._id);
  }
  if (published) await callAs(page, site, token, 'PUT', `/stories/${story.data._id}`, { isPublished: true });
  return { story: story.data._id, chapters: ids };
}

/** Spends eight seconds in a chapter, after which its words count and its reader may rate: of these, five can be claimed. */
export async function spendTime(
  page: Page,
  site: Site,
  token: string,
  storyId: string,
  chapterId: string | undefined,
): Promise<void> {
  const place = { storyId, chapterId, deviceType: 'mobile' };
  await callAs(page, site, token, 'POST', '/reacting-sessions/start', place);
  await page.waitForTimeout(3500);
  await callAs(page, site, token, 'POST', '/reacting-sessions/end', { ...place, additionalDuration: 8.2 });
}

/** Creates a published story without chapters. */
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

/** Delays matching requests until the returned function is called. */
export async function delayRequests(page: Page, matches: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(matches, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Retries at once what the page would retry by itself within seconds. */
export const retryNow = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')));

/** Responds to matching requests like a proxy whose server is down: an HTML error page. */
export async function badGateway(page: Page, matches: string): Promise<void> {
  const response = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
  await page.route(matches, (route) => route.fulfill(response));
}

/** Pauses the page's installed clock; from here only the test advances it. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(new Date(Date.now() + 1000));
