import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  bo,
  button,
  chatList,
  chatMessageOf,
  fakeLive,
  here,
  input,
  log,
  messagesOf,
  open,
  serverWith,
  setUpChatTests,
  storesAs,
} from '../../testing/chat.tsx';
import { me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { ChatButton } from './chat-button.tsx';

setUpChatTests();

const actions = page.getByRole('button', { name: 'Actions for the message by Bo' });

test('the buttons of all messages are one stop of the Tab key, and arrow keys lead through them', async () => {
  serverWith(3);
  await open(fakeLive(), me._id);
  await expect.element(input).toHaveFocus();
  await expect.element(log.getByText('Message 3')).toBeVisible();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(actions.nth(2)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(actions.nth(0)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  await expect.element(actions.nth(1)).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(log).toHaveFocus();
  // The last one is still the stop, until its message is removed.
  await userEvent.keyboard('{Tab}');
  await expect.element(actions.nth(1)).toHaveFocus();
  // What it opens comes after it.
  await userEvent.keyboard('{Enter}{Tab}');
  await expect.element(button('Remove message')).toHaveFocus();
});

test('the focus stays in the chat when its button disappears', async () => {
  const server = serverWith(60);
  const muted = { person: bo, until: null, createdAt: '2026-01-02T00:00:00.000Z' };
  const pagination = { page: 1, limit: 50, total: 1, totalPages: 1, hasMore: false };
  mockCall('GET /chat/mutes', { success: true, data: [muted], pagination });
  const { live } = await open(fakeLive(), me._id);
  await expect.element(log.getByText('Message 60')).toBeVisible();
  log.element().scrollTop -= 300;
  await new Promise(requestAnimationFrame);
  server.last = 61;
  live.receive('message', chatMessageOf(61, { chapterId: here.chapterId }));
  await button(/^1 new/).click();
  await expect.element(log).toHaveFocus();

  await button('Chat settings').click();
  mockCall('DELETE /chat/mutes/{userId}', { success: true, message: 'Removed.' });
  mockCall('GET /chat/mutes', { success: true, data: [], pagination });
  await button('Unmute Bo').click();
  await expect.element(page.getByText('You haven’t muted anyone.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Chat settings' })).toHaveFocus();
});

test('the focus stays in the chat when what was tried again has succeeded', async () => {
  mockFailure('GET /messages', 'UNAVAILABLE', 'The server is starting.');
  const { live } = await open();
  await expect.element(button('Try again')).toBeVisible();
  serverWith(60);
  // At once, not with the next attempt five seconds later.
  await button('Try again').click();
  await expect.element(log.getByText('Message 60')).toBeVisible();
  const inChat = () => document.activeElement?.closest('[role=dialog]') !== null;
  expect(inChat()).toBe(true);
  // Scrolling to it would press it.
  (button('Show older messages').element() as HTMLElement).focus({ preventScroll: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(log.getByText('Message 1', { exact: true })).toBeInTheDocument();
  await expect.element(log).toHaveFocus();

  const ack = (message: string) => ({
    success: false as const,
    errors: [],
    code: 'TOO_MANY_REQUESTS',
    message,
  });
  live.acks.chatMessage = () => ack('Please wait.');
  await input.click();
  await userEvent.keyboard('Hello{Enter}');
  await expect.element(log.getByText('Please wait.')).toBeVisible();
  storesAs(live, 61);
  await button('Try again').click();
  await expect.element(button('Try again')).not.toBeInTheDocument();
  await expect.element(log).toHaveFocus();
});

test('closing the chat returns the focus to its button, also on a phone', async () => {
  serverWith(1);
  const sizes = [
    [1280, 720],
    [390, 844],
    [844, 390],
  ] as const;
  const { unmount } = await renderPage(<ChatButton {...here} authorId={me._id} />);
  try {
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      await button('Live Chat').click();
      await expect.element(input).toHaveFocus();
      await userEvent.keyboard('{Escape}');
      await expect.element(input).not.toBeInTheDocument();
      await expect.element(button('Live Chat'), { message: `${width}` }).toHaveFocus();
    }
  } finally {
    await unmount();
    await page.viewport(1280, 720);
  }
});

test('a panel closes the one that is open', async () => {
  const closed: string[] = [];
  const panel = (title: string) => (
    <SidePanel title={title} gap={24} otherwise="over" onClose={() => closed.push(title)}>
      {title}
    </SidePanel>
  );
  await renderPage(panel('Comments'));
  await renderPage(panel('Chat'));
  await expect.poll(() => closed).toEqual(['Comments']);
});

test('a long message is shown in part', async () => {
  mockCall('GET /messages', chatList(1, 1, { data: [chatMessageOf(1, { message: 'a\n'.repeat(900) })] }));
  await open();
  const text = () => document.querySelector('[role=log] li p[dir=auto]')?.className;
  await expect.element(button('Show all')).toHaveAttribute('aria-expanded', 'false');
  expect(messagesOf()).toHaveLength(1);
  expect(text()).toContain('line-clamp');
  await button('Show all').click();
  expect(text()).not.toContain('line-clamp');
  await expect.element(button('Show less')).toHaveFocus();
});
