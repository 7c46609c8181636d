import type { ImageKind } from '@inkling/contract/files';
import type { ColumnType } from 'kysely';

interface UploadsTable {
  stem: string;
  owner_id: string;
  kind: ImageKind;
  widths: number[];
  bytes: number;
  created_at: ColumnType<Date, Date, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    uploads: UploadsTable;
  }
}
