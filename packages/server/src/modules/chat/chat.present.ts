import type { ChatMessage } from '@inkling/contract/chat';
import { presentAuthor } from '../users/index.ts';
import type { MessageRow } from './messages.queries.ts';

export const presentMessage = ({ author, created_at, ...row }: MessageRow): ChatMessage => ({
  ...row,
  sender: author?.id ?? null,
  author: author && presentAuthor(author),
  timestamp: created_at.toISOString(),
  isRemoved: author === null,
});
