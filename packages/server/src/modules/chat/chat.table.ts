import type { ColumnType, Generated } from 'kysely';

type CreatedAt = ColumnType<Date, Date, never>;
/** Computed by the database from other columns. */
type Computed<T> = ColumnType<T, never, never>;

/** The chat of a story or chapter; one without messages has no row. */
interface ChatRoomsTable {
  story_id: string;
  /** Null for the chat of the story. */
  chapter_id: string | null;
  /** The chapter or, for the chat of the story, the story. */
  place_id: Computed<string>;
  /** That of the newest message. */
  last_number: number;
}

interface ChatMessagesTable {
  story_id: string;
  place_id: string;
  number: number;
  id: string;
  /** Null for a removed one, as is `text`. */
  user_id: string | null;
  text: string | null;
  created_at: CreatedAt;
  removed_at: Date | null;
}

/** A person who has sent messages. */
interface ChattersTable {
  user_id: string;
  /** At least the number of their messages; counted again when it reaches the quota. */
  messages: Generated<number>;
  /** The times of the last few messages. */
  recent_at: Generated<Date[]>;
}

/** Stories whose chats are closed. */
interface ClosedChatsTable {
  story_id: string;
}

/** Who cannot write in the chats of an author's stories. */
interface ChatMutesTable {
  author_id: string;
  user_id: string;
  /** Null for good. */
  until: Date | null;
  created_at: CreatedAt;
}

/** A process that serves live connections. */
interface LiveProcessesTable {
  id: string;
  expires_at: Date;
}

/** Who has a chat open, in which process. */
interface ChatPresenceTable {
  story_id: string;
  place_id: string;
  user_id: string;
  process_id: string;
  typed_at: Date | null;
}

/** When the readers of a chat were last sent to its pages. */
interface ChatAnnouncementsTable {
  story_id: string;
  place_id: string;
  at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    chat_rooms: ChatRoomsTable;
    chat_messages: ChatMessagesTable;
    chatters: ChattersTable;
    closed_chats: ClosedChatsTable;
    chat_mutes: ChatMutesTable;
    live_processes: LiveProcessesTable;
    chat_presence: ChatPresenceTable;
    chat_announcements: ChatAnnouncementsTable;
  }
}
