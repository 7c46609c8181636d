import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { AppContext } from '../context.ts';
import { inBackground } from '../db/timeouts.ts';
import { outageLog } from '../log.ts';
import { type Maintenance, maintenanceRetry, maintenanceText, readMaintenance } from '../maintenance.ts';
import { refreshSettings } from '../site-settings.ts';

/** How soon (ms) a server notices that maintenance mode was switched on or off, or that settings were changed. */
const pollInterval = 2_000;

/** For monitoring; and the scripts of open pages, which ask for nothing and would otherwise break. */
const alwaysServed = /^\/(?:livez|healthz|readyz|metrics)(?:\?|$)|^\/assets\//;

export interface MaintenanceMode {
  /** Null while it is off. */
  current(): Maintenance | null;
  /** Throws MAINTENANCE while it is on. */
  requireOff(): void;
  /** Reads it from the database at once. */
  refresh(): Promise<void>;
}

/**
 * Answers every page and call with a 503 while the operator has maintenance mode switched on, before anything else is done
 * for it. The state is read every two seconds, not for each request, and so are the site’s settings. While the database does not answer, the last one counts.
 */
export function maintenanceMode(
  http: FastifyInstance,
  { db, clock, log, config }: Pick<AppContext, 'db' | 'clock' | 'log' | 'config'>,
): MaintenanceMode {
  let state: Maintenance | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const logFailure = outageLog(log, 'maintenance mode can’t be read; trying again');

  const refresh = async (): Promise<void> => {
    const before = state !== null;
    state = await inBackground(async () => {
      await refreshSettings({ config }, db);
      return readMaintenance(db);
    });
    if (before !== (state !== null)) log.info(`maintenance mode is ${state === null ? 'off' : 'on'}`);
  };
  const poll = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => void refresh().catch(logFailure).then(poll), pollInterval).unref();
  };
  const requireOff = (): void => {
    if (state === null) return;
    const now = clock.now();
    throw new AppError('MAINTENANCE', maintenanceText(state, now), {
      retryAfterSeconds: maintenanceRetry(state, now),
    });
  };

  http.addHook('onRequest', ({ raw }, _reply, done) => {
    if (state !== null && !alwaysServed.test(raw.url ?? '')) requireOff();
    done();
  });
  http.addHook('onReady', () => refresh().catch(logFailure));
  http.addHook('onListen', async () => poll());
  http.addHook('preClose', async () => {
    isClosed = true;
    clearTimeout(timer);
  });
  return { current: () => state, requireOff, refresh };
}
