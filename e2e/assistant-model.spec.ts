import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import { type Site, startSite } from './support/server.ts';
import { test as base, createStory, expect, signUpViaApi } from './support/test.ts';

type Answer = (response: ServerResponse) => void;

const completion = (content: string) => JSON.stringify({ choices: [{ message: { content } }] });
const says =
  (content: string): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(completion(content));

/** A model's server on this machine, and what it was sent. */
async function modelServer() {
  const received: string[] = [];
  const control = { answer: says('You open on rain.') };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push(body);
    control.answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { host, received, control, close };
}

const requestsADay = 7;
const test = base.extend<object, { model: Awaited<ReturnType<typeof modelServer>> }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const model = await modelServer();
      await use(model);
      model.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ model }, use) => {
      const site = await startSite({
        PLANS: 'off',
        AI_BASE_URL: `http://${model.host}/v1`,
        AI_MODEL: 'small-model',
        AI_DAILY_REQUESTS: String(requestsADay),
      });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Writing assistant' });
const consentOf = (page: Page) => page.getByRole('region', { name: 'Model' });
const expectAccessible = async (page: Page) => expect(await axeViolations(page)).toEqual([]);

async function openFeedback(page: Page, site: Site, token: string): Promise<void> {
  const { story, chapters } = await createStory(page, site, token, { chapters: 1, published: false });
  await page.goto(`/write/${story}/chapter/${chapters[0]}`);
  await page.getByRole('button', { name: 'Assistant' }).click();
  await panelOf(page).getByRole('tab', { name: 'Feedback' }).click();
}

test('a model reads a chapter only once its author agreed, and what it answers is text and marked', async ({
  page,
  site,
  model,
}) => {
  test.setTimeout(180_000);
  const { token, username } = await signUpViaApi(page, site, 'agreeing');
  await openFeedback(page, site, token);
  const panel = panelOf(page);
  const ask = async () => {
    const answered = page.waitForResponse('**/ai/feedback');
    await panel.getByRole('button', { name: 'Get feedback' }).click();
    await answered;
    await expect(panel.getByRole('status')).toHaveText(/note/);
  };
  const reading = panel.getByRole('region', { name: 'Reading' });
  const notAnswered = panel.getByText(`The model at ${model.host} didn’t answer.`);

  await test.step('who does not agree is measured on this site, and nothing leaves it', async () => {
    await expect(consentOf(page)).toContainText(`the chapter’s text is sent to ${model.host} (small-model)`);
    await ask();
    await expect(panel.getByText('Words per sentence')).toBeVisible();
    await expect(reading).toHaveCount(0);
    expect(model.received).toEqual([]);
  });

  await test.step('who agrees gets a reading, which is text and names the model', async () => {
    await consentOf(page).getByRole('button', { name: 'Agree' }).click();
    await expect(consentOf(page)).toContainText(`${requestsADay} left today`);
    expect(model.received).toEqual([]);
    model.control.answer = says('You open on rain.\n<img src=x onerror=alert(1)><b>Bold</b>');
    await ask();
    await expect(reading).toContainText('Written by the model small-model. It can be wrong.');
    await expect(reading).toContainText('<img src=x onerror=alert(1)><b>Bold</b>');
    await expect(reading.locator('img, b')).toHaveCount(0);
    expect(model.received).toHaveLength(1);
    expect(model.received[0]).toContain('lantern39');
    await expect(consentOf(page)).toContainText(`${requestsADay - 1} left today`);
    await expectAccessible(page);
    await panel.getByRole('tab', { name: 'Spelling' }).click();
    await panel.getByRole('tab', { name: 'Feedback' }).click();
    await expect(reading).toBeVisible();
    expect(model.received).toHaveLength(1);
  });

  const failures: [string, Answer][] = [
    ['HTML', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')],
    [
      'less than it promises',
      (response) => {
        response.writeHead(200, { 'content-length': '5000' }).write(completion('Short.'));
        response.destroy();
      },
    ],
    [
      'more than it promises',
      (response) =>
        response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n${completion('Long.')}`),
    ],
    ['nothing, ever', () => {}],
  ];
  for (const [what, answer] of failures)
    await test.step(`a model that answers with ${what} leaves the measures, and the panel says so`, async () => {
      model.control.answer = answer;
      const before = model.received.length;
      const asked = ask();
      if (what === 'nothing, ever') await expect(panel.getByText(/^The model is writing/)).toBeVisible();
      await asked;
      await expect(notAnswered).toBeVisible();
      expect(model.received).toHaveLength(before + 1);
      await expect(panel.getByText('Words per sentence')).toBeVisible();
      await expect(reading).toHaveCount(0);
      await expectAccessible(page);
    });

  await test.step('who stops it is asked again, and nothing leaves the site', async () => {
    const before = model.received.length;
    model.control.answer = says('You open on rain.');
    await consentOf(page).getByRole('button', { name: 'Stop sending' }).click();
    await expect(consentOf(page).getByRole('button', { name: 'Agree' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Assistant' }).click();
    await panel.getByRole('tab', { name: 'Feedback' }).click();
    await expect(consentOf(page).getByRole('button', { name: 'Agree' })).toBeVisible();
    await ask();
    await expect(reading).toHaveCount(0);
    expect(model.received).toHaveLength(before);
  });

  await test.step('the day’s requests are used up, and the panel says when there are more', async () => {
    await consentOf(page).getByRole('button', { name: 'Agree' }).click();
    for (let left = requestsADay - 1 - failures.length; left > 0; left -= 1) {
      await expect(consentOf(page)).toContainText(`${left} left today`);
      await ask();
      await expect(reading).toContainText('You open on rain.');
    }
    await expect(consentOf(page)).toContainText('0 left today');
    const before = model.received.length;
    await ask();
    await expect(
      panel.getByText(/^The model writes 7 times a day for you, and has done so today/),
    ).toBeVisible();
    await expect(reading).toHaveCount(0);
    expect(model.received).toHaveLength(before);
    await expectAccessible(page);
  });

  await test.step('admins see how much was sent, and to whom', async () => {
    await inkling(site, 'admin', 'grant', username);
    await page.goto('/admin/reports?show=outside');
    const sent = page.getByRole('list', { name: 'Outside requests' });
    await expect(sent).toContainText(model.host);
    await expect(sent).toContainText(`${requestsADay} requests`);
    await expectAccessible(page);
  });
});

test('an idea of a model is marked, and asks whether the story gets the AI notice', async ({
  page,
  site,
  model,
}) => {
  await signUpViaApi(page, site, 'inventing');
  const idea = (title: string) => ({
    title,
    premise: 'A ferry.',
    characters: ['Ida.'],
    turn: 'It <b>sinks</b>.',
  });
  model.control.answer = says(JSON.stringify({ ideas: [idea('The Pier'), idea('The Rope')] }));
  const draw = async () => {
    await page.goto('/write?tab=ideas');
    await page.getByRole('button', { name: 'Draw ideas' }).click();
  };
  const ideas = page.getByRole('list', { name: 'Story ideas' });
  const start = (title: string) =>
    ideas
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title }) })
      .getByRole('button', { name: 'Start a story from this idea' })
      .click();
  const notice = page.getByRole('alertdialog', { name: 'Set the AI notice?' });
  const checkbox = page.getByRole('checkbox', { name: /AI/ });

  await page.goto('/write?tab=ideas');
  await consentOf(page).getByRole('button', { name: 'Agree' }).click();
  await expect(consentOf(page)).toContainText('left today');
  await draw();
  await expect(page.getByText('Written by a model. It can be wrong.')).toBeVisible();
  await expect(ideas).toContainText('It <b>sinks</b>.');
  await expectAccessible(page);
  await start('The Pier');
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Leave it off' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('The Pier');
  await expect(checkbox).not.toBeChecked();

  await draw();
  await start('The Rope');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
  await notice.getByRole('button', { name: 'Set it' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('The Rope');
  await expect(checkbox).toBeChecked();
});
