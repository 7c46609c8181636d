import { hash } from 'node:crypto';
import type { LimitClass } from '@inkling/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../app-error.ts';
import type { AppContext } from '../context.ts';
import { fromDatabase, unavailable } from '../db/db-errors.ts';
import { addressKey } from './address.ts';
import { countOnce } from './rate-limits.queries.ts';
import { type Count, type Flow, type Limit, usualLimits } from './rate-limits-table.ts';

/** Maximum number of counts in memory; the least recently used are evicted first. */
const maxCounts = 20_000;

/** Counts calls in this process's memory. */
export function memoryCounter(now = () => performance.now(), max = maxCounts) {
  const counts = new LRUCache<string, { calls: number; endsAt: number }>({ max });
  return (key: string, { timeWindow }: Limit): Count => {
    const time = now();
    const count = counts.get(key);
    if (count === undefined || count.endsAt <= time) {
      counts.set(key, { calls: 1, endsAt: time + timeWindow });
      return { calls: 1, ttl: timeWindow };
    }
    count.calls += 1;
    return { calls: count.calls, ttl: count.endsAt - time };
  };
}

/**
 * Counts calls in the database with one statement each. Refused keys are cached until their window ends, so that a
 * flood of refused calls does not reach the database. A call that cannot be counted fails with 503.
 */
export function databaseCounter(ctx: Pick<AppContext, 'db' | 'clock' | 'log'>) {
  const refused = new LRUCache<string, number>({ max: maxCounts });
  return async (subject: string, { max, timeWindow }: Limit): Promise<Count> => {
    const now = ctx.clock.now().getTime();
    const left = (refused.get(subject) ?? 0) - now;
    if (left > 0 && left <= timeWindow) return { calls: max + 1, ttl: left };
    const key = hash('sha256', subject, 'buffer');
    const { calls, endsAt } = await countOnce(ctx.db, key, now, timeWindow).catch((error) => {
      ctx.log.error({ err: error }, 'a call couldn’t be counted for its rate limit');
      throw fromDatabase(error) ?? unavailable();
    });
    if (calls > max) refused.set(subject, endsAt);
    return { calls, ttl: endsAt - now };
  };
}

/**
 * The remote address of calls that the server makes to itself to render a page. No real connection has this address.
 * Such calls are not counted: the page request itself is.
 */
export const internalAddress = 'this server';

/** Checks the connection's address, since `request.ip` may come from a proxy's header. */
export const isInternalCall = (request: FastifyRequest): boolean =>
  request.raw.socket.remoteAddress === internalAddress;

const tooMany = (ttl: number): AppError => {
  const seconds = Math.ceil(ttl / 1000);
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('TOO_MANY_REQUESTS', `Too many requests. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
};

type Counting = Promise<void> | undefined;

/** Counts each call once, and throws TOO_MANY_REQUESTS beyond the limit; returns a promise only if it must wait. */
export interface Limiter {
  /** Counts the flows that are counted by address, before the token is looked up. */
  beforeLookup(request: FastifyRequest, flow: LimitClass): Counting;
  /** Counts the other flows by person, across all their tokens. An invalid token counts as a visitor. */
  afterLookup(request: FastifyRequest, flow: LimitClass): Counting;
}

const isByAddress = (flow: Flow): boolean => usualLimits[flow].by === 'address';

/** The flow of a visitor's call. Uploads and exports need an account, so a visitor's attempt is like a read. */
const visitorFlow = (flow: LimitClass): Flow =>
  flow === 'read' || (usualLimits[flow].stored && !isByAddress(flow)) ? 'visitors' : flow;

/** Creates the limiter of calls. Other routes are counted by their `limitClass`; static files have none. */
export function limitRates(
  http: FastifyInstance,
  ctx: Pick<AppContext, 'db' | 'clock' | 'log' | 'config'>,
): Limiter {
  const inMemory = memoryCounter();
  const inDatabase = databaseCounter(ctx);
  const count = (flow: Flow, subject: string): Counting => {
    const limit = ctx.config.RATE_LIMITS?.[flow] ?? usualLimits[flow];
    const check = ({ calls, ttl }: Count): void => {
      if (calls > limit.max) throw tooMany(ttl);
    };
    const key = `${flow}:${subject}`;
    if (!usualLimits[flow].stored) return void check(inMemory(key, limit));
    return inDatabase(key, limit).then(check);
  };
  const countAddress = (flow: Flow, request: FastifyRequest): Counting =>
    isInternalCall(request) ? undefined : count(flow, addressKey(request.ip));

  http.addHook('onRoute', (route) => {
    const { limitClass, callKey } = route.config ?? {};
    if (limitClass === undefined || callKey !== undefined) return;
    const flow = visitorFlow(limitClass);
    route.onRequest = [
      // First, so that nothing is looked up for what is refused.
      async (request: FastifyRequest) => countAddress(flow, request),
      ...[route.onRequest ?? []].flat(),
    ];
  });
  http.addHook('onRequest', async (request) => {
    if (request.is404) return countAddress('visitors', request);
  });
  return {
    beforeLookup: (request, flow) => (isByAddress(flow) ? countAddress(flow, request) : undefined),
    afterLookup(request, flow) {
      if (isByAddress(flow)) return undefined;
      const { viewer } = request;
      return viewer === null ? countAddress(visitorFlow(flow), request) : count(flow, viewer.id);
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limitClass?: LimitClass;
    callKey?: string;
  }
}
