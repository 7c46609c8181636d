import type {
  EmailSchedule,
  EmailTopic,
  MutableKind,
  NotificationKind,
} from '@inkling/contract/notifications';
import type { ColumnType, Generated } from 'kysely';

/** Kinds that are stored. */
export type StoredKind = Exclude<NotificationKind, 'chapters'>;

interface NotificationsTable {
  user_id: string;
  id: Generated<string>;
  kind: StoredKind;
  subject_id: string;
  story_id: string | null;
  chapter_id: string | null;
  community_id: string | null;
  actor_id: string | null;
  created_at: ColumnType<Date, Date, Date>;
  read_at: Date | null;
  mailed_at: Date | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notifications: NotificationsTable;
    chapter_news: {
      user_id: string;
      story_id: string;
      seen_until: Date | null;
      mailed_until: Date | null;
      is_muted: Generated<boolean>;
    };
    notification_settings: {
      user_id: string;
      muted_kinds: Generated<MutableKind[]>;
      chapters_seen_until: Date | null;
      schedules: Generated<Partial<Record<EmailTopic, EmailSchedule>>>;
      email_hour: number | null;
    };
  }
}
