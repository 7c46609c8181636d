import type { Call, LimitClass } from '@inkling/contract/call';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Viewer } from '../context.ts';
import { resolveViewer } from '../viewer-cache.ts';
import { bearerToken } from './bearer-token.ts';
import type { Api } from './bind.ts';

/** The authenticated sender of a request. */
interface Caller {
  viewer: Viewer;
  token: string;
  tokenHash: Buffer;
}

export const flowOf = ({ limit, method }: Call): LimitClass => limit ?? (method === 'GET' ? 'read' : 'write');

/**
 * The first step of each call, before its body is read: counts it for the rate limits, authenticates it
 * (`request.caller`), and checks access. Tokens of requests are looked up only here.
 */
export function identify({ ctx, authenticate, limiter }: Api, call: Call) {
  const flow = flowOf(call);
  return async (request: FastifyRequest): Promise<void> => {
    const countedByAddress = limiter?.beforeLookup(request, flow);
    if (countedByAddress !== undefined) await countedByAddress;
    const token = bearerToken(request);
    const lookup = token === null ? null : resolveViewer(ctx, token, () => authenticate(ctx, token));
    const found = lookup instanceof Promise ? await lookup : lookup;
    const countedByPerson = limiter?.afterLookup(request, flow, found?.viewer ?? null);
    if (countedByPerson !== undefined) await countedByPerson;
    if (found !== null && token !== null) request.caller = { ...found, token };
    else if (call.access !== 'public') throw new AppError('SIGN_IN_REQUIRED', 'Please sign in to do this.');
    if (call.access === 'admin' && request.caller?.viewer.isAdmin !== true) {
      throw new AppError('NOT_ALLOWED', 'Only an admin can do this.');
    }
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for visitors, and on routes that do not authenticate. */
    caller: Caller | null;
  }
}
