import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, type InputOf, isFileResponse, type ResponseOf } from '@inkling/contract/call';
import { codesOf } from '@inkling/contract/call-errors';
import type { ErrorCode, Failure } from '@inkling/contract/errors';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type App, createApp } from '../app.ts';
import { createAccount } from '../modules/account/account.service.ts';
import { usePasswordCost } from '../modules/account/passwords.ts';
import { modules } from '../modules.ts';
import { type FakeClock, fakeClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import type { AppContext, RequestContext } from '../platform/context.ts';
import { coverArt } from '../platform/cover-art.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import type { DatabaseTimeouts } from '../platform/db/timeouts.ts';
import { configuredMailer } from '../platform/email/configured.ts';
import { eventRunner } from '../platform/events/event-runner.ts';
import type { EventRunner } from '../platform/events/events.ts';
import type { JobRunner } from '../platform/jobs/jobs.ts';
import { pgBossJobs } from '../platform/jobs/pg-boss-jobs.ts';
import { configuredCluster } from '../platform/live/cluster.ts';
import { livePublisher } from '../platform/live/live-publisher.ts';
import { createLog } from '../platform/log.ts';
import { diskStorage } from '../platform/storage/configured-storage.ts';
import { workerThreads } from '../platform/threads.ts';
import { requestOf } from './request-of.ts';
import { scanResponses } from './response-scan.ts';
import { testPasswordCost } from './test-password.ts';

usePasswordCost(testPasswordCost);

export interface Person {
  id: string;
  username: string;
  token: string;
}

interface Response<C extends Call> {
  status: number;
  headers: Record<string, unknown>;
  /** The body of a success; reading it after a failure fails the test with the server's message. */
  body: ResponseOf<C>;
  failure: Failure;
}

/** A running application on its own database, with people to use it as. */
export interface TestApp {
  app: App;
  ctx: AppContext;
  clock: FakeClock;
  database: Database;
  /** Runs pending jobs until none is left; with `waiting`, also those that wait for a retry. */
  runJobs: JobRunner['runAll'];
  /** Delivers pending events and retries what is due. */
  runEvents: EventRunner['runAll'];
  /** Registers an account with `testPassword` and a unique name. */
  person(name?: string): Promise<Person>;
  /** Makes calls as a person, or as a visitor for null. */
  as(who: Person | null): {
    call<C extends Call>(call: C, input: InputOf<C>, headers?: Record<string, string>): Promise<Response<C>>;
  };
}

/** Long timeouts, because the test machine may be busy; timeouts have their own tests. */
export const longTimeouts: DatabaseTimeouts = {
  connectMs: 60_000,
  statementMs: 60_000,
  lockMs: 60_000,
  silenceMs: 30_000,
  requestMs: 200_000,
  commitMs: 30_000,
  silentMs: 60_000,
};

/**
 * Retries, because a database can be neither cloned nor dropped while somebody works in it: a test of connections in the
 * template, or autovacuum, which the role may not stop.
 */
async function retry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The connection on which a worker creates and drops the databases of its files; a new one costs as much as a clone. */
let admins: pg.Pool | undefined;

async function cloneTemplate(): Promise<{ connection: pg.ClientConfig; drop(): Promise<void> }> {
  const server = inject('database');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  if (admins === undefined) {
    admins = new pg.Pool({ ...server, database: 'postgres', max: 1, allowExitOnIdle: true });
    // PostgreSQL stops while a worker may still be connected.
    admins.on('error', () => {});
  }
  const pool = admins;
  const admin = async (statement: string) => void (await pool.query(statement));
  await retry(() => admin(`create database ${name} template ${server.database} strategy file_copy`));
  return {
    connection: { ...server, database: name },
    drop: () => retry(() => admin(`drop database if exists ${name} with (force)`)),
  };
}

/**
 * Creates an application for the tests of one file, with a database cloned from the migrated template. `isClustered`:
 * live events reach further applications on it (`secondApp`).
 */
export function testApp(
  settings: Record<string, string> = {},
  { isClustered = false }: { isClustered?: boolean } = {},
): TestApp {
  const current: {
    app?: App;
    database?: Database;
    ctx?: AppContext;
    jobs?: JobRunner;
    events?: EventRunner;
    close?: () => Promise<void>;
  } = {};
  const clock = fakeClock(new Date('2026-03-02T10:00:00Z'));
  const addresses = new Map<string, string>();

  beforeAll(async () => {
    const { connection, drop } = await cloneTemplate();
    const folder = await mkdtemp(join(tmpdir(), 'inkling-test-'));
    const config = readConfig({
      RATE_LIMIT: 'off',
      NEW_ACCOUNT_HOURS: '0',
      REPEATED_TEXTS: '0',
      // Authors of tests start as many stories as they need.
      PLANS: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
      ...settings,
    });
    const log = createLog(config, false);
    const database = openDatabase(connection as Parameters<typeof openDatabase>[0], {
      timeouts: longTimeouts,
    });
    const jobs = pgBossJobs(database, log, 'tool');
    const events = eventRunner({ db: database.db, clock, log });
    const ctx: AppContext = {
      db: database.db,
      clock,
      // The database has the real time; behave as if it shared the test's clock.
      databaseTime: async () => clock.system(),
      config,
      log,
      storage: diskStorage(join(folder, 'files')),
      jobs,
      email: configuredMailer(config, log, clock, database.db),
      live: livePublisher(isClustered ? await configuredCluster(config, database) : null),
      events,
      threads: workerThreads(log),
      coverArt: coverArt(),
      modules,
    };
    const app = await createApp(ctx);
    await app.http.ready();
    scanResponses(app.http, addresses);
    Object.assign(current, {
      app,
      database,
      ctx,
      jobs,
      events,
      close: async () => {
        await app.close();
        await Promise.all([jobs.stop(), events.stop()]);
        ctx.email.close();
        await ctx.threads.close();
        await database.close();
        await drop();
        await rm(folder, { recursive: true, force: true });
      },
    });
  });
  afterAll(() => current.close?.());

  const required = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The test application is available only inside tests and hooks.');
    return part;
  };

  const as = (who: Person | null) => ({
    async call<C extends Call>(call: C, input: InputOf<C>, headers: Record<string, string> = {}) {
      const request = requestOf(call, input, who?.token ?? null);
      const response = await required(current.app).http.inject({
        ...request,
        headers: { ...request.headers, ...headers },
      });
      const isFile = isFileResponse(call.response) && response.statusCode < 400;
      const body = isFile
        ? new Blob([new Uint8Array(response.rawPayload)])
        : response.body === ''
          ? {}
          : response.json();
      const { code } = body as { code?: ErrorCode };
      if (response.statusCode >= 400 && code !== undefined && !codesOf(call).includes(code)) {
        throw new Error(`${call.key} does not list ${code} among its errors.`);
      }
      return {
        status: response.statusCode,
        headers: response.headers,
        get body(): ResponseOf<C> {
          if (response.statusCode >= 400) {
            throw new Error(`${call.key} returned ${response.statusCode}: ${response.body}`);
          }
          return body;
        },
        get failure(): Failure {
          if (response.statusCode < 400)
            throw new Error(`${call.key} succeeded: ${response.body.slice(0, 500)}`);
          return body;
        },
      };
    },
  });

  let people = 0;
  return {
    get app() {
      return required(current.app);
    },
    get ctx() {
      return required(current.ctx);
    },
    get database() {
      return required(current.database);
    },
    clock,
    as,
    runJobs: (options) => required(current.jobs).runAll(options),
    runEvents: () => required(current.events).runAll(),
    async person(name) {
      people += 1;
      const username = name ?? `person${people}_${randomBytes(3).toString('hex')}`;
      const ctx = required(current.ctx);
      const request: RequestContext = {
        ...ctx,
        requestId: 'test',
        address: '127.0.0.1',
        userAgent: 'test',
        wantsPrivacy: false,
        isClientGone: () => false,
      };
      const { token, user } = await createAccount(
        request,
        { username, email: `${username}@example.test` },
        inject('testPasswordHash'),
        { isVerified: true },
      );
      addresses.set(token, `${username}@example.test`);
      return { id: user._id, username, token };
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    database: { host: string; port: number; user: string; password: string; database: string };
    /** A data folder with a migrated, stopped database, to be copied. */
    migratedFolder: string;
    /** The hash of `testPassword`, computed once because hashing is the slowest part of a sign-up. */
    testPasswordHash: string;
  }
}
