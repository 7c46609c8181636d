import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    digests: {
      user_id: string;
      unsubscribe_key: Generated<string>;
      daily_day: string | null;
      weekly_day: string | null;
      now_at: Date | null;
      sending_until: Date | null;
      month: string | null;
      emails: Generated<number>;
    };
  }
}
