import type { Call, LimitClass } from '@inkling/contract/call';
import type { FastifyRequest } from 'fastify';
import { requireAccess } from '../access.ts';
import type { Viewer } from '../context.ts';
import { readFromStandby } from '../db/db.ts';
import { resolveViewer } from '../viewer-cache.ts';
import type { Api } from './bind.ts';

export const flowOf = ({ limit, method }: Call): LimitClass => limit ?? (method === 'GET' ? 'read' : 'write');

/** The token of `Authorization: Bearer …` (scheme in any case), or null. */
const bearerToken = ({ headers: { authorization } }: FastifyRequest): string | null =>
  authorization === undefined ? null : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? null);

/**
 * The first step of each call, before its body is read: counts it for the rate limits, authenticates it
 * (`request.viewer`), and checks access. Tokens of requests are looked up only here.
 */
export function identify({ ctx, authenticate, limiter }: Api, call: Call, requireRoom?: () => void) {
  const flow = flowOf(call);
  return async (request: FastifyRequest): Promise<void> => {
    requireRoom?.();
    const countedByAddress = limiter?.beforeLookup(request, flow);
    if (countedByAddress !== undefined) await countedByAddress;
    const token = bearerToken(request);
    const lookup = token === null ? null : resolveViewer(ctx, authenticate, token);
    request.viewer = lookup instanceof Promise ? await lookup : lookup;
    const countedByPerson = limiter?.afterLookup(request, flow);
    if (countedByPerson !== undefined) await countedByPerson;
    requireAccess(call, request.viewer);
    if (call.method === 'GET') readFromStandby(ctx.db, request.viewer?.written);
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for visitors, and on routes that do not authenticate. */
    viewer: Viewer | null;
  }
}
