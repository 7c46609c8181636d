import type { ImageKind } from '@inkling/contract/files';
import type { ColumnType } from 'kysely';

interface UploadsTable {
  stem: string;
  owner_id: string | null;
  kind: ImageKind;
  widths: number[];
  bytes: number;
  created_at: ColumnType<Date, Date, never>;
  unused_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    uploads: UploadsTable;
  }
}
