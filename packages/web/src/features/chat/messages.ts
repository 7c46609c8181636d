import type { ChatMessage } from '@inkling/contract/chat';

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
