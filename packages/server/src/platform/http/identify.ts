import type { Call, LimitClass } from '@inkling/contract/call';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Viewer } from '../context.ts';
import { resolveViewer } from '../viewer-cache.ts';
import { bearerToken } from './bearer-token.ts';
import type { Api } from './bind.ts';

/** The viewer who sent a request, and the token by which they are known. */
interface Caller {
  viewer: Viewer;
  token: string;
  tokenHash: Buffer;
}

export const flowOf = ({ limit, method }: Call): LimitClass => limit ?? (method === 'GET' ? 'read' : 'write');

/**
 * The first step of each call, before any of its body is read: counts it, finds out who sent it (`request.caller`),
 * and refuses those who may not call it. This is the one place where a request's token is looked up.
 */
export function identify({ ctx, authenticate, limiter }: Api, call: Call) {
  const flow = flowOf(call);
  return async (request: FastifyRequest): Promise<void> => {
    const counted = limiter?.beforeLookup(request, flow);
    if (counted !== undefined) await counted;
    const token = bearerToken(request);
    const looked = token === null ? null : resolveViewer(ctx, token, () => authenticate(ctx, token));
    const found = looked instanceof Promise ? await looked : looked;
    const counting = limiter?.afterLookup(request, flow, found?.viewer ?? null);
    if (counting !== undefined) await counting;
    if (found !== null && token !== null) request.caller = { ...found, token };
    else if (call.access !== 'public') throw new AppError('SIGN_IN_REQUIRED', 'Please sign in to do this.');
    if (call.access === 'admin' && request.caller?.viewer.isAdmin !== true) {
      throw new AppError('NOT_ALLOWED', 'Only an admin can do this.');
    }
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for visitors, and where nobody has been looked up. */
    caller: Caller | null;
  }
}
