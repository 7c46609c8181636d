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
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';

setUpChatTests();

const atEnd = (box: Element) => box.scrollHeight - box.scrollTop - box.clientHeight < 2;

test('an empty chat invites, and Enter sends what is written, once and trimmed [U28]', async () => {
  serverWith(0);
  const { live } = await open();
  await expect.element(page.getByText('No messages yet. Start the conversation!')).toBeVisible();
  await expect.element(input).toHaveFocus();
  expect(live.of('joinChapter')).toMatchObject([here]);
  storesAs(live, 1);
  await userEvent.keyboard('   {Enter}');
  expect(live.of('chatMessage')).toEqual([]);
  await userEvent.keyboard('Who lit{Shift>}{Enter}{/Shift}the lamp?');
  await expect.element(input).toHaveValue('   Who lit\nthe lamp?');
  expect(live.of('chat:type')).toEqual([here]);
  // An input method ends its word with Enter.
  const box = input.element();
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }));
  // Sending would have begun.
  await new Promise(requestAnimationFrame);
  expect(live.of('chatMessage')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(log.getByText('Who lit the lamp?')).toBeVisible();
  await expect.element(input).toHaveValue('');
  expect(live.of('chatMessage')).toEqual([
    { ...here, _id: expect.any(String), message: 'Who lit\nthe lamp?' },
  ]);
  expect(messagesOf()).toHaveLength(1);
});

test('the chat opens at the newest message; older ones come when scrolling up, and the place stays [U28]', async () => {
  serverWith(120);
  await open();
  await expect.element(log.getByText('Message 120')).toBeVisible();
  const box = log.element();
  expect(atEnd(box)).toBe(true);
  expect(messagesOf()[0]).toBe('Message 71');
  box.scrollTop = 10;
  await expect.poll(() => messagesOf()[0]).toBe('Message 21');
  // What was at the top is still there.
  await expect.element(log.getByText('Message 71', { exact: true })).toBeInViewport();
  expect(messagesOf()).toHaveLength(100);
});

test('a new message scrolls into view, unless the reader is reading older ones [U28]', async () => {
  const server = serverWith(60);
  const { live } = await open();
  await expect.element(log.getByText('Message 60')).toBeVisible();
  const receive = (number: number) => {
    server.last = number;
    live.receive('message', chatMessageOf(number, { chapterId: here.chapterId }));
  };
  receive(61);
  await expect.element(log.getByText('Message 61')).toBeInViewport();
  const box = log.element();
  box.scrollTop -= 300;
  await expect.poll(() => atEnd(box)).toBe(false);
  const { scrollTop } = box;
  // The scroll event comes with the next frame.
  await new Promise(requestAnimationFrame);
  receive(62);
  receive(63);
  await expect.element(button(/^2 new/)).toBeVisible();
  expect(box.scrollTop).toBe(scrollTop);
  await button(/^2 new/).click();
  await expect.element(log.getByText('Message 63')).toBeInViewport();
  await expect.poll(() => button(/new/).elements()).toEqual([]);
});

test('who reads and who types is shown, and presence can be switched off', async () => {
  serverWith(0);
  const { live } = await open();
  await expect.element(input).toBeEnabled();
  live.receive('chat:readers', { ...here, count: 3, readers: [bo, me] });
  await page.getByText('3 reading now').click();
  await expect.element(page.getByText('Bo, Ada, and 1 other')).toBeVisible();
  live.receive('chat:typing', { ...here, person: bo });
  await expect.element(page.getByText('Bo is typing…')).toBeVisible();
  await button('Chat settings').click();
  const { sent } = mockCall('PATCH /users/preferences', {
    success: true,
    data: { ...me.readingPreferences, showsPresence: false },
  });
  const toggle = page.getByRole('switch', { name: 'Show that I’m reading here' });
  await expect.element(toggle).toBeChecked();
  await toggle.click();
  await expect.element(toggle).not.toBeChecked();
  expect(sent).toEqual([{ showsPresence: false }]);
  // A reader who is not the author has no tools of theirs.
  expect(button('Close the chat').elements()).toEqual([]);
});

