import type { BrowserContext, Page, Request } from '@playwright/test';
import { keep, likeButton, openCold, storedIn } from './support/offline.ts';
import { boxOf, selectionMenu, selectWithMouse, yourAnnotations } from './support/passages.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, joinViaApi, setToken, skipOnboarding, test } from './support/test.ts';

// A reader with two devices: the first loses its connection, and the second keeps working.

// A service worker stays for the next test of a shared context. Chromium reports preloads that begin before it takes over.
test.use({
  freshContext: true,
  expectedErrors: [/cross-world service worker resource mismatch|was preloaded using link preload/],
});

const paragraphs = 40;

interface Annotation {
  _id: string;
  selectedText: string;
  note: string;
  color?: string;
}
interface Opening {
  story: { isLiked: boolean; likes: number };
  places: { position: { paragraph: number } | null }[];
}

/** The story, its chapter and its annotated passages, as one reader has them on two devices. */
interface Devices {
  story: string;
  chapter: string;
  first: Page;
  second: Page;
  state: () => Promise<{
    liked: boolean;
    likes: number;
    progress: number;
    place: number;
    annotations: string[];
  }>;
}

const passage = (number: number) => `Paragraph ${number}:`;
const lineOf = (page: Page, number: number) => page.locator(`.chapter-text [data-paragraph="${number}"]`);

/** Opens the chapter and moves the mouse: without a sign of the reader, some parts load seconds later. */
async function openChapter(page: Page, { story, chapter }: Pick<Devices, 'story' | 'chapter'>) {
  await page.goto(`/reading/${story}/${chapter}`);
  await page.mouse.move(5, 300);
  await page.mouse.move(5, 310);
}

/** Whether the page holds places: a slow server's answers come from what is kept, and the reader may have read on elsewhere. */
const holdsPlaces = (page: Page) =>
  page.evaluate(async () => {
    const { held } = await navigator.locks.query();
    return held?.some(({ name }) => name?.startsWith('inkling-held-places')) === true;
  });

/** A story with three highlights, liked, which the first device keeps. Both devices have the chapter open. */
async function twoDevices(page: Page, other: BrowserContext, site: Site): Promise<Devices> {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1, paragraphs });
  const [chapter = ''] = chapters;
  const reader = await joinViaApi(page, site);
  const as = <T>(method: string, path: string, data?: object) =>
    callAs<T>(page, site, reader.token, method, path, data);
  const { data: text } = await as<{ data: { content: string } }>('GET', `/chapters/${chapter}`);
  for (const number of [1, 2, 3]) {
    const startOffset = text.content.indexOf(passage(number));
    const place = { startOffset, endOffset: startOffset + passage(number).length };
    const words = { storyId: story, chapterId: chapter, version: 1, selectedText: passage(number) };
    await as('POST', '/highlights', { ...words, ...place, note: `Note ${number}` });
  }
  await as('POST', `/stories/${story}/like`);
  const { email, password } = reader;
  const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: { email, password } });
  await setToken(page, reader.token);
  await skipOnboarding(other);
  const second = await other.newPage();
  await setToken(second, (await response.json()).token);
  await keep(page, story);
  for (const device of [page, second]) {
    await openChapter(device, { story, chapter });
    await expect(yourAnnotations(device).getByRole('listitem')).toHaveCount(3);
    // Else the first asks where to read on when its connection is back.
    await expect.poll(() => holdsPlaces(device)).toBe(false);
  }
  const state = async () => {
    const { data: opening } = await as<{ data: Opening }>('GET', `/stories/${story}/reading`);
    const { data } = await as<{ data: (Annotation & { kind: string })[] }>(
      'GET',
      `/annotations?storyId=${story}`,
    );
    const { data: entries } = await as<{ data: { progress: number }[] }>('GET', '/stories/library/me');
    const annotations = data.map(({ kind, selectedText, note, color = kind }) =>
      [selectedText, color, note].join(' | '),
    );
    return {
      liked: opening.story.isLiked,
      likes: opening.story.likes,
      progress: entries[0]?.progress ?? 0,
      place: opening.places[0]?.position?.paragraph ?? 0,
      annotations: annotations.sort(),
    };
  };
  return { story, chapter, first: page, second, state };
}

