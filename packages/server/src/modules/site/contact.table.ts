import type { ColumnType, Generated } from 'kysely';

export interface ContactMessagesTable {
  id: Generated<string>;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: ColumnType<Date, Date, never>;
  /** Whether the sender was signed in and has priority support. */
  is_priority: Generated<boolean>;
  emailed_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    contact_messages: ContactMessagesTable;
  }
}
