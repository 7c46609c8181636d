import type { ChatMessage } from '@inkling/contract/chat';
import type { Author } from '@inkling/contract/users';

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
