import type { ChatMessage } from '@inkling/contract/chat';
import { presentAuthor } from '../users/index.ts';
import type { MessageRow } from './messages.queries.ts';

export function presentMessage(row: MessageRow): ChatMessage {
  const { sender } = row;
  return {
    _id: row.id,
    storyId: row.story_id,
    chapterId: row.place_id === row.story_id ? null : row.place_id,
    number: row.number,
    sender: sender?.id ?? null,
    author: sender && presentAuthor(sender),
    message: row.text,
    timestamp: row.created_at.toISOString(),
    isRemoved: sender === null,
  };
}
