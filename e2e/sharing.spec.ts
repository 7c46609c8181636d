import type { Page } from '@playwright/test';
import { boxOf, selectionMenu, selectWithMouse } from './support/passages.ts';
import {
  callAs,
  createStory,
  expect,
  joinViaApi,
  signUpViaApi,
  skipOnboarding,
  test,
  textOf,
} from './support/test.ts';

const sentence = 'She struck a match, & it went out; “of course” it did.';
/** Long enough that the passage is not in the window when the chapter opens. */
const content = [textOf(12), sentence, textOf(12)].join('\n');

/** Expects the passage in the window, outlined, and its numbers gone from the address. */
async function expectAtPassage(page: Page, path: string): Promise<void> {
  await expect(page.locator('.passage-outline').first()).toBeVisible();
  await expect(page).toHaveURL(path);
  const { top, bottom } = await boxOf(page, 'it went out');
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(page.viewportSize()?.height ?? 0);
}

test.describe('a shared passage', () => {
  // For the permission to use the clipboard.
  test.use({ freshContext: true });

  test('opens for another reader and, after signing in, for a visitor; other sites get its quotation [U27]', async ({
    page,
    context,
    site,
    browser,
  }) => {
    const ana = await signUpViaApi(page, site, 'ana');
    const [bo, author] = [await joinViaApi(page, site, 'bo'), await joinViaApi(page, site, 'author')];
    const { story, chapters } = await createStory(page, site, author.token, {
      title: 'The Match',
      chapters: 2,
    });
    const path = `/reading/${story}/${chapters[0]}`;
    const change = (what: string, data: object) => callAs(page, site, author.token, 'PUT', what, data);
    await change(`/chapters/${chapters[0]}`, { content });

    const link = await test.step('a reader copies the link of a passage', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
      await page.goto(path);
      await page.getByText('She struck a match').scrollIntoViewIfNeeded();
      await selectWithMouse(page, 'it went out');
      await selectionMenu(page).getByRole('button', { name: 'Share' }).click();
      await expect(page.getByText('Copied the passage and its link.')).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      const [quotation, address = ''] = copied.split('\n');
      expect(quotation).toBe('“it went out”');
      expect(address).toMatch(/\/chapter\/[\w-]+\?v=2&p=\d+&from=\d+&to=\d+#:~:text=it%20went%20out$/);
      return address;
    });

    const visitors = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
    await skipOnboarding(visitors);
    const visitor = await visitors.newPage();
    await test.step('a visitor sees the quotation, signs in and is at the passage', async () => {
      await visitor.goto(link);
      await expect(visitor.getByRole('blockquote')).toHaveText('it went out');
      await expect(visitor.getByRole('heading', { name: 'The Match' })).toBeVisible();
      await expect(visitor.getByText('Paragraph 1:')).toHaveCount(0);
      await visitor.getByRole('link', { name: 'Sign In to Read' }).click();
      await visitor.getByLabel('Email').fill(bo.email);
      await visitor.getByLabel('Password', { exact: true }).fill(bo.password);
      await visitor.getByRole('button', { name: 'Sign In' }).click();
      await expectAtPassage(visitor, path);
    });

    await test.step('for a signed-in reader the link leads there at once, and a reload stays', async () => {
      await visitor.goto('/about');
      await visitor.goto(link);
      await expectAtPassage(visitor, path);
    });

    await test.step('the page for other sites has the quotation only, and nothing of what is not public', async () => {
      const passage = (
        await callAs<{ data: { paragraphIds: number[] } }>(
          page,
          site,
          ana.token,
          'GET',
          `/chapters/${chapters[0]}`,
        )
      ).data;
      const long = `/story/${story}/chapter/${chapters[0]}?v=2&p=${passage.paragraphIds[0]}&from=0&to=4000`;
      const read = async (address: string) => {
        const response = await page.request.get(address.replace(/#.*/, ''));
        const html = await response.text();
        const description = /<meta property="og:description" content="([^"]*)"/.exec(html)?.[1] ?? '';
        return { status: response.status(), html, description };
      };
      expect((await read(link)).description).toBe('it went out');
      const { description } = await read(long);
      expect(description).toMatch(/^Paragraph 1: lantern0 .*…$/);
      expect(description.length).toBeLessThanOrEqual(300);
      await change(`/stories/${story}`, { audience: 'mature' });
      const mature = await read(link);
      expect(mature.description).toBe('This story is for mature readers.');
      expect(mature.html).not.toContain('it went out');
      await change(`/stories/${story}`, { audience: 'everyone' });
      await change(`/chapters/${chapters[0]}`, { isPublished: false });
      const draft = await read(link);
      expect(draft.status).toBe(404);
      expect(draft.html).not.toContain('it went out');
    });
    await visitors.close();
  });
});

test('readers react to a story, change their mind and take it back', async ({ page, site }) => {
  const author = await joinViaApi(page, site, 'author');
  const reader = await signUpViaApi(page, site);
  const { story } = await createStory(page, site, author.token, { chapters: 1 });
  const reactions = page.getByRole('region', { name: /How was this chapter\?|Reactions/ });
  const button = (name: string, pressed: boolean) =>
    reactions.getByRole('button', { name, exact: true, pressed });
  const open = async (path: string) => {
    await page.goto(path);
    await reactions.scrollIntoViewIfNeeded();
    await page.mouse.move(300, 300);
  };
  const path = `/story/${story}`;
  await open(path);
  const before = await reactions.boundingBox();
  await button('Gripping', false).click();
  await button('Gripping 1', true).click({ trial: true });
  await expect(button('Gripping 1', true)).not.toHaveAttribute('aria-busy');
  await button('Sad', false).press('Enter');
  await expect(button('Sad 1', true)).not.toHaveAttribute('aria-busy');
  await expect(button('Gripping', false)).toBeVisible();
  // Numbers move nothing.
  expect((await reactions.boundingBox())?.height).toBe(before?.height);
  await open(path);
  await button('Sad 1', true).click();
  await expect(button('Sad', false)).not.toHaveAttribute('aria-busy');
  await button('Loved it', false).click();
  await expect(button('Loved it 1', true)).not.toHaveAttribute('aria-busy');
  await page.evaluate((token) => localStorage.setItem('token', token), author.token);
  await open(path);
  await expect(reactions.getByRole('listitem')).toHaveText(['Loved it 1']);
  await expect(reactions.getByRole('button')).toHaveCount(0);
  expect(reader.token).not.toBe(author.token);
});
