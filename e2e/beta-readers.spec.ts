import type { Browser, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { painted, selectWithMouse } from './support/passages.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, joinViaApi, setToken, skipOnboarding, test } from './support/test.ts';

const first = 'The lamp was *out*.\n***\nNobody came. The sea was loud.';

/** An author with a story of one published chapter and two drafts. */
async function storyWithDrafts(page: Page, site: Site) {
  const { token } = await joinViaApi(page, site, 'ana');
  const { story } = await createStory(page, site, token, { title: 'The Lighthouse', chapters: 1 });
  const drafts: string[] = [];
  for (const [title, content] of [
    ['The storm', first],
    ['The calm', 'A gull sat on the rail.'],
  ]) {
    const draft = { story, title, content, isPublished: false };
    const { data } = await callAs<{ data: { _id: string } }>(page, site, token, 'POST', '/chapters', draft);
    drafts.push(data._id);
  }
  await setToken(page, token);
  return { token, story, drafts };
}

/** A page of a browser of its own. */
async function otherBrowser(browser: Browser, site: Site, options: object = {}) {
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce', ...options });
  await skipOnboarding(context);
  return context.newPage();
}

/** Comments on words of the open draft. */
async function comment(page: Page, words: string, text: string, name = '') {
  await selectWithMouse(page, words);
  await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Comment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Comment' });
  await dialog.getByLabel('Your comment').fill(text);
  if (name !== '') await dialog.getByLabel('Your name').fill(name);
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test.describe('a link for beta readers', () => {
  // For the permission to use the clipboard.
  test.use({ freshContext: true });

  test('shows drafts to whoever has it, until it is revoked, and its secrets are in no address', async ({
    page,
    context,
    site,
    browser,
  }) => {
    const { story } = await storyWithDrafts(page, site);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    await page.goto(`/write/${story}`);
    await page.getByRole('button', { name: 'Actions for The storm' }).click();
    await page.getByRole('menuitem', { name: 'Share with beta readers…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share with beta readers' });
    await expect(dialog.getByLabel('The storm')).toBeChecked();
    await expect(dialog.getByLabel('The calm')).not.toBeChecked();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied.')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const [address = '', token = ''] = link.split('#');
    expect(address).toBe(`${site.url}/draft`);
    expect(token).toHaveLength(43);

    const reader = await otherBrowser(browser, site);
    const sent: string[] = [];
    reader.on('request', (request) => {
      sent.push(request.url(), JSON.stringify(request.headers()));
    });
    await reader.goto(link);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('The storm');
    await expect(reader.getByText('The Lighthouse · ana', { exact: false })).toBeVisible();
    await expect(reader.getByRole('emphasis')).toHaveText('out');
    // By keyboard: the first word, and Tab leads to the button.
    await reader.keyboard.press('Shift+ArrowRight');
    await expect(reader.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
    await reader.keyboard.press('Tab');
    await expect(reader.getByRole('button', { name: 'Comment' })).toBeFocused();
    // Lines as long as in the reading room.
    await reader.setViewportSize({ width: 1440, height: 800 });
    const text = await reader.getByRole('article').boundingBox();
    expect(text?.width).toBeLessThan(800);
    expect(text?.x).toBeGreaterThan(300);
    const secret = await reader.evaluate(() => localStorage.getItem('beta-reader') ?? '');
    expect(secret).toMatch(/"[\w-]{43}"/);
    expect(sent.length).toBeGreaterThan(3);
    for (const hidden of [token, secret.slice(11, 54)]) expect(sent.join('\n')).not.toContain(hidden);

    await dialog.getByRole('link', { name: 'All links and comments' }).click();
    await page.getByRole('button', { name: /^Revoke Link from/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('No active links.')).toBeVisible();
    await reader.reload();
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
    await reader.goto('/draft');
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Part of the link is missing');
    await reader.context().close();
  });
});

test('two beta readers, one without an account, comment on passages; the author answers, resolves and goes to the words', async ({
  page,
  site,
  browser,
}) => {
  test.slow();
  const { token, story, drafts } = await storyWithDrafts(page, site);
  const [storm = ''] = drafts;
  await page.goto(`/write/${story}`);
  await page.getByRole('button', { name: 'More actions for the story' }).click();
  await page.getByRole('menuitem', { name: 'Beta readers' }).click();
  await page.getByRole('button', { name: 'Create link…' }).click();
  const creating = page.getByRole('dialog', { name: 'Share with beta readers' });
  await creating.getByLabel('The calm').check();
  await creating.getByLabel('Shared comments').check();
  await creating.getByLabel('Link name').fill('Book club');
  await creating.getByRole('button', { name: 'Create link' }).click();
  const link = await creating.getByLabel('Link for beta readers').inputValue();
  await creating.getByRole('button', { name: 'Close' }).click();

  // On a phone, without an account.
  const bea = await otherBrowser(browser, site, { viewport: { width: 390, height: 844 } });
  await bea.goto(link);
  await expect(bea.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse');
  expect(await axeViolations(bea)).toEqual([]);
  await bea.getByRole('link', { name: 'The storm' }).click();
  await comment(bea, 'Nobody came', 'Why not?', '<b>Bea</b>');
  await expect(bea.getByRole('listitem').getByText('<b>Bea</b>')).toBeVisible();
  expect(await painted(bea, 'highlight-yellow')).toEqual(['Nobody came']);
  await bea.getByRole('listitem').getByText('Why not?').scrollIntoViewIfNeeded();
  expect(await axeViolations(bea)).toEqual([]);

  const cyPage = await otherBrowser(browser, site);
  const cy = await joinViaApi(cyPage, site, 'cy');
  await setToken(cyPage, cy.token);
  await cyPage.goto(link);
  await cyPage.getByRole('link', { name: 'The storm' }).click();
  await expect(cyPage.getByText('Why not?')).toBeVisible();
  await expect(cyPage.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await comment(cyPage, 'The sea was loud', 'Lovely.');
  await expect(cyPage.getByRole('link', { name: cy.username })).toBeVisible();

  await page.reload();
  const rows = page.getByRole('region', { name: 'The storm' }).getByRole('listitem');
  await expect(rows).toHaveText([/Nobody came.*<b>Bea<\/b>.*guest.*Why not\?/, /The sea was loud.*Lovely\./]);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await rows.filter({ hasText: 'Lovely.' }).getByRole('button', { name: 'Resolve' }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: 'Nobody came' }).click();
  await expect(page).toHaveURL(`/write/${story}/chapter/${storm}`);
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Nobody came');

  // The author's own comment is marked.
  await page.goto(link);
  await page.getByRole('link', { name: 'The storm' }).click();
  await comment(page, 'The sea', 'It is the North Sea.');
  await expect(page.getByRole('listitem').filter({ hasText: 'North Sea' }).getByText('Author')).toBeVisible();

  // A new version is told of, and what was read is compared with it.
  const content = first.replace('loud', 'louder than ever');
  await callAs(page, site, token, 'PUT', `/chapters/${storm}`, { content });
  await bea.goto(link);
  await bea.getByRole('link', { name: 'The storm Changed since you read it' }).click();
  await bea.getByRole('button', { name: 'See changes' }).click();
  await expect(bea.getByRole('dialog').getByText('louder than ever').first()).toBeVisible();
  await bea.getByRole('button', { name: 'Close' }).click();
  await expect(bea.getByText('It is the North Sea.')).toBeVisible();
  await bea.getByRole('button', { name: 'Edit' }).click();
  await bea.getByRole('dialog').getByLabel('Your comment').fill('I see now.');
  await bea.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(bea.getByText('I see now.')).toBeVisible();
  await bea.getByRole('button', { name: 'Delete' }).click();
  await expect(bea.getByText('I see now.')).toHaveCount(0);

  await bea.context().close();
  await cyPage.context().close();
});
