import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { LimitClass } from '@inkling/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { hour, minute } from '../clock.ts';
import { addressKey } from './address.ts';
import { bearerToken } from './bearer-token.ts';

interface Limit {
  max: number;
  timeWindow: number;
}

/** How often one token (or, for visitors, one address) may call, by flow (docs/product.md §1.6). */
const limits: Record<LimitClass, Limit> = {
  read: { max: 300, timeWindow: minute },
  write: { max: 120, timeWindow: minute },
  sync: { max: 240, timeWindow: minute },
  upload: { max: 10, timeWindow: minute },
  login: { max: 60, timeWindow: minute },
  register: { max: 20, timeWindow: 30 * minute },
  mail: { max: 25, timeWindow: 5 * minute },
  export: { max: 5, timeWindow: hour },
  contact: { max: 5, timeWindow: hour },
  live: { max: 10, timeWindow: minute },
};
/** Counted by address even for those who have a token: signing up anew for each attempt is no way round. */
const byAddress = new Set<LimitClass>(['login', 'register', 'mail', 'contact', 'live']);
const visitorReads: Limit = { max: 600, timeWindow: 5 * minute };

const limitOf = (request: FastifyRequest): Limit & { name: LimitClass } => {
  const name = request.routeOptions.config.limitClass ?? 'read';
  const visitor = bearerToken(request) === null;
  return { name, ...(visitor && name === 'read' ? visitorReads : limits[name]) };
};

const keyOf = (request: FastifyRequest): string => {
  const token = bearerToken(request);
  const { name } = limitOf(request);
  const who =
    token === null || byAddress.has(name)
      ? addressKey(request.ip)
      : createHash('sha256').update(token).digest('base64url');
  return `${name}:${who}`;
};

const tooMany = (ttl: number): AppError => {
  const seconds = Math.ceil(ttl / 1000);
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('TOO_MANY_REQUESTS', `That was a lot at once. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
};

const strangers = new WeakMap<FastifyInstance, (request: FastifyRequest) => Promise<void>>();

/** Counts a token that nobody has by the address it came from: a new one each time is no way round the limits. */
export const limitStranger = async (http: FastifyInstance, request: FastifyRequest): Promise<void> =>
  strangers.get(http)?.(request);

/** Limits every call; pages' assets are not counted. */
export async function limitRates(http: FastifyInstance): Promise<void> {
  await http.register(rateLimit, {
    global: true,
    cache: 20_000,
    allowList: (request: FastifyRequest) => request.routeOptions.config.limitClass === undefined,
    keyGenerator: keyOf,
    max: (request: FastifyRequest) => limitOf(request).max,
    timeWindow: (request: FastifyRequest) => limitOf(request).timeWindow,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  const count = http.createRateLimit({
    ...visitorReads,
    keyGenerator: (request) => `stranger:${addressKey(request.ip)}`,
  });
  strangers.set(http, async (request) => {
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttl);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limitClass?: LimitClass;
    callKey?: string;
  }
}
