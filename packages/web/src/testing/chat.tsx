import { beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import type { Emit, Listener, listenLive } from '../lib/live.ts';
import { bo, chatList, chatMessageOf } from './chat-messages.ts';
import { asMember } from './comment-pages.ts';
import { idOf, me, story } from './fixtures.ts';
import { mockEach } from './mock-call.ts';
import { renderPage, resetBetweenTests } from './render-page.tsx';
import '../styles/chat.css';
import '../styles/side-panel.css';

export { bo, chatList, chatMessageOf };

type Ack = Parameters<NonNullable<Parameters<Emit>[2]>>[0];
type Handler = (payload: { [key: string]: unknown }) => void;

/** A live connection that the test controls; it acknowledges events by what `acks` has for them. */
export function fakeLive({ connected = true } = {}) {
  const listeners = new Set<Listener>();
  const sent: { event: string; payload: Record<string, unknown> }[] = [];
  const acks: Record<string, (payload: Record<string, unknown>) => Ack | undefined> = {};
  const state = { connected };
  const emit: Emit = (event, payload, onAck) => {
    if (!state.connected) return;
    const values = payload as unknown as Record<string, unknown>;
    sent.push({ event, payload: values });
    const ack = acks[event];
    const response = ack === undefined ? ({ success: true, data: { lastNumber: 0 } } as const) : ack(values);
    if (response !== undefined) onAck?.(response);
  };
  const listen: typeof listenLive = (listener) => {
    listeners.add(listener);
    if (state.connected) listener.onConnected(emit, false);
    return (beforeLeave) => {
      listeners.delete(listener);
      beforeLeave(emit);
    };
  };
  return {
    listen,
    sent,
    acks,
    /** The server sends an event. */
    receive(event: string, payload: object) {
      for (const { on } of listeners) (on as Record<string, Handler>)[event]?.({ ...payload });
    },
    disconnect() {
      state.connected = false;
      for (const listener of listeners) listener.onDisconnected?.();
    },
    reconnect() {
      state.connected = true;
      for (const listener of listeners) listener.onConnected(emit, true);
    },
    /** The payloads of an event. */
    of: (event: string) => sent.filter((one) => one.event === event).map(({ payload }) => payload),
  };
}

let chapters = 70;
/** The chat of a chapter that the test shows. */
export const here = { storyId: story._id, chapterId: idOf(chapters) };

/** Each test is a member's, and has a chapter of its own, since what is not sent is kept while the page is open. */
export function setUpChatTests(): void {
  resetBetweenTests();
  beforeEach(() => {
    chapters += 1;
    here.chapterId = idOf(chapters);
    asMember();
  });
}

export const input = page.getByRole('textbox', { name: 'Write a message' });
export const log = page.getByRole('log', { name: 'Messages' });
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** The texts of the messages that are shown. */
export const messagesOf = () =>
  [...document.querySelectorAll('[role=log] li p[dir=auto]')].map(({ textContent }) => textContent);

/** Opens the panel with the chat of the chapter. */
export async function open(live = fakeLive(), authorId = story.author._id) {
  const onClose = vi.fn();
  const shown = await renderPage(
    <ChatPanel {...here} authorId={authorId} onClose={onClose} listen={live.listen} />,
  );
  return { live, onClose, shown };
}

/** A server with this many messages, to which more can be added; older ones are sent once `older` is resolved. */
export function serverWith(count: number) {
  const server = { last: count, older: Promise.resolve() };
  const { sent } = mockEach('GET /messages', async (query) => {
    const [after, before, limit] = ['after', 'before', 'limit'].map((name) => query.get(name));
    if (before !== null) await server.older;
    const size = Number(limit ?? 50);
    const first = after === null ? Math.max(1, Number(before ?? server.last + 1) - size) : Number(after) + 1;
    const last = before === null ? Math.min(server.last, first + size - 1) : Number(before) - 1;
    return { ...chatList(first, last), lastNumber: server.last };
  });
  return Object.assign(server, { sent });
}

/** The server stores what is sent over the live connection. */
export function storesAs(live: ReturnType<typeof fakeLive>, number: number): void {
  live.acks.chatMessage = ({ _id, message }) => ({
    success: true,
    data: chatMessageOf(number, {
      _id: String(_id),
      chapterId: here.chapterId,
      message: String(message),
      sender: me._id,
      author: me,
    }),
  });
}
