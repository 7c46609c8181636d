interface PrivateFeedsTable {
  user_id: string;
  hash: Buffer;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    private_feeds: PrivateFeedsTable;
  }
}
