import type { ColumnType, Generated } from 'kysely';

type CreatedAt = ColumnType<Date, Date, never>;

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
  taken_down_at: Date | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /**
     * The chat of a story or chapter; one without messages has no row. `place_id`: the chapter or, for the chat of the
     * story, the story; computed by the database. `last_number`: that of the newest message.
     */
    chat_rooms: {
      story_id: string;
      chapter_id: string | null;
      place_id: ColumnType<string, never, never>;
      last_number: number;
    };
    chat_messages: ChatMessagesTable;
    /** `messages`: at least their number; counted again at the quota. `recent_at`: the times of the last few. */
    chatters: { user_id: string; messages: Generated<number>; recent_at: Generated<Date[]> };
    closed_chats: { story_id: string };
    /** Who cannot write in the chats of an author's stories; `until` is null for good. */
    chat_mutes: { author_id: string; user_id: string; until: Date | null; created_at: CreatedAt };
    /** The processes that serve live connections. */
    live_processes: { id: string; expires_at: Date };
    /** Who has a chat open, in which process. */
    chat_presence: {
      story_id: string;
      place_id: string;
      user_id: string;
      process_id: string;
      typed_at: Date | null;
    };
    /** When the readers of a chat were last sent to its pages. */
    chat_announcements: { story_id: string; place_id: string; at: Date };
  }
}
