import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { nextConnection } from './support/live.ts';
import { boxOf, painted, selectionMenu, selectWithMouse, yourAnnotations } from './support/passages.ts';
import type { Site } from './support/server.ts';
import {
  callAs,
  collectProblems,
  createStory,
  expect,
  joinViaApi,
  setToken,
  signUpViaApi,
  skipOnboarding,
  test,
  textOf,
} from './support/test.ts';

const lamp = 'The lamp in the tower had not been lit since the winter of the long frost.';
const stairs = 'Marta climbed the hundred and twelve steps with the can knocking against her knee.';
const council = 'The council wrote that the lamp was to be put out for good.';
const match = 'Then she struck a match. It went out. She struck another.';
const content = [lamp, stairs, council, match, textOf(6)].join('\n');
/** Another beginning, words inside the highlighted passage, and no letter from the council. */
const edited = [
  'This is what they tell on the quay.',
  `As I heard it: ${lamp.replace('the tower', 'the old white tower')}`,
  stairs,
  match,
  textOf(6),
].join('\n');

/** Another person, or another device of one, in a browser context of its own. */
async function openAs(browser: Browser, site: Site, token: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce', ...options });
  await skipOnboarding(context);
  const page = await context.newPage();
  await setToken(page, token);
  const problems: string[] = [];
  collectProblems(page, problems);
  const close = async () => {
    expect(problems).toEqual([]);
    await context.close();
  };
  return { page, close };
}

const countBeside = (page: Page) => page.getByRole('button', { name: /comments? on the paragraph/ });

/** Expects a number of comments beside or below the paragraph that begins with these words, and only there. */
async function expectCount(page: Page, comments: string, words: string): Promise<void> {
  await expect(countBeside(page)).toHaveAccessibleName(new RegExp(`^${comments} on the paragraph “${words}`));
  await expect(async () => {
    const [count, paragraph] = [await countBeside(page).boundingBox(), await boxOf(page, words)];
    const middle = count ? count.y + count.height / 2 : Number.NaN;
    expect(Math.abs(middle - paragraph.start.y)).toBeLessThan(70);
  }).toPass();
}

test('two readers and the author at once: marks, a bookmark and comments stay with their words [U23] [U24] [U26]', async ({
  page,
  site,
  browser,
}) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const [bo, author] = [await joinViaApi(page, site, 'bo'), await joinViaApi(page, site, 'author')];
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const path = `/reading/${story}/${chapters[0]}`;
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { content });
  const other = await openAs(browser, site, bo.token);
  const writer = await openAs(browser, site, author.token);
  const comment = (where: Page) => where.getByRole('article', { name: /^Comment by ana/ });

  await test.step('one reader highlights with a note, highlights another passage and bookmarks a third', async () => {
    await page.goto(path);
    await selectWithMouse(page, 'The lamp in', 'winter');
    await selectionMenu(page).getByRole('button', { name: 'Note' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('How long ago?');
    await page.getByRole('button', { name: 'Save note' }).click();
    await selectWithMouse(page, 'The council', 'put out');
    await selectionMenu(page).getByRole('button', { name: 'Highlight in blue' }).click();
    await selectWithMouse(page, 'the can knocking');
    await selectionMenu(page).getByRole('button', { name: 'Bookmark', exact: true }).click();
    await expect(yourAnnotations(page).getByRole('listitem')).toHaveCount(3);
  });

  await test.step('a comment on a paragraph reaches the other reader, who likes it and replies', async () => {
    const connected = nextConnection(other.page);
    await other.page.goto(path);
    await expect(other.page.getByText('struck a match')).toBeVisible();
    await other.page.mouse.move(200, 200);
    await other.page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
    await expect(other.page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
    await connected;
    await selectWithMouse(page, 'It went out');
    await selectionMenu(page).getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('dialog').getByLabel('Write a comment').fill('Of course it did.');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByRole('dialog')).toContainText('Of course it did.');
    await expect(comment(other.page)).toContainText('It went out');
    await comment(other.page).getByRole('button', { name: 'Like', exact: true }).click();
    await comment(other.page).getByRole('button', { name: 'Reply', exact: true }).click();
    await other.page.getByLabel('Write a reply').fill('The second one too.');
    await other.page.getByRole('button', { name: 'Post reply' }).click();
    await expect(comment(other.page).getByRole('button', { name: 'Like, 1', pressed: true })).toBeVisible();
    await expect(comment(other.page)).toContainText('The second one too.');
    // The panel is still open.
    await page.getByRole('dialog').getByRole('button', { name: '1 new comment' }).click();
    await expect(page.getByRole('dialog')).toContainText('The second one too.');
    await page.keyboard.press('Escape');
    await expectCount(page, '2 comments', 'Then she struck');
  });

  await test.step('the author edits the chapter in between', async () => {
    await writer.page.goto(`/write/${story}/chapter/${chapters[0]}`);
    await writer.page.getByRole('textbox', { name: 'Text', exact: true }).fill(edited);
    await writer.page.getByRole('button', { name: 'Save' }).click();
    await expect(writer.page).toHaveURL(`/write/${story}`);
  });

  const expectEverything = async (where: Page) => {
    await expect(where.getByText('As I heard it')).toBeVisible();
    await where.mouse.move(200, 300);
    // The server has looked for the passages once the removed one is marked.
    const changed = yourAnnotations(where)
      .getByRole('listitem')
      .filter({ hasText: 'The author changed this passage' });
    await expect(changed).toContainText('The council wrote that the lamp was to be put out');
    await expect(changed).toHaveCount(1);
    await expect
      .poll(() => painted(where, 'highlight-yellow'))
      .toEqual(['The lamp in the old white tower had not been lit since the winter']);
    expect(await painted(where, 'highlight-blue')).toEqual([]);
    expect(await painted(where, 'passage-bookmark')).toEqual(['the can knocking']);
    await expect(yourAnnotations(where).getByText('How long ago?')).toBeVisible();
    await expectCount(where, '2 comments', 'Then she struck');
  };

  await test.step('afterwards everything is at its words', async () => {
    await page.reload();
    await expectEverything(page);
  });

  await test.step('and on another device, where the comment shows the like and the reply', async () => {
    const viewport = { width: 390, height: 844 };
    const phone = await openAs(browser, site, ana.token, { viewport, hasTouch: true, isMobile: true });
    await phone.page.goto(path);
    await expectEverything(phone.page);
    // Its area lies below the text, which passes taps on.
    await countBeside(phone.page).tap({ force: true });
    const sheet = phone.page.getByRole('dialog', { name: 'Comments on this passage' });
    await expect(sheet).toContainText('Of course it did.');
    await expect(sheet).toContainText('The second one too.');
    await expect(sheet.getByRole('button', { name: 'Like, 1', pressed: false })).toBeVisible();
    await phone.close();
  });
  await other.close();
  await writer.close();
});
