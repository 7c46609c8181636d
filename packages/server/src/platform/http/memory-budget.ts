import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { perInstance } from '../per-instance.ts';

const megabyte = 1024 * 1024;

/** The limits of a memory budget in bytes, in total and per person, with the messages beyond them. */
interface BudgetLimits {
  total: number;
  perPerson: number;
  tooMany: string;
  tooManyOfPerson: string;
}

/** Files that are uploaded (docs/product/http.md#memory-of-bodies). */
export const uploadLimits: BudgetLimits = {
  total: 64 * megabyte,
  perPerson: 24 * megabyte,
  tooMany: 'Many files are being uploaded right now. Please try again in a moment.',
  tooManyOfPerson: 'Other files of yours are still being uploaded. Please try again when they are done.',
};

/** Long texts, sent as JSON. */
export const longBodyLimits: BudgetLimits = {
  total: 256 * megabyte,
  perPerson: 24 * megabyte,
  tooMany: 'Many long texts are being sent right now. Please try again in a moment.',
  tooManyOfPerson: 'Other long texts of yours are still being sent. Please try again when they are done.',
};

const retryAfterSeconds = 10;

/** Tracks the memory that one kind of request holds in this process. */
class MemoryBudget {
  /** Bytes that are reserved at the moment. */
  held = 0;
  /** The maximum of `held` since the start. */
  peak = 0;
  readonly #byPerson = new Map<string, number>();
  readonly #limits: BudgetLimits;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /**
   * Reserves memory for a request before its body is read, until the response is sent or the connection is closed.
   * Throws BUSY if the total is exhausted, and TOO_MANY_REQUESTS if the person's share is.
   */
  reserve({ viewer, ip }: FastifyRequest, reply: FastifyReply, bytes: number): void {
    const person = viewer?.id ?? ip;
    const { total, perPerson, tooMany, tooManyOfPerson } = this.#limits;
    if ((this.#byPerson.get(person) ?? 0) + bytes > perPerson)
      throw new AppError('TOO_MANY_REQUESTS', tooManyOfPerson, { retryAfterSeconds });
    if (this.held + bytes > total) throw new AppError('BUSY', tooMany, { retryAfterSeconds });
    this.#change(person, bytes);
    finished(reply.raw, () => this.#change(person, -bytes));
  }

  #change(person: string, bytes: number): void {
    this.held += bytes;
    this.peak = Math.max(this.peak, this.held);
    const theirs = (this.#byPerson.get(person) ?? 0) + bytes;
    if (theirs > 0) this.#byPerson.set(person, theirs);
    else this.#byPerson.delete(person);
  }
}

/** A budget for each server; several servers in one process, as in tests, do not share one. */
const budgetPerServer = (limits: BudgetLimits) => {
  const budgetOf = perInstance((_server: FastifyInstance['server']) => new MemoryBudget(limits));
  return ({ server }: FastifyInstance): MemoryBudget => budgetOf(server);
};

export const uploadBudgetOf = budgetPerServer(uploadLimits);
export const longBodyBudgetOf = budgetPerServer(longBodyLimits);

/** A hook of calls that accept more than `defaultBytes`. A body without a content length counts with the maximum. */
export const reserveLongBody =
  (defaultBytes: number, maxBytes: number) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
    const bytes = encoding === undefined ? Math.min(Number(declared ?? 0), maxBytes) : maxBytes;
    if (bytes > defaultBytes) longBodyBudgetOf(request.server).reserve(request, reply, bytes);
  };
