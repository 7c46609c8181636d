import type { FastifyInstance } from 'fastify';
import { perInstance } from '../per-instance.ts';
import type { RequestFailure } from './error-handler.ts';

interface FailureCount {
  count: number;
  /** Milliseconds since 1970. */
  lastAt: number;
}

/** Responses with a status from 500 up since the process started, by cause: the code, and what it waited for or the SQLSTATE. */
export const failureCountsOf = perInstance((_http: FastifyInstance) => new Map<string, FailureCount>());

/** Counts a failed request by its cause; maintenance mode is wanted. */
export function countFailure(http: FastifyInstance, { code, wait, sqlState }: RequestFailure): void {
  if (code === 'MAINTENANCE') return;
  const counts = failureCountsOf(http);
  const cause = [code, wait ?? sqlState].filter(Boolean).join(' ');
  counts.set(cause, { count: (counts.get(cause)?.count ?? 0) + 1, lastAt: Date.now() });
}
