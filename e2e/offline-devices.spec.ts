import type { BrowserContext, Page } from '@playwright/test';
import { keep, openCold, storedIn } from './support/offline.ts';
import { selectionMenu, selectWithMouse, yourAnnotations } from './support/passages.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, joinViaApi, setToken, skipOnboarding, test } from './support/test.ts';

// A reader with two devices: the first one loses its connection, and the second one goes on.

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
  places: { progress: number; position: { paragraph: number } | null }[];
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
    await device.goto(`/reading/${story}/${chapter}`);
    await expect(yourAnnotations(device).getByRole('listitem')).toHaveCount(3);
  }
  const state = async () => {
    const { data: opening } = await as<{ data: Opening }>('GET', `/stories/${story}/reading`);
    const { data } = await as<{ data: (Annotation & { kind: string })[] }>(
      'GET',
      `/annotations?storyId=${story}`,
    );
    const annotations = data.map(({ kind, selectedText, note, color = kind }) =>
      [selectedText, color, note].join(' | '),
    );
    return {
      liked: opening.story.isLiked,
      likes: opening.story.likes,
      progress: opening.places[0]?.progress ?? 0,
      place: opening.places[0]?.position?.paragraph ?? 0,
      annotations: annotations.sort(),
    };
  };
  return { story, chapter, first: page, second, state };
}

/** Reads on until this share of the page. */
async function readTo(page: Page, share: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo(0, document.body.scrollHeight * to), share);
  // The place is saved a second later.
  await page.waitForTimeout(1300);
}

const entry = (page: Page, number: number) =>
  yourAnnotations(page)
    .getByRole('listitem')
    .filter({ hasText: passage(number) });

async function edit(page: Page, number: number, { note, color }: { note?: string; color?: string }) {
  await entry(page, number).getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Highlight' });
  if (note !== undefined) await dialog.getByLabel('Note').fill(note);
  if (color !== undefined) await dialog.getByText(color, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

async function remove(page: Page, number: number): Promise<void> {
  await entry(page, number)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(entry(page, number)).toHaveCount(0);
}

/** Marks a passage that is not marked yet. */
async function mark(page: Page, number: number, button: string): Promise<void> {
  await page.getByText(passage(number)).first().scrollIntoViewIfNeeded();
  await selectWithMouse(page, passage(number));
  await selectionMenu(page).getByRole('button', { name: button, exact: true }).click();
  await expect(entry(page, number)).toHaveCount(1);
}

/** Presses the button on the story's page until it says this. */
async function choose(page: Page, { story, chapter }: Devices, ...labels: ('Like' | 'Liked')[]) {
  await page.goto(`/story/${story}`);
  for (const label of labels) {
    await page.getByRole('button', { name: /^Liked?/ }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^${label}\\s*\\d`) })).toBeVisible();
  }
  await page.goto(`/reading/${story}/${chapter}`);
  await expect(page.getByText(passage(1))).toBeVisible();
}

/** Whatever a device shows of the reader's state is what the server has. */
async function expectShown(page: Page, devices: Devices): Promise<void> {
  const { liked, annotations, place } = await devices.state();
  await page.goto(`/story/${devices.story}`);
  await expect(page.getByRole('button', { name: liked ? /^Liked\s*1/ : /^Like\s*0/ })).toBeVisible();
  await page.goto(`/reading/${devices.story}/${devices.chapter}`);
  await expect(yourAnnotations(page).getByRole('listitem')).toHaveCount(annotations.length);
  for (const one of annotations) {
    const [words = '', , note = ''] = one.split(' | ');
    const shown = yourAnnotations(page).getByRole('listitem').filter({ hasText: words });
    await expect(shown).toHaveCount(1);
    await expect(shown).toContainText(note);
  }
  const top = page.locator('.chapter-text > *').nth(place - 1);
  await expect(top).toBeInViewport();
}

test('what a second device did later wins over what was done offline; deletions count [U21]', async ({
  page,
  context,
  site,
  browser,
}) => {
  test.setTimeout(120_000);
  const other = await browser.newContext({ baseURL: site.url });
  const devices = await twoDevices(page, other, site);
  const { second, state } = devices;
  await context.setOffline(true);
  await choose(page, devices, 'Like');
  await readTo(page, 0.3);
  await edit(page, 1, { note: 'Offline' });
  await remove(page, 2);
  await edit(page, 3, { color: 'Pink' });
  await mark(page, 5, 'Bookmark');
  await mark(page, 6, 'Highlight in green');
  const offline = await openCold(context, page, `/reading/${devices.story}/${devices.chapter}`);
  await expect(yourAnnotations(offline).getByRole('listitem')).toHaveCount(4);
  await expect(entry(offline, 1)).toContainText('Offline');

  await choose(second, devices, 'Like', 'Liked');
  await edit(second, 1, { note: 'Later' });
  await edit(second, 2, { color: 'Green' });
  await mark(second, 7, 'Highlight in blue');
  await readTo(second, 0.7);
  const before = await state();

  await context.setOffline(false);
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
  expect(before.progress).toBeGreaterThan(40);
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
  test.setTimeout(120_000);
  const other = await browser.newContext({ baseURL: site.url });
  const devices = await twoDevices(page, other, site);
  const { second, state } = devices;
  await context.setOffline(true);

  await choose(second, devices, 'Like', 'Liked');
  await readTo(second, 0.7);
  await edit(second, 1, { note: 'Earlier', color: 'Blue' });
  await remove(second, 2);
  const before = await state();

  await readTo(page, 0.3);
  await edit(page, 1, { note: 'Offline' });
  await edit(page, 2, { note: 'Of a deleted one' });
  await mark(page, 5, 'Bookmark');
  await choose(page, devices, 'Like');

  await context.setOffline(false);
  await expect.poll(() => storedIn(page)).toMatchObject({ changes: 0 });
  const after = await state();
  expect(after).toMatchObject({
    liked: false,
    likes: 0,
    annotations: [
      'Paragraph 1: | blue | Offline',
      'Paragraph 3: | yellow | Note 3',
      'Paragraph 5: | bookmark | ',
    ],
  });
  expect(after.place).toBeLessThan(before.place);
  await expectShown(page, devices);
  await expectShown(second, devices);
  // Without a connection, the first device still shows what it has sent.
  await context.setOffline(true);
  const offline = await openCold(context, page, `/reading/${devices.story}/${devices.chapter}`);
  await expect(yourAnnotations(offline).getByRole('listitem')).toHaveCount(3);
  await expect(entry(offline, 1)).toContainText('Offline');
  await other.close();
});
