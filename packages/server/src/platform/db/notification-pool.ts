import pg from 'pg';
import type { Database } from './db.ts';
import { loader } from './loader.ts';

/** Longer than any statement takes that a notification needs (ms). */
const timeoutMs = 5_000;

const never = new Promise<never>(() => {});

/** How the adapter sends a notification. */
const notifyText = 'SELECT pg_notify($1, $2)';

/** What `@socket.io/postgres-adapter` uses of a pool. */
export interface NotificationPool {
  /** A connection of its own, for LISTEN. */
  connect(): Promise<pg.Client & { release(): void }>;
  /**
   * Statements run one after the other, so that notifications keep their order. Notifications that come while others are
   * being sent share a statement; PostgreSQL then sends equal ones once.
   */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  end(): Promise<void>;
}

/**
 * Two connections to a database for notifications between processes: one that listens, and one that sends, opened when it
 * is needed. `onError` gets each failure. An ordinary pool would lose a connection with each restart of the database,
 * since the adapter does not return the broken one.
 */
export function notificationPool(
  { pool, direct }: Database,
  onError: (error: unknown) => void,
): NotificationPool {
  const options = () => ({
    ...pool.options,
    ...direct,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'inkling live',
  });
  const sending = new pg.Pool({ ...options(), max: 1, idleTimeoutMillis: 60_000 });
  sending.on('error', onError);
  sending.on('connect', (client) => client.on('error', () => {}));
  const notify = loader(async (notifications: unknown[][]) => {
    const sent = await sending.query({
      name: 'notify',
      text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)',
      values: [notifications.map(([channel]) => channel), notifications.map(([, payload]) => payload)],
    });
    return notifications.map(() => sent);
  });
  const listening = new Set<pg.Client>();
  let isEnded = false;
  return {
    async connect() {
      // The adapter connects again after each failure, even when it is closed while it connects.
      if (isEnded) return never;
      const client = new pg.Client(options());
      client.on('error', onError);
      client.on('end', () => listening.delete(client));
      listening.add(client);
      try {
        await client.connect();
      } catch (error) {
        listening.delete(client);
        void client.end().catch(() => {});
        onError(error);
        throw error;
      }
      if (isEnded) {
        void client.end().catch(() => {});
        return never;
      }
      return Object.assign(client, { release: () => void client.end().catch(() => {}) });
    },
    async query(text, values = []) {
      const sent = text === notifyText ? await notify(values) : undefined;
      return sent ?? sending.query(text, values);
    },
    async end() {
      isEnded = true;
      await Promise.allSettled([sending.end(), ...[...listening].map((client) => client.end())]);
    },
  };
}
