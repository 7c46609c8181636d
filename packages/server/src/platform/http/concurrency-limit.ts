import { AppError } from '../app-error.ts';
import { currentBudget } from '../db/timeouts.ts';

/**
 * Limits for the parallel requests of one person. Each request may hold one of the few database connections: writes to
 * one story wait for each other, and reads of long texts are slow. Without limits, one person could use all of them.
 */
const maxParallelWrites = 2;
/** Parallel reads of one person: as many as the page with the most calls makes. */
const maxParallelReads = 4;
/** Parallel requests of visitors from one address, which many people may share. */
export const maxParallelVisits = 6;

const ownBusy = () =>
  new AppError('BUSY', 'You have too many requests in progress. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });

/**
 * Limits the parallel requests of each person to `concurrency`. The returned function resolves when the request may
 * start, with a function that ends it. It throws `busy` if `maxWaiting` others of that person wait, once the request has
 * used up its wait budget, or after `waitMs` if it has none.
 */
export function concurrencyLimit({
  concurrency = maxParallelWrites,
  maxWaiting = Number.POSITIVE_INFINITY,
  waitMs = 5_000,
  busy = ownBusy,
}: {
  concurrency?: number;
  maxWaiting?: number;
  waitMs?: number;
  busy?: () => AppError;
} = {}): (person: string) => Promise<() => void> {
  const people = new Map<string, { active: number; waiting: Set<() => void> }>();
  return (id) => {
    const person = people.get(id) ?? { active: 0, waiting: new Set() };
    people.set(id, person);
    const release = () => {
      const [startNext] = person.waiting;
      if (startNext !== undefined) return startNext();
      person.active -= 1;
      if (person.active === 0) people.delete(id);
    };
    if (person.active < concurrency) {
      person.active += 1;
      return Promise.resolve(release);
    }
    if (person.waiting.size >= maxWaiting) return Promise.reject(busy());
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const start = () => {
      person.waiting.delete(start);
      clearTimeout(timer);
      resolve(release);
    };
    // The wait in this queue also uses up the request's database budget, which ends it.
    const budget = currentBudget();
    const giveUp = () => {
      person.waiting.delete(start);
      reject(busy());
    };
    const timer = setTimeout(giveUp, Math.max(0, budget?.left() ?? waitMs));
    person.waiting.add(start);
    return budget === null ? promise : budget.charge(() => promise);
  };
}

/** For all writes of a person in this process: calls and live events. */
export const acquireWriteSlot = concurrencyLimit();

/** For all reads of a person in this process: calls, the catalog and the files for e-readers. */
export const acquireReadSlot = concurrencyLimit({ concurrency: maxParallelReads });
