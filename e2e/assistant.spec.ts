import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

/** An author with Pro, which has the assistant. */
async function signUpWithPro(page: Page, site: Site) {
  const author = await signUpViaApi(page, site, 'author');
  await callAs(page, site, author.token, 'POST', '/subscriptions/subscribe/pro', {
    paymentMethod: 'test_ok',
  });
  return author;
}

const sentence = 'The ferry left before noon and Mirelle watched it from the pier. ';
/** About 5,000 words in paragraphs, as an author types them. */
const paragraphs = Array.from({ length: 100 }, () => sentence.repeat(4).trim());

test('an author types 5,000 words with the checker on, and draws an idea for the next story', async ({
  browser,
  site,
}) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const fetched: { path: string; policy: string }[] = [];
  const onResponse = async (response: { url(): string; headers(): Record<string, string> }) => {
    const { pathname } = new URL(response.url());
    if (/checker\.worker|\.wasm$/.test(pathname))
      fetched.push({ path: pathname, policy: response.headers()['content-security-policy'] ?? '' });
  };
  context.on('response', onResponse);
  const { token } = await signUpWithPro(page, site);
  const { story } = await createStory(page, site, token, {
    title: 'The Ferry',
    chapters: 0,
    published: false,
  });

  await page.goto(`/write/${story}/chapter/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('The Pier');
  await page.getByRole('button', { name: 'Assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Writing assistant' });
  await expect(panel.getByText('Your text stays on this device.')).toBeVisible();
  expect(fetched).toEqual([]);
  await panel.getByRole('button', { name: 'Start checking' }).click();
  await expect(panel.getByText('Nothing found.')).toBeVisible({ timeout: 60_000 });
  expect(fetched.map(({ policy }) => policy.includes("'wasm-unsafe-eval'")).sort()).toEqual([false, true]);

  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.keyboard.type('She saw teh ferry. ');
  for (const paragraph of paragraphs) {
    for (const word of paragraph.split(' ')) await page.keyboard.insertText(`${word} `);
    await page.keyboard.press('Enter');
  }
  expect(((await text.textContent()) ?? '').match(/Mirelle/g)).toHaveLength(400);
  await expect(panel.getByText('teh', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(text.locator('.issue.is-spelling, .issue').first()).toHaveText('teh');
  // The name that was typed since is known.
  await expect(panel.getByText('1 suggestion', { exact: true })).toBeVisible({ timeout: 60_000 });
  await panel.getByRole('button', { name: 'the', exact: true }).click();
  await expect(text).toContainText('She saw the ferry.');

  await panel.getByRole('tab', { name: 'Feedback' }).click();
  await panel.getByRole('button', { name: 'Get feedback' }).click();
  await expect(panel.getByText('Words per sentence')).toBeVisible({ timeout: 30_000 });
  await panel.getByRole('button', { name: 'Show in the text' }).first().click();
  expect(await axeViolations(page)).toEqual([]);

  await page.goto('/write?tab=ideas');
  await page.getByRole('textbox', { name: /^What should it be about/ }).fill('a lighthouse mechanic');
  await page.getByRole('button', { name: 'Draw ideas' }).click();
  const ideas = page.getByRole('list', { name: 'Story ideas' });
  await expect(ideas.getByRole('heading')).toHaveCount(3);
  await expect(ideas.getByText('lighthouse mechanic').first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  const title = (await ideas.getByRole('heading').first().textContent()) ?? '';
  await ideas.getByRole('button', { name: 'Start a story from this idea' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await context.close();
});

test('without a plan, the panel says what the assistant is, and fetches nothing', async ({
  browser,
  site,
}) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const { token } = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, token, {
    title: 'The Ferry',
    chapters: 0,
    published: false,
  });
  const fetched: string[] = [];
  context.on(
    'request',
    (request) => void (/checker\.worker|\.wasm$/.test(request.url()) && fetched.push(request.url())),
  );
  await page.goto(`/write/${story}/chapter/new`);
  await page.getByRole('button', { name: 'Assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Writing assistant' });
  await expect(panel.getByRole('link', { name: 'See plans' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(fetched).toEqual([]);
  await context.close();
});

test('the dialect, rules that are off and what is always ignored are remembered, and taken back', async ({
  browser,
  site,
}) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const { token } = await signUpWithPro(page, site);
  const { story } = await createStory(page, site, token, { chapters: 0, published: false });
  const chapter = await callAs<{ data: { _id: string } }>(page, site, token, 'POST', '/chapters', {
    story,
    title: 'The Pier',
    content: 'The colour of an lamp was wrong. She said zorgle to nobody.',
    isPublished: false,
  });
  const panel = page.getByRole('dialog', { name: 'Writing assistant' });
  const found = (name: string) =>
    page.getByRole('button', { name: `Show in the text: ${name}`, exact: true });
  const issue = (name: string) => panel.getByRole('listitem').filter({ has: found(name) });
  const open = async () => {
    await page.goto(`/write/${story}/chapter/${chapter.data._id}`);
    await page.getByRole('button', { name: 'Assistant' }).click();
  };
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click();

  await open();
  await press('Start checking');
  await expect(found('zorgle')).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByRole('status')).toHaveText('3 suggestions');
  await issue('zorgle').getByRole('button', { name: 'Always ignore' }).click();
  await expect(panel.getByRole('status')).toHaveText('2 suggestions');
  await issue('an').getByRole('button', { name: 'Turn off this rule' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 suggestion');
  await expect(found('colour')).toBeVisible();
  await press('Checker settings');
  expect(await axeViolations(page)).toEqual([]);
  await panel.getByRole('combobox', { name: 'Dialect' }).selectOption('British English');
  await expect(panel.getByRole('status')).toHaveText('Nothing found.', { timeout: 60_000 });
  await expect(page.locator('.issue')).toHaveCount(0);

  await open();
  await expect(panel.getByRole('status')).toHaveText('Nothing found.', { timeout: 60_000 });
  await press('Checker settings');
  await press('Stop ignoring: zorgle');
  await expect(found('zorgle')).toBeVisible();
  await panel.getByRole('region', { name: 'Rules turned off' }).getByRole('button').click();
  await expect(found('an')).toBeVisible();
  await expect(page.locator('.issue')).toHaveText(['an', 'zorgle']);
  await panel.getByRole('combobox', { name: 'Dialect' }).selectOption('American English');
  await expect(found('colour')).toBeVisible({ timeout: 60_000 });

  await press('Stop checking');
  await expect(page.locator('.issue')).toHaveCount(0);
  await open();
  await expect(panel.getByRole('button', { name: 'Start checking' })).toBeVisible();
  await context.close();
});
