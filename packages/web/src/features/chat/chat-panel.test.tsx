import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputKey } from '../../lib/stored-input.ts';
import { bo, chatList, chatMessageOf, fakeLive } from '../../testing/chat.ts';
import { asMember } from '../../testing/comment-pages.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { Outbox } from './outbox.ts';
import '../../styles/chat.css';

resetBetweenTests();

/** Each test has a chapter of its own, since what is not sent is kept while the page is open. */
let chapterId = idOf(70);
let place = { storyId: story._id, chapterId };
let chapters = 70;
beforeEach(() => {
  chapters += 1;
  chapterId = idOf(chapters);
  place = { storyId: story._id, chapterId };
});
const input = page.getByRole('textbox', { name: 'Write a message' });
const log = page.getByRole('log', { name: 'Messages' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** Opens the panel with the chat of a chapter that `list` has for each request. */
async function open(live = fakeLive(), authorId = story.author._id) {
  const onClose = vi.fn();
  const shown = await renderPage(
    <ChatPanel
      storyId={story._id}
      chapterId={chapterId}
      authorId={authorId}
      onClose={onClose}
      listen={live.listen}
    />,
  );
  return { live, onClose, shown };
}

const messagesOf = () =>
  [...document.querySelectorAll('[role=log] li p[dir=auto]')].map(({ textContent }) => textContent);
const atEnd = (box: Element) => box.scrollHeight - box.scrollTop - box.clientHeight < 2;

/** A server with this many messages, to which more can be added. */
function serverWith(count: number) {
  const server = { last: count };
  const { sent } = mockEach('GET /messages', (query) => {
    const [after, before, limit] = ['after', 'before', 'limit'].map((name) => query.get(name));
    const size = Number(limit ?? 50);
    const first = after === null ? Math.max(1, Number(before ?? server.last + 1) - size) : Number(after) + 1;
    const last = before === null ? Math.min(server.last, first + size - 1) : Number(before) - 1;
    return { ...chatList(first, last), lastNumber: server.last };
  });
  return Object.assign(server, { sent });
}

/** The server stores what is sent over the live connection. */
function storesAs(live: ReturnType<typeof fakeLive>, number: number) {
  live.acks.chatMessage = ({ _id, message }) => ({
    success: true,
    data: chatMessageOf(number, {
      _id: String(_id),
      chapterId,
      message: String(message),
      sender: me._id,
      author: me,
    }),
  });
}

test('an empty chat invites, and Enter sends what is written, once and trimmed', async () => {
  asMember();
  serverWith(0);
  const { live } = await open();
  await expect.element(page.getByText('No messages yet. Start the conversation!')).toBeVisible();
  await expect.element(input).toHaveFocus();
  expect(live.of('joinChapter')).toMatchObject([place]);
  storesAs(live, 1);
  await userEvent.keyboard('   {Enter}');
  expect(live.of('chatMessage')).toEqual([]);
  await userEvent.keyboard('Who lit{Shift>}{Enter}{/Shift}the lamp?');
  await expect.element(input).toHaveValue('   Who lit\nthe lamp?');
  expect(live.of('chat:type')).toEqual([place]);
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
    { ...place, _id: expect.any(String), message: 'Who lit\nthe lamp?' },
  ]);
  expect(messagesOf()).toHaveLength(1);
});