/** Reads to a paragraph and waits until that place is saved. */
async function readTo(page: Page, number: number): Promise<void> {
  const isThere = (request: Request) =>
    request.method() === 'POST' &&
    request.url().endsWith('/progress') &&
    Math.abs(request.postDataJSON().position.paragraph - number) < 2;
  await expect(async () => {
    const saved = page.waitForResponse((response) => isThere(response.request()), { timeout: 4000 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await lineOf(page, number).evaluate((line) => line.scrollIntoView({ block: 'center' }));
    await saved;
  }).toPass();
}

const entry = (page: Page, number: number) =>
  yourAnnotations(page)
    .getByRole('listitem')
    .filter({ hasText: passage(number) });

/** Opens a highlight by its words in the text, which does not scroll to the list below. */
async function openHighlight(page: Page, number: number) {
  const dialog = page.getByRole('dialog', { name: 'Highlight' });
  await lineOf(page, number).scrollIntoViewIfNeeded();
  await expect(async () => {
    const { start } = await boxOf(page, passage(number));
    await page.mouse.click(start.x + 10, start.y);
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
  return dialog;
}

async function edit(page: Page, number: number, { note, color }: { note?: string; color?: string }) {
  const dialog = await openHighlight(page, number);
  if (note !== undefined) await dialog.getByLabel('Note').fill(note);
  if (color !== undefined) await dialog.getByText(color, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

async function remove(page: Page, number: number): Promise<void> {
  const dialog = await openHighlight(page, number);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(entry(page, number)).toHaveCount(0);
}

/** Marks a passage that is not marked yet. */
async function mark(page: Page, number: number, button: string): Promise<void> {
  await lineOf(page, number).scrollIntoViewIfNeeded();
  await selectWithMouse(page, passage(number));
  await selectionMenu(page).getByRole('button', { name: button, exact: true }).click();
  await expect(entry(page, number)).toHaveCount(1);
}

/** Presses the button on the story's page until it says this. */
async function choose(page: Page, devices: Devices, ...labels: ('Like' | 'Liked')[]) {
  await page.goto(`/story/${devices.story}`);
  for (const label of labels) {
    const like = likeButton(page);
    await like.click();
    await expect(like).toHaveAccessibleName(new RegExp(`^${label}\\s*\\d`));
    await expect(like).toHaveAttribute('aria-busy', 'false');
  }
  await openChapter(page, devices);
}

/** Whatever a device shows of the reader's state is what the server has. */
async function expectShown(page: Page, devices: Devices): Promise<void> {
  const { liked, annotations, place } = await devices.state();
  await page.goto(`/story/${devices.story}`);
  await expect(likeButton(page)).toHaveAccessibleName(liked ? /^Liked\s*1/ : /^Like\s*0/);
  await openChapter(page, devices);
  await expect(yourAnnotations(page).getByRole('listitem')).toHaveCount(annotations.length);
  for (const one of annotations) {
    const [words = '', , note = ''] = one.split(' | ');
    const shown = yourAnnotations(page).getByRole('listitem').filter({ hasText: words });
    await expect(shown).toHaveCount(1);
    await expect(shown).toContainText(note);
  }
  await expect(lineOf(page, place)).toBeInViewport();
}

test('what a second device did later wins over what was done offline; deletions count [U21]', async ({
  page,
  context,
  site,
  browser,
}) => {
  const other = await browser.newContext({ baseURL: site.url });
  const devices = await twoDevices(page, other, site);
  const { second, state } = devices;
  await context.setOffline(true);
  await edit(page, 1, { note: 'Offline' });
  await remove(page, 2);
  await edit(page, 3, { color: 'Pink' });
  await mark(page, 5, 'Bookmark');
  await mark(page, 6, 'Highlight in green');
  await choose(page, devices, 'Like');
  await readTo(page, 12);
  const offline = await openCold(context, page, '/library');
  await openChapter(offline, devices);
  await expect(yourAnnotations(offline).getByRole('listitem')).toHaveCount(4);
  await expect(entry(offline, 1)).toContainText('Offline');
  await expect(lineOf(offline, 12)).toBeInViewport();

  await edit(second, 1, { note: 'Later' });
  await edit(second, 2, { color: 'Green' });
  await mark(second, 7, 'Highlight in blue');
  await choose(second, devices, 'Like', 'Liked');
  await readTo(second, 28);
  const before = await state();

  await context.setOffline(false);
  // What was read here waits until then, and then replaces nothing.
  const question = offline.getByRole('status').filter({ hasText: /^You read on to \d+% of this chapter/ });
  await question.getByRole('button', { name: 'Go there' }).click();
  await expect.poll(() => storedIn(offline)).toMatchObject({ changes: 0 });
  expect(await state()).toEqual({
    liked: true,
    likes: 1,
    progress: before.progress,
    place: before.place,
    annotations: [
      'Paragraph 1: | yellow | Later',
      'Paragraph 3: | pink | Note 3',
      'Paragraph 5: | bookmark | ',
      'Paragraph 6: | green | ',
      'Paragraph 7: | blue | ',
    ],
  });
  expect(before.place).toBeGreaterThan(25);
  await expectShown(offline, devices);
  await expectShown(second, devices);
  await other.close();
});

test('what was done offline later wins over what a second device did; progress does not fall [U21]', async ({
  page,
  context,
  site,
  browser,
}) => {
  const other = await browser.newContext({ baseURL: site.url });
  const devices = await twoDevices(page, other, site);
  const { second, state } = devices;
  await context.setOffline(true);

  await edit(second, 1, { note: 'Earlier', color: 'Blue' });
  await remove(second, 2);
  await choose(second, devices, 'Like', 'Liked');
  await readTo(second, 28);
  const before = await state();
  expect(before.progress).toBeGreaterThan(50);

  await edit(page, 1, { note: 'Offline' });
  await edit(page, 2, { note: 'Of a deleted one' });
  await mark(page, 5, 'Bookmark');
  await choose(page, devices, 'Like');
  await readTo(page, 12);

  await context.setOffline(false);
  await expect.poll(() => storedIn(page)).toMatchObject({ changes: 0 });
  const after = await state();
  expect(after).toMatchObject({
    liked: false,
    likes: 0,
    progress: before.progress,
    annotations: [
      'Paragraph 1: | blue | Offline',
      'Paragraph 3: | yellow | Note 3',
      'Paragraph 5: | bookmark | ',
    ],
  });
  expect(after.place).toBeLessThan(15);
  await expectShown(page, devices);
  await expectShown(second, devices);
  // Without a connection, the first device still shows what it has sent.
  await context.setOffline(true);
  const offline = await openCold(context, page, '/library');
  await openChapter(offline, devices);
  await expect(yourAnnotations(offline).getByRole('listitem')).toHaveCount(3);
  await expect(entry(offline, 1)).toContainText('Offline');
  await other.close();
});
