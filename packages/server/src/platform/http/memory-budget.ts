import type { FastifyInstance } from 'fastify';
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

export interface MemoryBudget {
  /** Bytes that are reserved at the moment. */
  readonly held: number;
  /** The maximum of `held` since the start. */
  readonly peak: number;
  /**
   * Reserves memory for a request before its body is read. The returned function releases it; later calls do nothing.
   * Throws BUSY if the total is exhausted, and TOO_MANY_REQUESTS if the person's share is.
   */
  reserve(person: string, bytes: number): () => void;
}

const retryAfterSeconds = 10;

/** Tracks the memory that one kind of request holds in this process. */
function memoryBudget({ total, perPerson, tooMany, tooManyOfPerson }: BudgetLimits): MemoryBudget {
  const byPerson = new Map<string, number>();
  let held = 0;
  let peak = 0;
  const change = (person: string, bytes: number): void => {
    held += bytes;
    peak = Math.max(peak, held);
    const theirs = (byPerson.get(person) ?? 0) + bytes;
    if (theirs > 0) byPerson.set(person, theirs);
    else byPerson.delete(person);
  };
  return {
    get held() {
      return held;
    },
    get peak() {
      return peak;
    },
    reserve(person, bytes) {
      if ((byPerson.get(person) ?? 0) + bytes > perPerson) {
        throw new AppError('TOO_MANY_REQUESTS', tooManyOfPerson, { retryAfterSeconds });
      }
      if (held + bytes > total) throw new AppError('BUSY', tooMany, { retryAfterSeconds });
      change(person, bytes);
      let reserved = true;
      return () => {
        if (reserved) change(person, -bytes);
        reserved = false;
      };
    },
  };
}

/** A budget for each server; several servers in one process, as in tests, do not share one. */
export function budgetPerServer(limits: BudgetLimits): (http: FastifyInstance) => MemoryBudget {
  const budgetOf = perInstance((_server: FastifyInstance['server']) => memoryBudget(limits));
  return ({ server }) => budgetOf(server);
}
