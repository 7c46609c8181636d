import type { ChatMessage } from '@inkling/contract/chat';
import type { CallResponse } from '../lib/api.ts';
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
  isHidden: false,
  isHeld: false,
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
    isRefused: false,
    isFolded: false,
    ...changes,
  };
}
