import type { ColumnType, GeneratedAlways } from 'kysely';

/** What an event has whether it waits in the outbox or stands in the log. */
interface EventColumns {
  type: string;
  subject: string;
  person_ids: string[];
  payload: ColumnType<unknown, string, never>;
  created_at: ColumnType<Date, Date, never>;
}

interface EventOutboxTable extends EventColumns {
  id: GeneratedAlways<number>;
}

interface EventsTable extends EventColumns {
  position: number;
}

interface EventCursorsTable {
  listener: string;
  position: number;
}

interface EventFailuresTable {
  listener: string;
  subject: string;
  position: number;
  attempts: number;
  error: string | null;
  retry_at: Date | null;
}

interface EventRelayTable {
  last_position: number;
}

declare module '../db/tables.ts' {
  interface Tables {
    event_outbox: EventOutboxTable;
    event_relay: EventRelayTable;
    events: EventsTable;
    event_cursors: EventCursorsTable;
    event_failures: EventFailuresTable;
  }
}
