import type { QuestType } from '@inkling/contract/quests';
import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    assigned_quests: {
      user_id: string;
      quest_id: string;
      type: QuestType;
      slot: number;
      starts_on: string;
      ends_on: string;
      is_settled: Generated<boolean>;
    };
  }
}
