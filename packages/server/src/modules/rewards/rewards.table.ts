import type { Currency } from '@inkling/contract/rewards';
import type { ColumnType, Generated } from 'kysely';

/** What a person did that counts once for each thing it was done to. */
export type CountedAction =
  | 'finish_chapter'
  | 'comment'
  | 'highlight'
  | 'like'
  | 'react'
  | 'rate'
  | 'save'
  | 'follow'
  | 'post'
  | 'publish_chapter';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    counted_actions: {
      user_id: string;
      action: CountedAction;
      subject_id: string;
      thing_id: string | null;
      day: string;
      counted_at: Date;
      removed_at: Date | null;
    };
    ledger_entries: {
      user_id: string;
      id: Generated<string>;
      currency: Currency;
      amount: number;
      reason: string;
      source: string;
      created_at: ColumnType<Date, Date, never>;
    };
    balances: { user_id: string; currency: Currency; amount: number };
  }
}
