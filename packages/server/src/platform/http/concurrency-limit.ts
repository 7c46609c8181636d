import { AppError } from '../app-error.ts';
import { currentBudget } from '../db/timeouts.ts';

/**
 * Limits for the parallel requests of one person. Each request may hold one of the few database connections: writes to
 * one story wait for each other, and reads of long texts are slow. Without limits, one person could use all of them.
 */
const defaults = { concurrency: 2, waitMs: 5_000 };
/** Parallel reads of one person: as many as the page with the most calls makes. */
export const maxParallelReads = 4;
/** Parallel requests of visitors from one address, which many people may share. */
export const maxParallelVisits = 6;

interface Person {
  active: number;
  waiting: Set<() => void>;
}

const busy = () =>
  new AppError('BUSY', 'You have too many requests in progress. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });

/**
 * Limits the parallel requests of each person to `concurrency`. The returned function resolves when the request may
 * start, with a function that ends it. It throws BUSY once the request has used up its wait budget, or after `waitMs` if it
 * has none.
 */
export function concurrencyLimit(
  limits: Partial<typeof defaults> = {},
): (person: string) => Promise<() => void> {
  const { concurrency, waitMs } = { ...defaults, ...limits };
  const people = new Map<string, Person>();
  const end = (id: string, person: Person): void => {
    const [next] = person.waiting;
    if (next !== undefined) {
      person.waiting.delete(next);
      next();
      return;
    }
    person.active -= 1;
    if (person.active === 0) people.delete(id);
  };
  return (id) => {
    const person = people.get(id) ?? { active: 0, waiting: new Set() };
    people.set(id, person);
    const release = () => end(id, person);
    if (person.active < concurrency) {
      person.active += 1;
      return Promise.resolve(release);
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const budget = currentBudget();
    const start = () => {
      clearTimeout(timer);
      resolve(release);
    };
    // The wait in this queue also uses up the request's database budget, which ends it.
    const timeout = Math.max(0, budget?.left() ?? waitMs);
    const timer = setTimeout(() => {
      person.waiting.delete(start);
      reject(busy());
    }, timeout);
    person.waiting.add(start);
    return budget === null ? promise : budget.charge(() => promise);
  };
}
