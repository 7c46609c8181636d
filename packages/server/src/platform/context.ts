import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Mailer } from './email/email.ts';
import type { Events } from './events/events.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LivePublisher } from './live/live-publisher.ts';
import type { Log } from './log.ts';
import type { Storage } from './storage/storage.ts';
import type { Threads } from './threads.ts';

/** What every service may need, handed in and never imported. */
export interface AppContext {
  db: Db;
  clock: Clock;
  /** What the database's clock says; for what must not rest on one clock alone. */
  databaseTime(): Promise<Date>;
  config: Config;
  log: Log;
  storage: Storage;
  jobs: Jobs;
  email: Mailer;
  live: LivePublisher;
  events: Events;
  threads: Threads;
}

/** Who is asking, as far as access goes. */
export interface Viewer {
  id: string;
  username: string;
  role: 'reader' | 'author';
  isAdmin: boolean;
  /** Where their days begin and end. */
  timeZone: string;
}

/** A request as services see it: the app's context and what they may know of the caller's side. */
export interface RequestContext extends AppContext {
  requestId: string;
  address: string;
  userAgent: string;
  /** The token that was sent and is valid; it is never logged and never stored. */
  token: string | null;
  /** Its SHA-256, for log-out. */
  tokenHash: Buffer | null;
  /** By which the same request is known when it is sent again; null when it has none, or its call heeds none. */
  idempotencyKey: string | null;
}

/** Finds who a token belongs to; the capability `account` provides it. */
export type Authenticate = (
  ctx: AppContext,
  token: string,
) => Promise<{ viewer: Viewer; tokenHash: Buffer } | null>;

/** Which of these tokens (their SHA-256 in hexadecimal) still count; the capability `account` provides it. */
export type FilterActive = (ctx: AppContext, hashes: string[]) => Promise<Set<string>>;
