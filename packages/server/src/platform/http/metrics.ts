import { createHash, timingSafeEqual } from 'node:crypto';
import { errorStatus } from '@inkling/contract/errors';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { activityOf, type Tally } from '../activity.ts';
import { AppError } from '../app-error.ts';
import type { AppContext } from '../context.ts';
import { type Database, standbysOf } from '../db/db.ts';
import { type DiskState, diskState } from '../disk-space.ts';
import { listenerStatus } from '../events/operations.queries.ts';
import { lastBackup } from '../last-backup.queries.ts';
import type { LiveServer } from '../live/live-server.ts';
import { programVersion } from '../version.ts';
import { browserFailuresOf } from './browser-failures.ts';
import type { MaintenanceMode } from './maintenance-mode.ts';
import { countJobs } from './metrics.queries.ts';
import { isInternalCall } from './rate-limits.ts';

const tokenRequired = () =>
  new AppError('SIGN_IN_REQUIRED', 'Send the METRICS_TOKEN of this site as a bearer token.');

/** Upper bounds in seconds. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const hash = (value: string): Buffer => createHash('sha256').update(value).digest();

/** What is measured, besides the database. */
interface Measured {
  http: FastifyInstance;
  ctx: AppContext;
  maintenance: MaintenanceMode;
  live: Pick<LiveServer, 'countConnections'>;
}

/** Gauges of prom-client with the suffix of counters, each of which another one repeats by type. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Serves `/metrics` in the format of Prometheus to whoever has METRICS_TOKEN; without one there is no such page
 * (docs/operating.md#metrics). Labels are templates of routes and names in the code, never ids.
 */
export function serveMetrics(measured: Measured, database: Database): void {
  const { http, ctx } = measured;
  const token = ctx.config.METRICS_TOKEN;
  if (token === undefined) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  for (const name of misnamed) register.removeSingleMetric(name);
  countRequests(http, register);
  const refresh = stateGauges(register, measured, database);
  countActivity(measured, register);
  const expected = hash(`Bearer ${token}`);
  http.get('/metrics', { config: { limitClass: 'read' } }, async (request, reply) => {
    if (!timingSafeEqual(hash(request.headers.authorization ?? ''), expected)) throw tokenRequired();
    await refresh();
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });
}

/** Measures every response to a client; a page's calls to this server are part of the page. */
function countRequests(http: FastifyInstance, register: Registry): void {
  const seconds = new Histogram({
    name: 'inkling_http_request_duration_seconds',
    help: 'Time from a request’s headers to the end of its response, by route and kind of status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [register],
  });
  const tooMany = new Counter({
    name: 'inkling_rate_limited_requests_total',
    help: 'Requests that were refused with status 429, by route.',
    labelNames: ['route'],
    registers: [register],
  });
  http.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const { method, routeOptions } = request;
    const status = `${Math.floor(statusCode / 100)}xx`;
    const route = routeOptions.url ?? 'none';
    if (!isInternalCall(request)) {
      seconds.observe({ method, route, status }, elapsedTime / 1000);
      if (statusCode === errorStatus.TOO_MANY_REQUESTS) tooMany.inc({ route });
    }
    done();
  });
}

const disks: DiskState[] = ['ok', 'low', 'full'];

/** Counters of what happens besides requests; the keys of a tally have a word for each label. */
function countActivity({ http, ctx }: Measured, register: Registry): void {
  const { emails, jobs, memberPages } = activityOf(ctx.db);
  const counter = (name: string, help: string, labels: string[], tally: Tally) =>
    new Counter({
      name: `inkling_${name}_total`,
      help,
      labelNames: labels,
      registers: [register],
      collect() {
        this.reset();
        for (const [key, count] of tally) {
          const words = key.split(' ');
          this.inc(Object.fromEntries(labels.map((label, index) => [label, words[index] ?? ''])), count);
        }
      },
    });
  counter('emails', 'Attempts to send an email, by result: sent or failed.', ['result'], emails);
  counter(
    'job_runs',
    'Attempts of jobs, by queue and result: done, retried, or failed for good.',
    ['queue', 'result'],
    jobs,
  );
  counter(
    'member_pages',
    'Requests for pages that come written for members: written, or why the page for everyone was sent.',
    ['result'],
    memberPages,
  );
  const reads = standbysOf(ctx.db)?.counts;
  if (reads !== undefined)
    counter(
      'reads',
      'Requests that may read from a standby, by where they read: standby, or the reason for the primary; repeated counts statements.',
      ['place'],
      reads,
    );
  counter(
    'browser_failures',
    'Pages on which a script has failed in a browser, by page.',
    ['page'],
    browserFailuresOf(http),
  );
}

