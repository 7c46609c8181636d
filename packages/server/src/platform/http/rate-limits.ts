import rateLimit from '@fastify/rate-limit';
import type { LimitClass } from '@inkling/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { AppContext, Viewer } from '../context.ts';
import { addressKey } from './address.ts';
import { bearerToken } from './bearer-token.ts';
import { countsThatLast } from './rate-limits-kept.ts';
import { type Flow, isFlow, kept, type Limit, usualLimits } from './rate-limits-table.ts';

/** Of what is counted in memory, by address even for those who have a token. */
const byAddress = new Set<Flow>(['live']);

type Authenticated = (token: string) => Promise<{ viewer: Viewer } | null>;

/**
 * Where the calls come from that the server makes of itself for a page, which is everybody's: no connection has such
 * an address. They are not counted; who asks for pages is not told by them.
 */
export const ownCalls = 'this server';

const classOf = (request: FastifyRequest): LimitClass => request.routeOptions.config.limitClass ?? 'read';

/** For whom a call is counted in memory: by person, whichever of their tokens they use, and otherwise by address. */
async function whoseCall(
  request: FastifyRequest,
  authenticated: Authenticated,
): Promise<{ flow: Flow; who: string }> {
  const flow = classOf(request);
  const token = byAddress.has(flow) ? null : bearerToken(request);
  const found = token === null ? null : await authenticated(token);
  if (found !== null) return { flow, who: found.viewer.id };
  return { flow: flow === 'read' ? 'visitors' : flow, who: addressKey(request.ip) };
}

const tooMany = (ttl: number): AppError => {
  const seconds = Math.ceil(ttl / 1000);
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('TOO_MANY_REQUESTS', `That was a lot at once. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
};

interface Limiter {
  stranger(request: FastifyRequest): Promise<void>;
  person(request: FastifyRequest, viewer: Viewer): Promise<void> | undefined;
}
const limiters = new WeakMap<FastifyInstance, Limiter>();

/** Counts a token that nobody has by the address it came from: a new one each time is no way round the limits. */
export const limitStranger = async (http: FastifyInstance, request: FastifyRequest): Promise<void> =>
  limiters.get(http)?.stranger(request);

/** Counts what is limited by person, whichever of their tokens they use; nothing for other calls. */
export const limitPerson = (
  http: FastifyInstance,
  request: FastifyRequest,
  viewer: Viewer,
): Promise<void> | undefined => limiters.get(http)?.person(request, viewer);

/** Limits every call; pages' assets are not counted. */
export async function limitRates(
  http: FastifyInstance,
  ctx: Pick<AppContext, 'db' | 'clock' | 'log' | 'config'>,
  authenticated: Authenticated,
): Promise<void> {
  const limits: Record<Flow, Limit> = { ...usualLimits, ...ctx.config.RATE_LIMITS };
  const count = countsThatLast(ctx);
  const countFor = async (flow: Flow, who: string): Promise<void> => {
    const { calls, ttl } = await count(`${flow}:${who}`, limits[flow]);
    if (calls > limits[flow].max) throw tooMany(ttl);
  };

  http.addHook('onRoute', (route) => {
    const flow = route.config?.limitClass;
    if (flow !== undefined && kept[flow] === undefined) return;
    // Nothing of it is counted in memory.
    route.config = { ...route.config, rateLimit: false };
    if (flow === undefined || kept[flow] !== 'address') return;
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request) => countFor(flow, addressKey(request.ip)),
    ];
  });
  const limitFor = (key: string): Limit => {
    const flow = key.slice(0, key.indexOf(':'));
    return limits[isFlow(flow) ? flow : 'read'];
  };
  await http.register(rateLimit, {
    global: true,
    cache: 20_000,
    // Of the connection: `ip` is what a proxy says.
    allowList: (request: FastifyRequest) => request.raw.socket.remoteAddress === ownCalls,
    keyGenerator: async (request: FastifyRequest) => {
      const { flow, who } = await whoseCall(request, authenticated);
      return `${flow}:${who}`;
    },
    max: (_request: FastifyRequest, key: string) => limitFor(key).max,
    timeWindow: (_request: FastifyRequest, key: string) => limitFor(key).timeWindow,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  const countStranger = http.createRateLimit({
    ...limits.visitors,
    keyGenerator: (request) => `stranger:${addressKey(request.ip)}`,
  });
  limiters.set(http, {
    async stranger(request) {
      const limit = await countStranger(request);
      if (!limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttl);
    },
    person(request, viewer) {
      const flow = classOf(request);
      return kept[flow] === 'person' ? countFor(flow, viewer.id) : undefined;
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limitClass?: LimitClass;
    callKey?: string;
  }
}
