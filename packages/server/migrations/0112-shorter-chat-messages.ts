import { type Kysely, sql } from 'kysely';

/** New chat messages have at most 1,000 characters; longer ones from before stay (docs/product/chat.md#sending). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table chat_messages
      add constraint chat_messages_text_length check (char_length(text) <= 1000) not valid`.execute(db);
}
