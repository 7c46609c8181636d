import type { WebSocketRoute } from '@playwright/test';
import { actionsOn, checkInReadingThemes as check } from './support/states.ts';
import { createStory, delayRequests, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

const messages = '**/api/v1/messages*';

test('the chat is accessible while it loads, receives, sends and fails [P24]', async ({ page, site }) => {
  const author = await joinViaApi(page, site, 'author');
  const bo = await joinViaApi(page, site, 'bo');
  const ana = await signUpViaApi(page, site, 'ana');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const [chapter = ''] = chapters;
  const place = { storyId: story, chapterId: chapter };
  const { call } = actionsOn(page, site);
  const send = (message: string) => call(bo, 'POST', '/messages', { ...place, message });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const log = page.getByRole('log', { name: 'Messages' });
  const input = page.getByRole('textbox', { name: 'Write a message' });
  /** What is blocked: acknowledgments of the page's messages, or all live connections. */
  const blocked = { acks: false, connections: false };
  let connection: WebSocketRoute | undefined;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (blocked.connections) return void socket.close();
    connection = socket;
    const server = socket.connectToServer();
    socket.onMessage((sent) => {
      if (!blocked.acks || !String(sent).includes('chatMessage')) server.send(sent);
    });
  });
  const open = async () => {
    await page.goto(`/reading/${story}/${chapter}`);
    await expect(page.locator('[data-paragraph]').first()).toBeVisible();
    await page.mouse.move(300, 300);
    await button('Live Chat').click();
  };
  for (let number = 1; number <= 60; number += 1) await send(`Who lit the lamp? ${number}`);

  await test.step('messages arrive', async () => {
    const arrive = await delayRequests(page, messages);
    await open();
    await expect(page.getByRole('dialog').getByText('Loading…')).toBeAttached();
    await check(page, 'a chat that loads');
    arrive();
    await expect(log.getByText('Who lit the lamp? 60')).toBeVisible();
    // The chat learns of it with the next frame; a message before that would scroll it to the end again.
    await log.evaluate(async (box) => {
      box.scrollTop = box.scrollHeight / 2;
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    });
    await send('She did.');
    await expect(button(/^1 new/)).toBeVisible();
    const person = {
      _id: bo.id,
      username: bo.username,
      displayName: 'Bo, who lights all lamps',
      avatar: null,
    };
    connection?.send(`42${JSON.stringify(['chat:typing', { ...place, person }])}`);
    await expect(page.getByText('is typing…')).toBeVisible();
    await check(page, 'a new message below, and someone typing');
    await button(/^1 new/).click();
    await expect(log).toBeFocused();
  });

  await test.step('older messages fail to load', async () => {
    const failure = { success: false, code: 'INTERNAL', message: 'Something went wrong.' };
    await page.route(`${messages}before=*`, (route) => route.fulfill({ status: 500, json: failure }));
    await log.evaluate((box) => {
      box.scrollTop = 0;
    });
    await expect(page.getByText('Failed to fetch older messages.')).toBeVisible();
    await check(page, 'older messages that failed to load');
    await page.unroute(`${messages}before=*`);
  });

  await test.step('a message is on its way, then lost', async () => {
    blocked.acks = true;
    await input.fill('I lit it.');
    await input.press('Enter');
    await expect(log.getByText('Sending…')).toBeVisible();
    await check(page, 'a message on its way');
    blocked.connections = true;
    await connection?.close({ code: 1001 });
    await expect(log.getByText(/^Not sent yet\./)).toBeVisible();
    await expect(page.getByText(/^Not connected\./)).toBeVisible();
    await check(page, 'a lost message, without a connection');
  });

  await test.step('a chat that fails to load', async () => {
    await page.route(messages, (route) => route.abort());
    await open();
    const failed = page.getByRole('dialog').getByRole('alert');
    await expect(failed).toContainText('We can’t reach the server.');
    await check(page, 'a chat that failed to load');
    await page.unroute(messages);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(log.getByText('I lit it.')).toBeVisible();
  });

  await test.step('closed, and muted', async () => {
    Object.assign(blocked, { acks: false, connections: false });
    await call(author, 'PUT', `/stories/${story}/chat`, { isClosed: true });
    await open();
    await expect(page.getByText('The author has closed this chat.')).toBeVisible();
    await check(page, 'a closed chat with a message that cannot be sent');
    await call(author, 'PUT', `/stories/${story}/chat`, { isClosed: false });
    await call(author, 'PUT', `/chat/mutes/${ana.id}`, { for: 'forever' });
    await expect(page.getByText(/has muted you\. You can still read the chat\./)).toBeVisible();
    await check(page, 'for a reader who is muted for good');
  });

  await test.step('a message of the page covers nothing of the chat on a phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const dialog = page.getByRole('dialog', { name: 'Live Chat' });
    await dialog.getByRole('button', { name: 'Chat settings' }).click();
    const failure = { success: false, code: 'INTERNAL', message: 'The setting couldn’t be saved.' };
    await page.route('**/users/preferences', (route) => route.fulfill({ status: 500, json: failure }));
    await dialog.getByRole('switch', { name: 'Show that I’m reading here' }).click();
    const toast = page.locator('.toast');
    await expect(toast).toBeVisible();
    await expect
      .poll(async () => {
        const [note, title] = [await toast.boundingBox(), await dialog.getByRole('heading').boundingBox()];
        return note !== null && title !== null && note.y + note.height <= title.y;
      })
      .toBe(true);
    await check(page, 'the settings, which could not be saved, on a phone');
  });
});
