import { AppError } from '../app-error.ts';
import { currentBudget } from '../db/timeouts.ts';

/**
 * Parallel writes of one person. Writes to one story wait for each other, and each holds one of the few database
 * connections: without this limit, one person's writes could use all of them.
 */
const concurrency = 2;
/** How long (ms) a write waits in the queue; the wait also counts toward the request's database budget. */
const waitMs = 5_000;

interface Person {
  active: number;
  waiting: Set<() => void>;
}

const busy = () =>
  new AppError('BUSY', 'You have many changes under way. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });

/**
 * Limits the parallel writes of each person. The returned function resolves when the write may start, with a function
 * that ends it; it throws BUSY if the wait is too long.
 */
export function writeLimiter(limits: { waitMs?: number } = {}): (person: string) => Promise<() => void> {
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
    const timer = setTimeout(
      () => {
        person.waiting.delete(start);
        reject(busy());
      },
      Math.min(limits.waitMs ?? waitMs, Math.max(0, budget?.left() ?? waitMs)),
    );
    person.waiting.add(start);
    return budget === null ? promise : budget.charge(() => promise);
  };
}
