import type { Currency } from '@inkling/contract/rewards';
import type { ItemKind } from '@inkling/contract/store';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    purchases: {
      user_id: string;
      id: string;
      item_id: string;
      kind: ItemKind;
      price: number;
      currency: Currency;
      bought_at: Date;
      used_at: Date | null;
      undone_at: Date | null;
      is_in_use: boolean;
    };
    rest_days: { user_id: string; day: string };
  }
}
