import type { ColumnType, Generated } from 'kysely';

interface PushSubscriptionsTable {
  user_id: string;
  id: Generated<string>;
  session_hash: Buffer;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  created_at: ColumnType<Date, Date, Date>;
  sent_until: Date;
  due_at: Date;
  refusals: Generated<number>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    push_subscriptions: PushSubscriptionsTable;
  }
}
