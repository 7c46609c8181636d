import type { ChatMessage } from '@inkling/contract/chat';
import type { CallResponse } from '../lib/api.ts';
import type { Emit, Listener, listenLive } from '../lib/live.ts';
import { idOf, story } from './fixtures.ts';

/** A person who chats. */
export const bo = { _id: idOf(51), username: 'bo', displayName: 'Bo', avatar: null };

/** A message in the chat of the story by another reader. */
export const chatMessageOf = (number: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: idOf(800 + number),
  storyId: story._id,
  chapterId: null,
  number,
  sender: bo._id,
  author: bo,
  message: `Message ${number}`,
  timestamp: '2026-01-02T10:00:00.000Z',
  isRemoved: false,
  ...changes,
});

type List = CallResponse<'GET /messages'>;

/** The messages with the numbers from `first` to `last`, in a room that ends there. */
export function chatList(first: number, last: number, changes: Partial<List> = {}): List {
  const data = Array.from({ length: last - first + 1 }, (_, index) => chatMessageOf(first + index));
  return {
    success: true,
    data,
    lastNumber: last,
    isClosed: false,
    isMuted: false,
    mutedUntil: null,
    isFolded: false,
    ...changes,
  };
}

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
