import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { longBodyLimits, type UploadBudget, uploadBudget } from './upload-budget.ts';

const budgets = new WeakMap<FastifyInstance['server'], UploadBudget>();

/** The memory that bodies of long texts to a server hold. */
export function longBodyBudgetOf({ server }: FastifyInstance): UploadBudget {
  const budget = budgets.get(server) ?? uploadBudget(longBodyLimits);
  budgets.set(server, budget);
  return budget;
}

/**
 * For calls that take more than the usual body: reserves memory before it is read, until the response is sent or the
 * connection has ended. A body that does not say its size counts as the longest.
 */
export function reserveLongBody(usualBytes: number, maxBytes: number) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const declared = request.headers['content-length'];
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const bytes = isChunked ? maxBytes : Math.min(Number(declared ?? 0), maxBytes);
    if (bytes <= usualBytes) return;
    const person = request.caller?.viewer.id ?? request.ip;
    finished(reply.raw, longBodyBudgetOf(request.server).reserve(person, bytes));
  };
}
