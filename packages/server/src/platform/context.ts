import type { ContentWarning } from '@inkling/contract/content-warnings';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { CoverArt } from './cover-art.ts';
import type { Db } from './db/db.ts';
import type { Mailer } from './email/email.ts';
import type { Events } from './events/events.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LivePublisher } from './live/live-publisher.ts';
import type { Log } from './log.ts';
import type { Module } from './module.ts';
import type { Storage } from './storage/storage.ts';
import type { Threads } from './threads.ts';

/** The dependencies of every service, passed in and never imported. */
export interface AppContext {
  db: Db;
  clock: Clock;
  /** The time of the database's clock, for decisions that must not depend on one clock alone. */
  databaseTime(): Promise<Date>;
  config: Config;
  log: Log;
  storage: Storage;
  jobs: Jobs;
  email: Mailer;
  live: LivePublisher;
  events: Events;
  threads: Threads;
  coverArt: CoverArt;
  /** Every capability, in order. */
  modules: readonly Module[];
}

/** The signed-in user who makes a request, with what access checks need. */
export interface Viewer {
  id: string;
  username: string;
  role: 'reader' | 'author';
  isAdmin: boolean;
  /** Of the site, by appointment of an admin (docs/product/access.md#moderators). */
  isModerator: boolean;
  /** They read, but write nothing (docs/product/measures.md#suspension). */
  isSuspended: boolean;
  /** In which the user's days are counted now; after a change, the earlier one until the day ends. */
  timeZone: string;
  contentFilter: ContentFilter;
  /** In which they read; empty for all (docs/product/labels.md#languages). */
  languages: string[];
  /** The position that a standby must have replayed to have what they wrote last; absent if every standby has it. */
  written?: number | undefined;
  session: Session;
}

/** What a user wants to see in lists and searches (docs/product/labels.md#what-a-reader-sees). */
export interface ContentFilter {
  showsMature: boolean;
  /** Keys of tags. */
  hiddenTags: string[];
  hiddenWarnings: ContentWarning[];
}

/** The session of a request. The token is never logged or stored; `tokenHash` is its SHA-256. */
interface Session {
  token: string;
  tokenHash: Buffer;
}

/** A request as services see it: the app's context and what they may know about the client. */
export interface RequestContext extends AppContext {
  requestId: string;
  address: string;
  userAgent: string;
  /** Whether the browser asks not to be measured (`Sec-GPC: 1` or `DNT: 1`). */
  wantsPrivacy: boolean;
  /** Whether the client has disconnected, so that nobody waits for the response of long work. */
  isClientGone(): boolean;
}

/** Finds the user of a token; provided by the module `account`. */
export type Authenticate = (ctx: AppContext, token: string) => Promise<Viewer | null>;

/**
 * Notes in a person's sessions that they have written something, so that they read from a standby only once it has that;
 * provided by the module `account`.
 */
export type NoteWritten = (ctx: Pick<AppContext, 'db'>, viewer: Viewer) => Promise<void>;

/**
 * Returns those of the given token hashes (SHA-256, hex) that are still valid, and whether their person is suspended; provided
 * by the module `account`.
 */
export type FilterActive = (
  ctx: AppContext,
  hashes: string[],
) => Promise<Map<string, { isSuspended: boolean }>>;
