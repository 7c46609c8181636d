import type { BookImport } from '@inkling/contract/imports';
import type { ColumnType, Generated } from 'kysely';

interface ImportsTable {
  id: Generated<string>;
  user_id: string;
  file_name: string;
  state: BookImport['state'];
  done: Generated<number>;
  total: Generated<number>;
  story_id: string | null;
  cover: string | null;
  message: string | null;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    imports: ImportsTable;
  }
}
