import type { ChatMessage } from '@inkling/contract/chat';
import { chatLimits } from '@inkling/contract/limits';
import type { Author } from '@inkling/contract/users';
import { ApiError, isSignedOut, mayPass } from '../../lib/api.ts';
import { outboxes, type Unsent } from '../../lib/outbox.ts';
import { fetchMessages, type Place } from './chat.api.ts';

/** What a page knows of a chat. */
export interface RoomState {
  /** 'failed' only while there are no messages to show. */
  status: 'loading' | 'ready' | 'failed';
  failure: string;
  /** Ascending by number. */
  messages: readonly ChatMessage[];
  isClosed: boolean;
  isMuted: boolean;
  mutedUntil: string | null;
  /** Whether the reader cannot write for another reason. */
  isRefused: boolean;
  isFolded: boolean;
  /** 'connecting' for the first seconds. */
  connection: 'connecting' | 'connected' | 'lost';
  /** Whether calls arrive while the live connection is lost. */
  isReachable: boolean;
  /** Everyone who is reading now, and some of those in the chat; null until the live connection has said so. */
  readers: { count: number; people: readonly Author[] } | null;
  typing: readonly Author[];
  older: 'idle' | 'loading' | 'failed';
}

export const initialRoom: RoomState = {
  status: 'loading',
  failure: '',
  messages: [],
  isClosed: false,
  isMuted: false,
  mutedUntil: null,
  isRefused: false,
  isFolded: false,
  connection: 'connecting',
  isReachable: false,
  readers: null,
  typing: [],
  older: 'idle',
};

type Messages = readonly ChatMessage[];

/** Both lists as one, ascending by number; where both have a message, as `added` has it. */
export function mergeMessages(list: Messages, added: Messages): Messages {
  if (added.length === 0) return list;
  const byNumber = new Map([...list, ...added].map((message) => [message.number, message]));
  return [...byNumber.values()].sort((one, other) => one.number - other.number);
}

/** The number up to which nothing is missing, from the first message of the list on; 0 for an empty list. */
export function completeUpTo(list: Messages): number {
  const first = list[0]?.number ?? 1;
  const gap = list.findIndex(({ number }, index) => number !== first + index);
  return (gap === -1 ? list.at(-1) : list[gap - 1])?.number ?? 0;
}

/** Whether messages are missing between the first and the last of the list. */
export const hasGap = (list: Messages): boolean =>
  list.length > 0 && completeUpTo(list) !== list.at(-1)?.number;

/** The list after a message was removed, which keeps its number. */
export const removeFrom = (list: Messages, id: string): Messages =>
  list.map((message) =>
    message._id === id ? { ...message, sender: null, author: null, message: null, isRemoved: true } : message,
  );

/** The list once someone is hidden from its reader. */
export const hideFrom = (list: Messages, personId: string): Messages =>
  list.map((message) => (message.sender === personId ? { ...message, isHidden: true } : message));

/** In less time, in milliseconds, a person's next message goes on from their last one. */
const goesOnWithin = 5 * 60_000;

/** Whether a message goes on from the one shown above it: of the same person, and soon after. */
export const goesOn = (above: ChatMessage | undefined, message: ChatMessage): boolean =>
  above !== undefined &&
  above.sender !== null &&
  above.sender === message.sender &&
  Date.parse(message.timestamp) - Date.parse(above.timestamp) < goesOnWithin;

/** The maximum of one response. */
const pageSize = 100;
/** If more messages than this were missed, only the newest are fetched; scrolling up loads the others. */
const maxMissed = 500;

/**
 * Fetches what a page with the messages `known` lacks: all after the last one before a gap. The last known ones are
 * fetched again, since they may have been removed. `replaces`: the known ones must be dropped, else there would be a gap.
 */
export async function fetchNewer(place: Place, known: readonly ChatMessage[], anyway: boolean) {
  const newest = async () => {
    const room = await fetchMessages(place, {}, anyway);
    return { data: room.data, room, replaces: known.length > 0 };
  };
  const [first] = known;
  if (first === undefined) return newest();
  const last = completeUpTo(known);
  const after = Math.max(first.number - 1, last - chatLimits.history);
  let room = await fetchMessages(place, { after, limit: pageSize }, anyway);
  const data = [...room.data];
  if (room.lastNumber - last > maxMissed) return newest();
  while (room.data.length > 0 && (data.at(-1)?.number ?? 0) < room.lastNumber) {
    room = await fetchMessages(place, { after: data.at(-1)?.number, limit: pageSize }, anyway);
    data.push(...room.data);
  }
  return { data, room, replaces: false };
}

export type UnsentMessage = Unsent<{ message: string }>;

/** A person's messages that a chat does not have yet. Only those that failed while this page was open are sent again by themselves. */
export const unsentMessages = outboxes<{ message: string }>({
  isMade: ({ message }) => typeof message === 'string',
  interrupted: 'The page was closed too soon.',
  resumes: false,
  isLost: (error) =>
    isSignedOut(error) || (error instanceof ApiError && error.status !== 429 && mayPass(error)),
  fallback: () => 'Failed to send the message.',
});
