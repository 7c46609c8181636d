import type { FastifyInstance } from 'fastify';
import { budgetFor, type Db } from '../db/db.ts';
import { currentBudget, inRequest } from '../db/timeouts.ts';
import type { WaitBudget } from '../db/wait-budget.ts';
import { isInternalCall } from './rate-limits.ts';

/**
 * Gives each request one time budget for all its database waits (docs/product/contract.md#errors). Call it before adding hooks
 * that use the database.
 */
export function limitDatabaseWaits(http: FastifyInstance, db: Db): void {
  http.decorateRequest('waitBudget', null);
  http.addHook('onRequest', (request, _reply, done) => {
    // Calls that the server makes to render a page use the budget of the page request.
    const budget = (isInternalCall(request) ? currentBudget() : null) ?? budgetFor(db);
    request.waitBudget = budget;
    inRequest(budget, done);
  });
  // Body events run in the async context of the connection, so the request's context is restored here.
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
