import type { FastifyInstance } from 'fastify';
import { budgetFor, type Db } from '../db/db.ts';
import { currentBudget, inRequest } from '../db/timeouts.ts';
import type { WaitBudget } from '../db/wait-budget.ts';
import { isInternalCall } from './rate-limits.ts';

/**
 * Gives each request one budget for all its waits for the database (docs/product.md §1.3). To be called before any
 * hook that uses the database is added.
 */
export function limitDatabaseWaits(http: FastifyInstance, db: Db): void {
  http.decorateRequest('waitBudget', null);
  http.addHook('onRequest', (request, _reply, done) => {
    // Calls that a page makes are waits of the request for that page.
    const budget = (isInternalCall(request) ? currentBudget() : null) ?? budgetFor(db);
    request.waitBudget = budget;
    inRequest(budget, done);
  });
  // A body arrives in the context of its connection, not of its request.
  http.addHook('preValidation', ({ waitBudget }, _reply, done) => {
    if (waitBudget === null) done();
    else inRequest(waitBudget, done);
  });
  http.addHook('onResponse', (request, _reply, done) => {
    if (request.waitBudget !== null && !isInternalCall(request)) request.waitBudget.isOver = true;
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    waitBudget: WaitBudget | null;
  }
}
