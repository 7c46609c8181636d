import type { ColumnType, Generated } from 'kysely';

export interface ContactMessagesTable {
  id: Generated<string>;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: ColumnType<Date, Date, never>;
  emailed_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    contact_messages: ContactMessagesTable;
  }
}
