import type { LimitClass } from '@inkling/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { AppContext, Viewer } from '../context.ts';
import { addressKey } from './address.ts';
import { databaseCounter } from './rate-limits-database.ts';
import { memoryCounter } from './rate-limits-memory.ts';
import { type Count, defaultLimits, type Flow, type Limit, storedClasses } from './rate-limits-table.ts';

/** Of what is counted in memory, by address even for those who have a token. */
const byAddressInMemory = new Set<Flow>(['live', 'page', 'visitors']);
const byAddress = (flow: Flow): boolean => byAddressInMemory.has(flow) || storedClasses[flow] === 'address';

/**
 * Where the calls come from that the server makes of itself for a page, which is everybody's: no connection has such
 * an address. They are not counted; who asks for pages is not told by them.
 */
export const internalAddress = 'this server';

/** Of the connection: `ip` is what a proxy says. */
export const isInternalCall = (request: FastifyRequest): boolean =>
  request.raw.socket.remoteAddress === internalAddress;

const tooMany = (ttl: number): AppError => {
  const seconds = Math.ceil(ttl / 1000);
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('TOO_MANY_REQUESTS', `That was a lot at once. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
};

type Counting = Promise<void> | undefined;

/** Counts each call once, and fails with TOO_MANY_REQUESTS when there were too many; a promise when it takes long. */
export interface Limiter {
  /** Counts what is counted by address, before the token is looked up. */
  beforeLookup(request: FastifyRequest, flow: LimitClass): Counting;
  /** Counts the rest by person, whichever of their tokens they use. A token that nobody has counts as none. */
  afterLookup(request: FastifyRequest, flow: LimitClass, viewer: Viewer | null): Counting;
}

/** Flows of visitors; there are no uploads and exports for them, so that what asks for one is like any other call. */
const visitorsFlow = (flow: LimitClass): Flow =>
  flow === 'read' || storedClasses[flow] === 'person' ? 'visitors' : flow;

/** Makes the limiter of calls. What is not a call is counted by its route's `limitClass`; files have none. */
export function limitRates(
  http: FastifyInstance,
  ctx: Pick<AppContext, 'db' | 'clock' | 'log' | 'config'>,
): Limiter {
  const limits: Record<Flow, Limit> = { ...defaultLimits, ...ctx.config.RATE_LIMITS };
  const inMemory = memoryCounter();
  const inDatabase = databaseCounter(ctx);
  const check = (flow: Flow, { calls, ttl }: Count): void => {
    if (calls > limits[flow].max) throw tooMany(ttl);
  };
  const count = (flow: Flow, who: string): Counting => {
    const key = `${flow}:${who}`;
    if (storedClasses[flow] === undefined) return void check(flow, inMemory(key, limits[flow]));
    return inDatabase(key, limits[flow]).then((counted) => check(flow, counted));
  };
  const countAddress = (flow: Flow, request: FastifyRequest): Counting =>
    isInternalCall(request) ? undefined : count(flow, addressKey(request.ip));

  http.addHook('onRoute', (route) => {
    const { limitClass, callKey } = route.config ?? {};
    if (limitClass === undefined || callKey !== undefined) return;
    const flow = visitorsFlow(limitClass);
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      async (request: FastifyRequest) => countAddress(flow, request),
    ];
  });
  http.addHook('onRequest', async (request) => {
    if (request.is404) return countAddress('visitors', request);
  });
  return {
    beforeLookup: (request, flow) => (byAddress(flow) ? countAddress(flow, request) : undefined),
    afterLookup(request, flow, viewer) {
      if (byAddress(flow)) return undefined;
      return viewer === null ? countAddress(visitorsFlow(flow), request) : count(flow, viewer.id);
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limitClass?: LimitClass;
    callKey?: string;
  }
}