/** Gauges of what the database and the disk say; the result takes them again. */
function stateGauges(
  register: Registry,
  { ctx, maintenance, live }: Measured,
  { pool, background }: Database,
) {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `inkling_${name}`, help, labelNames, registers: [register] });
  gauge('info', 'The version that runs.', 'version').set({ version: programVersion }, 1);
  const connections = gauge(
    'database_connections',
    'Connections to the database, and requests that wait for one.',
    'pool',
    'state',
  );
  const isUp = gauge('database_up', 'Whether the database has answered: 1 or 0.');
  const jobs = gauge(
    'jobs',
    'Jobs of a queue: created, retry, active, and failed for good in the last days.',
    'queue',
    'state',
  );
  const behind = gauge('listener_events_behind', 'Events that a listener has not handled yet.', 'listener');
  const failing = gauge('listener_subjects_retrying', 'Subjects with a failed event to retry.', 'listener');
  const setAside = gauge(
    'listener_subjects_set_aside',
    'Subjects with an event that was set aside.',
    'listener',
  );
  const backupAge = gauge(
    'backup_age_seconds',
    'Age of the last complete daily backup, or of the site while there is none; absent with BACKUPS=off.',
  );
  const verifiedAge = gauge(
    'backup_verified_age_seconds',
    'Age of the last daily backup that was restored as a check, or of the site while there is none; absent with BACKUPS=off.',
  );
  const liveConnections = gauge('live_connections', 'Open live connections of signed-in people.');
  const isMaintained = gauge('maintenance', 'Whether maintenance mode is on: 1 or 0.');
  const disk = gauge('disk_state', 'State of the disk of DATA_DIR: 1 for the current one.', 'state');

  return async (): Promise<void> => {
    for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries({ pool, background })) {
      const labels = { pool: name === 'pool' ? 'requests' : name };
      connections.set({ ...labels, state: 'used' }, totalCount - idleCount);
      connections.set({ ...labels, state: 'idle' }, idleCount);
      connections.set({ ...labels, state: 'waiting' }, waitingCount);
    }
    liveConnections.set(live.countConnections());
    isMaintained.set(maintenance.current() === null ? 0 : 1);
    const current = await diskState(ctx.config);
    for (const state of disks) disk.set({ state }, state === current ? 1 : 0);
    for (const each of [jobs, behind, failing, setAside]) each.reset();
    for (const each of [backupAge, verifiedAge]) each.remove();
    try {
      const [counts, listeners, backup] = await Promise.all([
        countJobs(ctx.db),
        listenerStatus(ctx.db),
        lastBackup(ctx),
      ]);
      const ageOf = (last: { at: Date } | null) =>
        (ctx.clock.now().getTime() - (last?.at ?? backup.since).getTime()) / 1000;
      if (backup.isDaily) {
        backupAge.set(ageOf(backup.written));
        verifiedAge.set(ageOf(backup.restorable));
      }
      for (const { queue, state, jobs: count } of counts) jobs.set({ queue, state }, count);
      for (const status of listeners) {
        const labels = { listener: status.listener };
        behind.set(labels, status.behind);
        failing.set(labels, status.retrying);
        setAside.set(labels, status.setAside);
      }
      isUp.set(1);
    } catch (error) {
      ctx.log.warn({ err: error }, 'metrics without the database');
      isUp.set(0);
    }
  };
}
