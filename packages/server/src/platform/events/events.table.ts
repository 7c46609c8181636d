interface EventColumns {
  type: string;
  subject: string;
  person_ids: string[];
  payload: unknown;
  created_at: Date;
}

declare module '../db/tables.ts' {
  interface Tables {
    event_outbox: EventColumns & { id: number };
    events: EventColumns & { position: number };
    /** One row: the end of the log. */
    event_relay: { last_position: number };
    event_cursors: { listener: string; position: number };
    event_failures: {
      listener: string;
      subject: string;
      position: number;
      attempts: number;
      error: string | null;
      retry_at: Date | null;
    };
  }
}

export {};