test('the chat opens at the newest message; older ones come when scrolling up, and the place stays', async () => {
  asMember();
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

test('a new message scrolls into view, unless the reader is reading older ones', async () => {
  asMember();
  const server = serverWith(60);
  const { live } = await open();
  await expect.element(log.getByText('Message 60')).toBeVisible();
  const receive = (number: number) => {
    server.last = number;
    live.receive('message', chatMessageOf(number, { chapterId }));
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

test('after a lost connection what was missed is fetched; a gap is filled, nothing doubled', async () => {
  asMember();
  const server = serverWith(3);
  const { live } = await open();
  await expect.element(log.getByText('Message 3')).toBeVisible();
  live.disconnect();
  await expect.element(page.getByText(/^Not connected\./)).toBeVisible();
  server.last = 5;
  live.reconnect();
  await expect.element(log.getByText('Message 5')).toBeVisible();
  expect(page.getByText(/^Not connected\./).elements()).toEqual([]);
  expect(live.of('joinChapter')).toHaveLength(2);
  // 6 was lost, 7 comes twice.
  server.last = 7;
  live.receive('message', chatMessageOf(7, { chapterId }));
  live.receive('message', chatMessageOf(7, { chapterId }));
  await expect.element(log.getByText('Message 6')).toBeVisible();
  expect(messagesOf()).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Message ${number}`));
  // Of another room.
  live.receive('message', chatMessageOf(8));
  live.receive('chat:changed', { ...place, removed: idOf(802) });
  await expect.element(log.getByText('Message removed')).toBeVisible();
  expect(messagesOf()).toHaveLength(6);
});

test('a refused message stays with the words of the server, also after a reload', async () => {
  asMember();
  serverWith(0);
  const { live, shown } = await open();
  await expect.element(input).toBeEnabled();
  const refusal = 'You’re writing very fast. Please wait 3 seconds, then send it again.';
  live.acks.chatMessage = () => ({ success: false, code: 'TOO_MANY_REQUESTS', message: refusal });
  await userEvent.keyboard('One{Enter}Two{Enter}');
  await expect.element(log.getByText(refusal).nth(1)).toBeVisible();
  await shown.unmount();
  // What a reload reads.
  const stored = new Outbox(inputKey(me._id, `chat/${chapterId}/unsent`)).read();
  expect(stored.map(({ message, failure }) => [message, failure])).toEqual([
    ['One', refusal],
    ['Two', refusal],
  ]);
  const again = await open(fakeLive());
  await expect.element(log.getByText(refusal).nth(1)).toBeVisible();
  await button('Discard').first().click();
  await expect.poll(messagesOf).toEqual(['Two']);
  storesAs(again.live, 1);
  await button('Try again').click();
  await expect.element(log.getByText('You', { exact: true })).toBeVisible();
  expect(messagesOf()).toEqual(['Two']);
  // It has the same id, so that it is stored once.
  expect(again.live.of('chatMessage')[0]?._id).toBe(live.of('chatMessage')[1]?._id);
});

test('without a connection messages are sent by calls, and what fails is sent when it is back', async () => {
  asMember();
  const server = serverWith(0);
  const live = fakeLive();
  await open(live);
  await expect.element(input).toBeEnabled();
  live.disconnect();
  const failed = mockFailure('POST /messages', 'UNAVAILABLE', 'The server is starting.');
  await userEvent.keyboard('Hello{Enter}');
  await expect.element(log.getByText('The server is starting.')).toBeVisible();
  expect(failed.sent).toEqual([{ ...place, _id: expect.any(String), message: 'Hello' }]);
  storesAs(live, 1);
  server.last = 0;
  live.reconnect();
  await expect.element(log.getByText('You', { exact: true })).toBeVisible();
  expect(live.of('chatMessage')).toEqual(failed.sent);
  await expect.poll(() => button('Try again').elements()).toEqual([]);
});

test('a message whose acknowledgement is lost with the connection is kept', async () => {
  asMember();
  serverWith(0);
  const live = fakeLive();
  live.acks.chatMessage = () => undefined;
  await open(live);
  await expect.element(input).toBeEnabled();
  await userEvent.keyboard('Hello{Enter}');
  await expect.element(log.getByText('Sending…')).toBeVisible();
  live.disconnect();
  await expect.element(log.getByText(/The server cannot be reached/)).toBeVisible();
  await expect.element(button('Try again')).toBeVisible();
  // The server has it.
  const [sent] = live.of('chatMessage');
  const stored = chatMessageOf(1, { _id: String(sent?._id), chapterId, message: 'Hello' });
  mockCall('GET /messages', chatList(1, 1, { data: [stored] }));
  live.acks.chatMessage = () => ({ success: false, code: 'MUTED', message: 'You are muted.' });
  live.reconnect();
  await expect.poll(() => button('Try again').elements()).toEqual([]);
  expect(messagesOf()).toEqual(['Hello']);
});

test('who reads and who types is shown, and presence can be switched off', async () => {
  asMember();
  serverWith(0);
  const { live } = await open();
  await expect.element(input).toBeEnabled();
  live.receive('chat:readers', { ...place, count: 3, readers: [bo, me] });
  await page.getByText('3 reading now').click();
  await expect.element(page.getByText('Bo, Ada, and 1 other')).toBeVisible();
  live.receive('chat:typing', { ...place, person: bo });
  await expect.element(page.getByText('Bo is typing…')).toBeVisible();
  await button('Chat settings').click();
  const { sent } = mockCall('PATCH /users/preferences', {
    success: true,
    data: { ...me.readingPreferences, showsPresence: false },
  });
  const toggle = page.getByRole('switch', { name: 'Show that I am reading here' });
  await expect.element(toggle).toBeChecked();
  await toggle.click();
  await expect.element(toggle).not.toBeChecked();
  expect(sent).toEqual([{ showsPresence: false }]);
  // A reader who is not the author has no tools of theirs.
  expect(button('Close the chat').elements()).toEqual([]);
});

test('closed and muted chats say so above a disabled box; a folded one asks first', async () => {
  asMember();
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
  expect(live.of('leaveChapter')).toEqual([place]);
});

test('the author of the story removes messages, mutes and unmutes people, and closes the chat', async () => {
  asMember();
  serverWith(2);
  const mutes = { page: 1, limit: 50, total: 0, totalPages: 0, hasMore: false };
  mockCall('GET /chat/mutes', { success: true, data: [], pagination: mutes });
  await open(fakeLive(), me._id);
  await button('Actions for the message by Bo').first().click();
  mockCall('DELETE /messages/{id}', { success: true, message: 'Removed.' });
  await button('Remove message').click();
  await button('Remove').click();
  await expect.element(log.getByText('Message removed')).toBeVisible();
  await expect.element(log).toHaveFocus();
  await button('Chat settings').click();
  await expect.element(page.getByText('You have muted no one.')).toBeVisible();
  const muted = { person: bo, until: null, createdAt: '2026-01-02T00:00:00.000Z' };
  const { sent } = mockCall('PUT /chat/mutes/{userId}', { success: true, data: muted });
  await button('Actions for the message by Bo').click();
  await button('7 days').click();
  await expect.element(button('Unmute Bo')).toBeVisible();
  expect(sent).toEqual([{ for: 'week' }]);
  mockCall('DELETE /chat/mutes/{userId}', { success: true, message: 'Removed.' });
  await button('Unmute Bo').click();
  await expect.element(page.getByText('You have muted no one.')).toBeVisible();
  const closing = mockCall('PUT /stories/{id}/chat', { success: true, isClosed: true });
  mockCall('GET /messages', chatList(1, 2, { isClosed: true }));
  await button('Close the chat').click();
  await expect.element(input).toBeDisabled();
  await expect.element(button('Open the chat')).toBeVisible();
  expect(closing.sent).toEqual([{ isClosed: true }]);
});

test('a text near the limit is counted, and one beyond it cannot be sent', async () => {
  asMember();
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
  asMember();
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