test('closed and muted chats say so above a disabled box; a folded one asks first', async () => {
  mockCall('GET /messages', chatList(1, 1, { isClosed: true }));
  const { live } = await open();
  await expect.element(page.getByText('The author has closed this chat.')).toBeVisible();
  await expect.element(input).toBeDisabled();
  mockCall('GET /messages', chatList(1, 1, { isMuted: true }));
  live.receive('chat:changed', { storyId: null, chapterId: null, removed: null });
  await expect.element(page.getByText(/^The author of this story has muted you\./)).toBeVisible();
  mockEach('GET /messages', (query) =>
    query.get('anyway') === 'true' ? chatList(1, 1) : chatList(1, 0, { isFolded: true }),
  );
  await page.getByRole('tab', { name: 'Whole story' }).click();
  await expect.element(button('Show anyway')).toBeVisible();
  expect(input.elements()).toEqual([]);
  await button('Show anyway').click();
  await expect.element(log.getByText('Message 1')).toBeVisible();
  expect(live.of('leaveChapter')).toEqual([here]);
});

test('a chat in which the reader cannot write says so without a reason', async () => {
  mockCall('GET /messages', chatList(1, 1, { isRefused: true }));
  await open();
  await expect.element(page.getByText('You can’t write in this chat.')).toBeVisible();
  await expect.element(input).toBeDisabled();
});

test('messages by the author of the story are marked, for other readers and for the author', async () => {
  const own = chatMessageOf(2, { sender: me._id, author: me });
  mockCall('GET /messages', chatList(1, 2, { data: [chatMessageOf(1), own] }));
  for (const [author, marked] of [
    [bo, 'Message 1'],
    [me, 'Message 2'],
  ] as const) {
    const { shown } = await open(fakeLive(), author._id);
    await expect.element(log.getByText('Author', { exact: true })).toBeVisible();
    const message = log.getByRole('listitem').filter({ hasText: 'Author' });
    expect(message.elements()).toHaveLength(1);
    await expect.element(message.getByText(marked)).toBeVisible();
    await shown.unmount();
  }
});

test('the author of the story removes messages, mutes and unmutes people, and closes the chat', async () => {
  serverWith(2);
  const muted = { person: bo, until: null, createdAt: '2026-01-02T00:00:00.000Z' };
  const mutesOf = (data: (typeof muted)[]) => {
    const pagination = { page: 1, limit: 50, total: data.length, totalPages: 1, hasMore: false };
    mockCall('GET /chat/mutes', { success: true, data, pagination });
  };
  mutesOf([]);
  await open(fakeLive(), me._id);
  await button('Actions for the message by Bo').first().click();
  mockCall('DELETE /messages/{id}', { success: true, message: 'Removed.' });
  await button('Remove message').click();
  await button('Remove').click();
  await expect.element(log.getByText('Message removed')).toBeVisible();
  await expect.element(log).toHaveFocus();
  await button('Chat settings').click();
  await expect.element(page.getByText('You haven’t muted anyone.')).toBeVisible();
  mutesOf([muted]);
  const { sent } = mockCall('PUT /chat/mutes/{userId}', { success: true, data: muted });
  await button('Actions for the message by Bo').click();
  await button('7 days').click();
  await expect.element(button('Unmute Bo')).toBeVisible();
  expect(sent).toEqual([{ for: 'week' }]);
  mockCall('DELETE /chat/mutes/{userId}', { success: true, message: 'Removed.' });
  mutesOf([]);
  await button('Unmute Bo').click();
  await expect.element(page.getByText('You haven’t muted anyone.')).toBeVisible();
  const closing = mockCall('PUT /stories/{id}/chat', { success: true, isClosed: true });
  mockCall('GET /messages', chatList(1, 2, { isClosed: true }));
  await button('Close the chat').click();
  await expect.element(input).toBeDisabled();
  await expect.element(button('Open the chat')).toBeVisible();
  expect(closing.sent).toEqual([{ isClosed: true }]);
});

