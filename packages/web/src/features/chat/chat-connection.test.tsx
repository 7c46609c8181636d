import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputKey, readInput } from '../../lib/stored-input.ts';
import {
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
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import type { UnsentMessage } from './messages.ts';

setUpChatTests();

test('after a lost connection what was missed is fetched; a gap is filled, nothing doubled [U28]', async () => {
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
  live.receive('message', chatMessageOf(7, { chapterId: here.chapterId }));
  live.receive('message', chatMessageOf(7, { chapterId: here.chapterId }));
  await expect.element(log.getByText('Message 6')).toBeVisible();
  expect(messagesOf()).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Message ${number}`));
  // Of another room.
  live.receive('message', chatMessageOf(8));
  live.receive('chat:changed', { ...here, removed: idOf(802) });
  await expect.element(log.getByText('Message removed')).toBeVisible();
  expect(messagesOf()).toHaveLength(6);
});

test('older messages that arrive after the newest ones have replaced the list leave no gap in it [U28]', async () => {
  const server = serverWith(120);
  const { live } = await open();
  await expect.element(log.getByText('Message 120')).toBeVisible();
  const older = Promise.withResolvers<void>();
  server.older = older.promise;
  const more = log.getByRole('button', { name: /^(Show older messages|Loading…)$/ });
  await more.click();
  await expect.element(more).toHaveTextContent('Loading…');
  // More than are fetched one after the other.
  server.last = 900;
  live.disconnect();
  live.reconnect();
  await expect.element(log.getByText('Message 900')).toBeVisible();
  older.resolve();
  await expect.element(more).toHaveTextContent('Show older messages');
  expect(messagesOf()).toEqual(Array.from({ length: 50 }, (_, index) => `Message ${851 + index}`));
});

test('a message sent before the chat could be fetched leaves no gap either [U28]', async () => {
  mockFailure('GET /messages', 'NOT_FOUND', 'Please wait.');
  const { live } = await open();
  await expect.element(page.getByText('Please wait.')).toBeVisible();
  storesAs(live, 1);
  await userEvent.keyboard('Hello{Enter}');
  await expect.element(input).toHaveValue('');
  serverWith(120);
  await button('Try again').click();
  await expect.element(log.getByText('Message 120')).toBeVisible();
  expect(messagesOf()[0]).toBe('Message 71');
});

test('a refused message stays with the words of the server, also after a reload [U28]', async () => {
  serverWith(0);
  const { live, shown } = await open();
  await expect.element(input).toBeEnabled();
  const refusal = 'You’re writing very fast. Please wait 3 seconds, then send it again.';
  live.acks.chatMessage = () => ({ success: false, errors: [], code: 'TOO_MANY_REQUESTS', message: refusal });
  await userEvent.keyboard('One{Enter}Two{Enter}');
  await expect.element(log.getByText(refusal).nth(1)).toBeVisible();
  await shown.unmount();
  const key = inputKey(me._id, `chat/${here.chapterId}/unsent`);
  const stored = readInput<{ list: UnsentMessage[] }>(key)?.list;
  expect(stored?.map(({ message, failure }) => [message, failure])).toEqual([
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
  const server = serverWith(0);
  const live = fakeLive();
  await open(live);
  await expect.element(input).toBeEnabled();
  live.disconnect();
  const failed = mockFailure('POST /messages', 'UNAVAILABLE', 'The server is starting.');
  await userEvent.keyboard('Hello{Enter}');
  await expect.element(log.getByText('The server is starting.')).toBeVisible();
  expect(failed.sent).toEqual([{ ...here, _id: expect.any(String), message: 'Hello' }]);
  storesAs(live, 1);
  server.last = 0;
  live.reconnect();
  await expect.element(log.getByText('You', { exact: true })).toBeVisible();
  expect(live.of('chatMessage')).toEqual(failed.sent);
  await expect.poll(() => button('Try again').elements()).toEqual([]);
});

test('without a live connection, what is new is asked for every ten seconds', async () => {
  const server = serverWith(2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { live } = await open(fakeLive({ connected: false }));
    await expect.element(log.getByText('Message 2')).toBeVisible();
    await vi.advanceTimersByTimeAsync(4000);
    await expect.element(page.getByText(/^No live connection\./)).toBeVisible();
    for (const last of [3, 4]) {
      server.last = last;
      const before = server.sent.length;
      await vi.advanceTimersByTimeAsync(9700);
      expect(server.sent).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(400);
      await expect.element(log.getByText(`Message ${last}`)).toBeVisible();
    }
    mockFailure('GET /messages', 'UNAVAILABLE', 'The server is starting.');
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(page.getByText(/^Not connected\./)).toBeVisible();
    expect(messagesOf()).toHaveLength(4);
    const { sent } = serverWith(5);
    live.reconnect();
    await vi.advanceTimersByTimeAsync(5000);
    await expect.element(log.getByText('Message 5')).toBeVisible();
    await expect.element(page.getByText(/^(Not connected|No live connection)/)).not.toBeInTheDocument();
    const asked = sent.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(asked);
  } finally {
    vi.useRealTimers();
  }
});

test('a room that was refused before the chapter was opened is joined later', async () => {
  serverWith(1);
  const live = fakeLive();
  live.acks.joinChapter = () => ({
    success: false,
    errors: [],
    code: 'FOLDED',
    message: 'You haven’t reached it.',
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    // The server knows by now that it was opened.
    await open(live);
    await expect.element(log.getByText('Message 1')).toBeVisible();
    await expect.poll(() => live.of('joinChapter')).toHaveLength(2);
    delete live.acks.joinChapter;
    await vi.advanceTimersByTimeAsync(3000);
    await expect.poll(() => live.of('joinChapter')).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(live.of('joinChapter')).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  { code: 'FOLDED', within9Seconds: 3, perMinute: 6 },
  { code: 'TOO_MANY_REQUESTS', within9Seconds: 0, perMinute: 6 },
  { code: 'NOT_FOUND', within9Seconds: 0, perMinute: 0 },
] as const)(
  'a room refused with $code is not joined again too often',
  async ({ code, within9Seconds, perMinute }) => {
    serverWith(1);
    const live = fakeLive();
    live.acks.joinChapter = () => ({ success: false, errors: [], code, message: 'Not now.' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await open(live);
      await expect.element(log.getByText('Message 1')).toBeVisible();
      const joins = () => live.of('joinChapter').length;
      /** In steps, since each attempt waits for a call. */
      const joinsIn = async (seconds: number) => {
        const before = joins();
        for (let second = 0; second < seconds; second += 1) {
          await vi.advanceTimersByTimeAsync(1000);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return joins() - before;
      };
      await expect.poll(joins).toBe(code === 'NOT_FOUND' ? 1 : 2);
      expect(await joinsIn(9)).toBeLessThanOrEqual(within9Seconds);
      await joinsIn(10);
      const later = await joinsIn(60);
      expect(later).toBeLessThanOrEqual(perMinute);
      if (perMinute > 0) expect(later).toBeGreaterThan(1);
    } finally {
      vi.useRealTimers();
    }
  },
);

test('a chat that is gone is not asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { sent } = mockFailure('GET /messages', 'NOT_FOUND', 'This chat does not exist.');
    await open(fakeLive({ connected: false }));
    await expect.element(page.getByText('This chat does not exist.')).toBeVisible();
    await vi.advanceTimersByTimeAsync(60_000);
    // The one of opening, and one more.
    expect(sent.length).toBeLessThanOrEqual(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a message whose acknowledgement takes ten seconds is kept as not sent', async () => {
  serverWith(0);
  const live = fakeLive();
  live.acks.chatMessage = () => undefined;
  await open(live);
  await expect.element(input).toBeEnabled();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await userEvent.keyboard('Hello{Enter}');
    await expect.element(log.getByText('Sending…')).toBeVisible();
    await vi.advanceTimersByTimeAsync(9900);
    await expect.element(log.getByText('Sending…')).toBeVisible();
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(button('Try again')).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test('a message whose acknowledgement is lost with the connection is kept [U28]', async () => {
  serverWith(0);
  const live = fakeLive();
  live.acks.chatMessage = () => undefined;
  await open(live);
  await expect.element(input).toBeEnabled();
  await userEvent.keyboard('Hello{Enter}');
  await expect.element(log.getByText('Sending…')).toBeVisible();
  live.disconnect();
  await expect.element(log.getByText(/Not sent yet/)).toBeVisible();
  await expect.element(button('Try again')).toBeVisible();
  // The server has it.
  const [sent] = live.of('chatMessage');
  const stored = chatMessageOf(1, { _id: String(sent?._id), chapterId: here.chapterId, message: 'Hello' });
  mockCall('GET /messages', chatList(1, 1, { data: [stored] }));
  live.acks.chatMessage = () => ({ success: false, errors: [], code: 'MUTED', message: 'You are muted.' });
  live.reconnect();
  await expect.poll(() => button('Try again').elements()).toEqual([]);
  expect(messagesOf()).toEqual(['Hello']);
});
