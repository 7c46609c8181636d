import type { FastifyInstance } from 'fastify';
import { second } from '../clock.ts';
import type { AppContext } from '../context.ts';
import { dayAfter, dayIn } from '../days.ts';
import type { Db } from '../db/db.ts';
import { inBackground, outsideRequest } from '../db/timeouts.ts';
import { outageLog } from '../log.ts';
import { perInstance } from '../per-instance.ts';
import {
  addFailures,
  deleteFailuresBefore,
  type FailedRequests,
  listFailures,
} from './failed-requests.queries.ts';

/** How soon (ms) a failure is stored. */
const storedAfter = 10 * second;
/** For how many days failures are kept. */
const failureDays = 14;

const recorderOf = perInstance((_http: FastifyInstance) => ({ store: async (): Promise<void> => {} }));

/** Stores at once what has failed in this process. */
export const storeFailures = (http: FastifyInstance): Promise<void> => recorderOf(http).store();

/**
 * Counts responses with a status from 500 up by day, route and cause, for all processes together: the code, and what the
 * request waited for or the SQLSTATE. Maintenance mode is wanted. They are stored in batches; what can't be stored now is
 * stored with the next ones.
 */
export function recordFailures(
  http: FastifyInstance,
  { db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>,
): void {
  const waiting = new Map<string, FailedRequests>();
  let timer: NodeJS.Timeout | undefined;
  const logFailure = outageLog(log, 'failed requests are not counted yet; trying again');
  const add = (failed: FailedRequests): void => {
    const key = `${failed.day} ${failed.route} ${failed.cause}`;
    const requests = (waiting.get(key)?.requests ?? 0) + failed.requests;
    waiting.set(key, { ...failed, requests });
    timer ??= setTimeout(() => void store(), storedAfter).unref();
  };
  async function store(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const failures = [...waiting.values()];
    if (failures.length === 0) return;
    waiting.clear();
    await outsideRequest(() => inBackground(() => addFailures(db, failures))).catch((error: unknown) => {
      logFailure(error);
      for (const failed of failures) add(failed);
    });
  }
  recorderOf(http).store = store;
  http.addHook('onResponse', ({ routeOptions, failure }, { statusCode }, done) => {
    if (statusCode >= 500 && failure !== null && failure.code !== 'MAINTENANCE') {
      const now = clock.now();
      add({
        day: dayIn('UTC', now),
        route: routeOptions.url ?? 'none',
        cause: [failure.code, failure.wait ?? failure.sqlState].filter(Boolean).join(' '),
        requests: 1,
        lastAt: now.toISOString(),
      });
    }
    done();
  });
  http.addHook('onClose', async () => {
    await store();
    clearTimeout(timer);
  });
}

/** What has failed in the last `days` days, today included, in all processes. */
export const failuresOf = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>, days = failureDays) =>
  listFailures(db, dayAfter(dayIn('UTC', clock.now()), 1 - days));

export const deleteOldFailures = (db: Db, now: Date) =>
  deleteFailuresBefore(db, dayAfter(dayIn('UTC', now), 1 - failureDays));