test('a reader mutes and blocks who wrote a message, whose messages disappear', async () => {
  const cy = { ...bo, _id: idOf(52), username: 'cy', displayName: 'Cy' };
  const byCy = chatMessageOf(2, { sender: cy._id, author: cy, message: 'By Cy' });
  const gone = { author: null, sender: null, message: null, isRemoved: true, isHidden: true };
  let data = [chatMessageOf(1), byCy];
  mockEach('GET /messages', () => ({ ...chatList(1, 2), data }));
  await open();
  await button('Actions for the message by Bo').click();
  expect(button('Remove message').elements()).toEqual([]);
  mockCall('POST /users/{id}/mute', { success: true, isBlocked: false, isMuted: true });
  data = [chatMessageOf(1, gone), byCy];
  await button('Mute Bo').click();
  await expect.element(page.getByText(/^You muted Bo\./)).toBeVisible();
  await expect.poll(messagesOf).toEqual(['By Cy']);
  await expect.element(log).toHaveFocus();
  await button('Actions for the message by Cy').click();
  await button('Block Cy').click();
  const dialog = page.getByRole('alertdialog', { name: 'Block Cy?' });
  await expect.element(dialog.getByText(/^You can both still read each other’s stories\./)).toBeVisible();
  mockCall('POST /users/{id}/block', { success: true, isBlocked: true, isMuted: false });
  data = [chatMessageOf(1, gone), chatMessageOf(2, gone)];
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect.element(page.getByText('No messages yet. Start the conversation!')).toBeVisible();
  expect(page.getByText('Message removed').elements()).toEqual([]);
  await expect.element(log).toHaveFocus();
});

test('all muted people can be listed, also after some of them were unmuted', async () => {
  serverWith(0);
  const muted = Array.from({ length: 120 }, (_, index) => ({
    person: { ...bo, _id: idOf(600 + index), displayName: `Person ${index + 1}` },
    until: null,
    createdAt: '2026-01-02T00:00:00.000Z',
  }));
  mockEach('GET /chat/mutes', (query) => {
    const number = Number(query.get('page'));
    const [total, hasMore] = [muted.length, number * 50 < muted.length];
    return {
      success: true,
      data: muted.slice((number - 1) * 50, number * 50),
      pagination: { page: number, limit: 50, total, totalPages: 3, hasMore },
    };
  });
  await open(fakeLive(), me._id);
  await button('Chat settings').click();
  // In a list that scrolls.
  const more = () => (button('Show more').element() as HTMLElement).click();
  const names = () =>
    page
      .getByRole('button', { name: /^Unmute/ })
      .elements()
      .map((element) => element.getAttribute('aria-label'));
  await expect.poll(names).toHaveLength(50);
  mockCall('DELETE /chat/mutes/{userId}', { success: true, message: 'Removed.' });
  muted.splice(1, 1);
  await button('Unmute Person 2').click();
  await expect.poll(names).toContain('Unmute Person 51');
  expect(names()).not.toContain('Unmute Person 2');
  more();
  await expect.poll(names).toHaveLength(100);
  more();
  await expect.poll(names).toEqual(muted.map(({ person }) => `Unmute ${person.displayName}`));
  expect(button('Show more').elements()).toEqual([]);
});

test('a text near the limit is counted, and one beyond it cannot be sent', async () => {
  serverWith(0);
  const { live } = await open();
  await input.fill('x'.repeat(1900));
  await expect.element(page.getByText('1,900 of 2,000 characters')).toBeVisible();
  await input.fill('x'.repeat(2001));
  await expect.element(page.getByText(/1 too many/)).toBeVisible();
  await expect.element(button('Send')).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(live.of('chatMessage')).toEqual([]);
});

test('Esc closes the chat wherever the focus is, but not while an input method composes', async () => {
  serverWith(0);
  const { onClose } = await open();
  await expect.element(input).toHaveFocus();
  input
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
