import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { budgetPerServer, longBodyLimits } from './memory-budget.ts';

/** The memory budget for long JSON bodies of a server. */
export const longBodyBudgetOf = budgetPerServer(longBodyLimits);

/**
 * For calls with a larger body limit than the default: reserves memory before the body is read, until the response is
 * sent or the connection is closed. A body without a content length counts with the maximum.
 */
export function reserveLongBody(defaultBytes: number, maxBytes: number) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const declared = request.headers['content-length'];
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const bytes = isChunked ? maxBytes : Math.min(Number(declared ?? 0), maxBytes);
    if (bytes <= defaultBytes) return;
    const person = request.viewer?.id ?? request.ip;
    finished(reply.raw, longBodyBudgetOf(request.server).reserve(person, bytes));
  };
}
